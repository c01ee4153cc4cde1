"""Joining a table by its link or its code."""

from __future__ import annotations

import time
from collections import OrderedDict

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.game import Message
from companion.views.answers import problem
from companion.views.guard import known_phone, sessions
from companion.views.table import seen_by

bp = Blueprint("joining", __name__)

_TRIES = 10
_WINDOW = 300.0
_ADDRESSES = 10_000
_failed: OrderedDict[str, list[float]] = OrderedDict()


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
    _refuse_guessing()
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
    address = request.remote_addr or ""
    _failed.setdefault(address, []).append(time.monotonic())
    _failed.move_to_end(address)
    while len(_failed) > _ADDRESSES:
        _failed.popitem(last=False)
    return problem(message, 404, code=request.form.get("code", ""), joining=True)


def _refuse_guessing() -> None:
    """Six characters can be guessed if one may try for ever: ten wrong ones in five minutes, then wait."""
    since = time.monotonic() - _WINDOW
    address = request.remote_addr or ""
    recent = [moment for moment in _failed.get(address, []) if moment > since]
    if recent:
        _failed[address] = recent
    else:
        _failed.pop(address, None)
    if len(recent) >= _TRIES:
        abort(429)
