"""Links to a table that make nobody a member: a table's id and a secret that only this instance can compute.

A link is of one role, and renewing the links of a table withdraws it.
"""

from __future__ import annotations

import hmac

from companion.sessions.table import Table, Viewpoint
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import sessions

_SECRET_LENGTH = 22


def shared_token(table: Table, role: str) -> str:
    """Return the token of a table's link of a role."""
    return table.id + sessions().invites.link_token(table, role)


def table_of_link(token: str, role: str) -> VisibleTable | None:
    """Return the table that a link of this role shows, as a stranger may see it; None if the link is invalid."""
    session, secret = token[:-_SECRET_LENGTH], token[-_SECRET_LENGTH:]
    # Look at the disk first: a guessed id must not put anything into memory.
    table = sessions().table(session) if len(token) <= 99 and sessions().store.session(session) else None
    if table is None:
        return None
    own = sessions().invites.link_token(table, role)
    is_own = hmac.compare_digest(own.encode(), secret.encode(errors="surrogatepass"))
    return VisibleTable(table, Viewpoint("viewer")) if is_own else None
