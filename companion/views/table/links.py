"""Renew links and codes.

The host replaces all of them, which invalidates the old ones, or withdraws the link to one shared page; every member
may replace codes that have expired.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from companion.game.pages.form import number
from companion.sessions.invites import LINK_ROLES, SHARED_PAGES
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import phone, require_host, sessions, visible_table_for

bp = Blueprint("links", __name__)

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
    current_token = sessions().invites.shared_token(table, page)
    is_own = hmac.compare_digest(current_token.encode(), secret.encode(errors="surrogatepass"))
    return VisibleTable(table, Viewpoint("viewer")) if is_own else None


_MOST = 9999


@bp.post("/t/<session>/renew")
def renew(session: str) -> Response:
    """Replace the links and codes that the host saw; with `others`, also remove all other phones."""
    require_host(session)
    generation = number(request.form, "generation", 0, _MOST)
    if generation is None:
        abort(400)
    host = phone() or abort(404)
    sessions().invites.renew(session, generation, host, alone=request.form.get("others") == "away")
    return redirect_to(url_for("table.shared", session=session))


@bp.post("/t/<session>/withdraw/<page>")
def withdraw(session: str, page: str) -> Response:
    """Replace the link to a shared page that the host saw; 404 for another page."""
    require_host(session)
    if page not in SHARED_PAGES:
        abort(404)
    withdrawals = number(request.form, "withdrawals", 0, _MOST)
    if withdrawals is None:
        abort(400)
    sessions().invites.withdraw(session, page, withdrawals)
    return redirect_to(url_for("table.shared", session=session, _anchor=page))


@bp.post("/t/<session>/codes")
def codes(session: str) -> Response:
    """Replace expired codes of the roles that this phone may invite to."""
    role = visible_table_for(session).viewpoint.role
    sessions().invites.make_codes(session, ("viewer",) if role == "viewer" else LINK_ROLES)
    return redirect_to(url_for("table.shared", session=session))
