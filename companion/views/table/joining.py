"""Join a table by link or code, or see its result by a link. GET never joins: a link leads to a page with a form."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import paths
from companion.engine import Message
from companion.features import shared_pages
from companion.games import get_game
from companion.storage.records import SessionRow
from companion.storage.rows.memberships import Closed, Link
from companion.table.invites import LINK_ROLES, Invites
from companion.table.table import Table, Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http import requests
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.guard import allow_sources
from companion.views.http.phone import (
    TOO_MANY_PHONES,
    all_tables,
    guesses,
    may_join,
    phone,
    request_token_hash,
    role_at,
)
from companion.views.render.template_helpers import long_date
from companion.views.table.live_pages import pad, ranking_reasons, where
from companion.views.table.standings import final_context, ranking

bp = Blueprint("joining", __name__)

_MOST = 9999
_FLOODED = Message("Too many wrong codes come in from everywhere. Scan the QR code of the table or open its link.")
_UNKNOWN = Message("No table has the code {code}. Look at the share page of the table and try again.")
_NO_TABLE = Message("This link opens no table. It may be old; ask for the code or scan it again.")
_RESULT = "result"
_NOTHING = Message("This link shows nothing. It may be old or not complete; ask for a new one.")


@bp.get("/j/<token>")
def by_link(token: str) -> Response:
    """Show the form that joins. It has no names and changes nothing, as messengers that preview the link see it too."""
    link = all_tables().invites.link_of_token(token)
    if link is None:
        return problem(_NO_TABLE, 404, joining=True)
    if _has_joined(link):
        return _joined(link.session)
    link.check(by_code=False)
    script = (paths.STATIC / "join.js").read_text("utf-8")  # in the page itself it takes a phone no round trip
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allow_sources("script-src", f"'sha256-{digest}'")
    return respond("table/by-link.html", token=token, game=get_game(link.game), role=link.role, script=script)


@bp.post("/j/<token>")
def join_by_link(token: str) -> Response:
    """Join by a link and redirect to the table. Its 128 bits cannot be guessed, so there is no limit of wrong ones."""
    if not may_join():
        return _too_many()
    session = all_tables().invites.join_by_token(token, request_token_hash())
    if session is None:
        return problem(_NO_TABLE, 404, joining=True)
    return _joined(session)


@bp.post("/join")
def by_code() -> Response:
    """Join by the six-character code; 429 after too many wrong codes."""
    address, code = request.remote_addr or "", request.form.get("code", "")
    if guesses().is_blocked(address):
        abort(429)
    if not guesses().is_allowed(address):
        return problem(_FLOODED, 429, code=code, joining=True)
    if not may_join():
        return _too_many()
    try:
        session = all_tables().invites.join_by_code(code[:40], request_token_hash())
    except Closed:
        guesses().record_failure(address)
        raise
    if session is None:
        guesses().record_failure(address)
        return problem(Message(_UNKNOWN.singular, code=code[:40]), 404, code=code, joining=True)
    return _joined(session)


def _too_many() -> Response:
    return problem(TOO_MANY_PHONES, 429, code=request.form.get("code", ""), joining=True)


def _has_joined(link: Link) -> bool:
    """Return whether the phone has joined already with at least the role of this link."""
    role = role_at(link.session)
    return role is not None and (role != "viewer" or link.role == "viewer" or link.has_ended)


def _joined(session: str) -> Response:
    """Redirect to the table; a scorer without a seat is sent to choose one while seats are free."""
    table = requests.visible_table_for(session)
    role, own_seats = table.viewpoint.role, table.viewpoint.own_seats
    asks = role == "scorer" and not own_seats and len(table.claims) < table.setup.seats
    return redirect(url_for("table.seats" if asks and not table.finished else "table.show", session=session), 303)


def shared_token(table: Table, page: str) -> str:
    """Return the token of a table's link to a shared page."""
    invites = all_tables().invites
    return table.id + invites.shared_token(invites.row(table), page)


def _shared() -> dict[str, str]:
    """Return the endpoints of all pages that a link shows to people who do not join, by name."""
    return {_RESULT: "joining.result", **shared_pages()}


@bp.app_template_global()
def shared_at(table: VisibleTable, page: str) -> str:
    """Return the path of a page that shows a table to whoever has its link, which does not join."""
    return url_for(_shared()[page], token=shared_token(requests.stored_table(table.id), page))


def table_of_link(token: str, page: str, *, for_people: bool = False) -> VisibleTable:
    """Return the table that a link to this page shows, as a stranger may see it; abort with 404 for an invalid link.

    With `for_people` that is a page with a sentence.
    """
    session = requests.id_of_link(token)
    table = all_tables().table(session) if session else None
    if table is None or not requests.is_link(token, shared_token(table, page)):
        abort(problem(_NOTHING, 404) if for_people else 404)
    return VisibleTable(table, Viewpoint("viewer"))


def public_link(bases: Sequence[str], invites: Invites, row: SessionRow) -> str | None:
    """Return the address of a stored session's shared result at the first of the bases; None without any."""
    return f"{bases[0]}/r/{row.id}{invites.shared_token(row, _RESULT)}" if bases else None


@bp.get("/r/<token>")
def result(token: str) -> Response:
    """Show the ranking, its reasons and the points by entry; a running game is marked as such."""
    table = table_of_link(token, _RESULT, for_people=True)
    if table.hides:
        return _result("table/result-hidden.html", table)
    return _result(
        "table/result.html",
        table,
        dated=long_date(table.made),
        **{key: value for key, value in final_context(table).items() if key != "rematch"},
        plates=table.plates,
        names=table.setup.players,
        pad=list(reversed(pad(table))),
        ranking_reasons=ranking_reasons(table),
        ranking=ranking(table),
        token=token,
    )


def _result(template: str, table: VisibleTable, **context: Any) -> Response:
    return respond(template, table=table, game=table.game, where=where(table), **context)


@bp.post("/t/<session>/renew")
def renew(session: str) -> Response:
    """Replace the links and codes that the host saw; with `others`, also remove all other phones."""
    requests.require_host(session)
    generation, host = requests.posted_number("generation", 0, _MOST), phone() or abort(404)
    all_tables().invites.renew(session, generation, host, alone=request.form.get("others") == "away")
    return redirect_to(url_for("table.shared", session=session))


@bp.post("/t/<session>/withdraw/<page>")
def withdraw(session: str, page: str) -> Response:
    """Replace the link to a shared page that the host saw; 404 for another page."""
    requests.require_host(session)
    if page not in _shared():
        abort(404)
    all_tables().invites.withdraw(session, page, requests.posted_number("withdrawals", 0, _MOST))
    return redirect_to(url_for("table.shared", session=session, _anchor=page))


@bp.post("/t/<session>/codes")
def codes(session: str) -> Response:
    """Replace expired codes of the roles that this phone may invite to."""
    role = requests.visible_table_for(session).viewpoint.role
    all_tables().invites.make_codes(session, ("viewer",) if role == "viewer" else LINK_ROLES)
    return redirect_to(url_for("table.shared", session=session))
