"""Joining a table by its link or its code. Nobody joins by looking: a link leads to a page whose form joins."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.game import Message
from companion.games import get_game
from companion.storage.memberships import Closed, Link
from companion.views.access import visible_table_for
from companion.views.error_pages import problem
from companion.views.guard import guesses, phone, request_token_hash, sessions

bp = Blueprint("joining", __name__)

_LONGEST_TOKEN = 64
_NO_TABLE = Message("This link opens no table. It may be old; ask for the code or scan it again.")


@bp.get("/j/<token>")
def by_link(token: str) -> Response:
    """What the link leads to, and the form that joins; who looks ahead or makes a picture of it has changed nothing.

    It tells the game and the role but no names, as whoever the link is sent by looks at it too.
    """
    link = sessions().invites.link_of_token(token) if len(token) <= _LONGEST_TOKEN else None
    if link is None:
        return problem(_NO_TABLE, 404, code="", joining=True)
    if _has_joined(link):
        return _joined(link.session)
    link.check(by_code=False)
    context = {"token": token, "game": get_game(link.game), "role": link.role}
    return make_response(render_template("joining/by-link.html", **context))


@bp.post("/j/<token>")
def join_by_link(token: str) -> Response:
    """Exchange a link for membership and take it off the address. 128 bits cannot be guessed, so tries are free."""
    session = sessions().invites.join_by_token(token, request_token_hash()) if len(token) <= _LONGEST_TOKEN else None
    if session is None:
        return problem(_NO_TABLE, 404, code="", joining=True)
    return _joined(session)


@bp.post("/join")
def by_code() -> Response:
    """Join by the six characters that stand on the share page."""
    address = request.remote_addr or ""
    if guesses().is_blocked(address):
        abort(429)
    if not guesses().is_allowed(address):
        return problem(
            Message("Too many wrong codes come in from everywhere. Scan the QR code of the table or open its link."),
            429, code=request.form.get("code", ""), joining=True,
        )  # fmt: skip
    code = request.form.get("code", "")
    try:
        session = sessions().invites.join_by_code(code[:40], request_token_hash())
    except Closed:
        guesses().record_failure(address)
        raise
    if session is None:
        return _unknown(
            Message("No table has the code {code}. Look at the share page of the table and try again.", code=code[:40])
        )
    return _joined(session)


@bp.errorhandler(Closed)
def closed(error: Closed) -> Response:
    return problem(error.message, 410, code="", joining=True)


def _has_joined(link: Link) -> bool:
    """Whether the phone has come by this link, or a better one, before."""
    number = phone()
    role = None if number is None else sessions().store.role(link.session, number)
    return role is not None and (role != "viewer" or link.role == "viewer" or link.has_ended)


def _joined(session: str) -> Response:
    """To the table; a phone that may enter is first asked which seat is its own, while seats are free."""
    table = visible_table_for(session)
    role, own = table.viewpoint.role, table.viewpoint.own
    asks = role == "scorer" and not own and len(table.claims) < table.setup.seats
    return redirect(url_for("table.seats" if asks and not table.finished else "table.show", session=session), 303)


def _unknown(message: Message) -> Response:
    guesses().record_failure(request.remote_addr or "")
    return problem(message, 404, code=request.form.get("code", ""), joining=True)
