"""Joining a table by its link or its code."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.game import Message
from companion.views.answers import problem
from companion.views.guard import guesses, known_phone, sessions
from companion.views.table import seen_by

bp = Blueprint("joining", __name__)


@bp.get("/j/<token>")
def by_link(token: str) -> Response:
    """Exchange a link for membership and take it off the address. 128 bits cannot be guessed, so tries are free."""
    session = sessions().join_by_token(token, known_phone) if len(token) <= 64 else None
    if session is None:
        message = Message("This link opens no table. It may be old; ask for the code or scan it again.")
        return problem(message, 404, code="", joining=True)
    return _joined(session)


@bp.post("/join")
def by_code() -> Response:
    """Join by the six characters that stand on the share page."""
    address = request.remote_addr or ""
    if guesses().has_guessed(address):
        abort(429)
    if not guesses().may_try(address):
        return problem(
            Message("Too many wrong codes come in from everywhere. Scan the QR code of the table or open its link."),
            429, code=request.form.get("code", ""), joining=True,
        )  # fmt: skip
    code = request.form.get("code", "")
    session = sessions().join_by_code(code[:40], known_phone)
    if session is None:
        return _unknown(
            Message("No table has the code {code}. Look at the share page of the table and try again.", code=code[:40])
        )
    return _joined(session)


def _joined(session: str) -> Response:
    """To the table; a phone that may enter is first asked which seat is its own, while seats are free."""
    table, viewpoint = seen_by(session)
    asks = viewpoint.role == "scorer" and not viewpoint.own and len(table.claims) < table.setup.seats
    return redirect(url_for("table.seats" if asks and not table.state.finished else "table.show", session=session), 303)


def _unknown(message: Message) -> Response:
    guesses().wrong(request.remote_addr or "")
    return problem(message, 404, code=request.form.get("code", ""), joining=True)
