"""Links to a table that make nobody a member: a table's id and a secret that only this instance can compute.

A link shows one page, "result" or "replay". The host can withdraw it alone, or with all links of the table.
"""

from __future__ import annotations

import hmac

from companion.sessions.table import Table, Viewpoint
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import sessions

_SECRET_LENGTH = 22


def shared_token(table: Table, page: str) -> str:
    """Return the token of a table's link to a shared page."""
    return table.id + sessions().invites.shared_token(table, page)


def table_of_link(token: str, page: str) -> VisibleTable | None:
    """Return the table that a link to this page shows, as a stranger may see it; None if the link is invalid."""
    session, secret = token[:-_SECRET_LENGTH], token[-_SECRET_LENGTH:]
    # Look at the disk first: a guessed id must not put anything into memory.
    table = sessions().table(session) if len(token) <= 99 and sessions().store.session(session) else None
    if table is None:
        return None
    own = sessions().invites.shared_token(table, page)
    is_own = hmac.compare_digest(own.encode(), secret.encode(errors="surrogatepass"))
    return VisibleTable(table, Viewpoint("viewer")) if is_own else None
