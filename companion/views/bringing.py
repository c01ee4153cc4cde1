"""A game from elsewhere: chosen as a file or pasted, looked at, and opened as a table of this phone."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.brought import Brought, read_text
from companion.forms import form_of
from companion.game import Message
from companion.packing import LARGEST, cut, packed, too_large
from companion.scoresheet import SheetError
from companion.sessions import TooMany
from companion.views.answers import gone_to
from companion.views.guard import known_phone, sessions
from companion.views.pages import plates

bp = Blueprint("bringing", __name__)

_ROOM = 64 * 1024  # for the other fields and what a form puts around them
_LONGEST_KEY = 64


@bp.url_value_preprocessor
def make_room(*told: Any) -> None:
    """Let a whole file in, where other forms are short; before anything looks at the form."""
    request.max_content_length = LARGEST + _ROOM
    request.max_form_memory_size = LARGEST + _ROOM


@bp.get("/import")
def show() -> Response:
    return _page("", None, 200)


@bp.post("/import/look")
def look() -> Response:
    """What is in it, before it is opened; what cannot stand is told with its reason."""
    told: str | bytes = _posted()
    try:
        return _looked(read_text(told))
    except SheetError as error:
        return _refused(told, error)


@bp.post("/import/open")
def open_table() -> AnyResponse:
    """Open it as a table whose host this phone is."""
    text, key = request.form.get("text", ""), request.form.get("key", "")[:_LONGEST_KEY]
    try:
        brought = read_text(text)
    except SheetError as error:
        return _refused(text, error)
    try:
        session = sessions().bring(brought, known_phone(), key)
    except TooMany as error:
        return _page(text, error.message, 429)
    return gone_to(url_for("table.show", session=session))


@bp.errorhandler(RequestEntityTooLarge)
def larger(error: RequestEntityTooLarge) -> Response:
    return _page("", too_large(), 413)


def _posted() -> str | bytes:
    """The chosen file, or where none is the pasted text."""
    file = request.files.get("file")
    if file is None:
        return request.form.get("text", "")
    with closing(file):  # a large one lies on the disk
        return file.read() or request.form.get("text", "")


def _refused(told: str | bytes, error: SheetError) -> Response:
    """The form again with what was brought, as far as it is text, and what is wrong with it."""
    text = told if isinstance(told, str) else told.decode("utf-8-sig", "replace")
    message = error.message
    if error.entry is not None:
        message = Message("entry {number}: {reason}", number=error.entry, reason=error.message)
    return _page(text[:LARGEST], message, 422, error.names)


def _page(text: str, message: Message | None, status: int, names: Any = ()) -> Response:
    return make_response(render_template("import.html", text=text, message=message, names=names), status)


def _looked(brought: Brought) -> Response:
    record = brought.record
    game, state = record.game, record.states[-1]
    form, standing = form_of(game), game.standing(state)
    hides = brought.hidden and not state.finished
    text = packed(brought.as_json())
    context = {
        "game": game,
        "names": record.setup.players,
        "progress": form.progress(state),
        "finished": state.finished,
        "count": len(record.lines),
        "made": brought.made,
        "hides": hides,
        "plates": [] if hides else plates(standing.ranking, standing.totals),
        "parts": [form.told(slot, value) for slot, value in brought.draft.items()],
        "text": cut(text, len(text) + _ROOM)[0],
    }
    return make_response(render_template("brought.html", **context))
