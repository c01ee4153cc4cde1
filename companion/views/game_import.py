"""Import a game from a file or pasted text: preview it, then open it as a table of this phone."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from flask import Blueprint, Response, make_response, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, Standing
from companion.game.form import form_of, progress_of
from companion.game.ranking import ranked_totals
from companion.game.redaction import redaction_of
from companion.scoring.scoresheet import InvalidJson, SheetError
from companion.sessions.openings import TooManySessions
from companion.sessions.qr_chunks import MAX_BYTES, encode, split, too_large
from companion.sessions.session_file import ImportedGame, read_text
from companion.views.error_pages import redirect_to
from companion.views.guard import request_token_hash, sessions

bp = Blueprint("bringing", __name__)

_ROOM = 64 * 1024  # for the other fields and what a form puts around them
_LONGEST_KEY = 64
_PICTURE, _CUT = Message("a picture"), Message("a game that is damaged or cut short")
# What files begin with; some pictures of phones tell it a few bytes later.
_LOOKS = (
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"WEBP", _PICTURE),
    (b"ftyp", _PICTURE),
    (b"%PDF", Message("a PDF")),
    (b"PK\x03\x04", Message("an archive")),
    (b"{", _CUT),
)


@bp.url_value_preprocessor
def make_room(*told: Any) -> None:
    """Raise the size limit to that of a file; must run before the form is read."""
    request.max_content_length = MAX_BYTES + _ROOM
    request.max_form_memory_size = MAX_BYTES + _ROOM


@bp.get("/import")
def show() -> Response:
    """Show the form for a file or a text."""
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
    """Open the game as a table with this phone as its host."""
    text, key = request.form.get("text", ""), request.form.get("key", "")[:_LONGEST_KEY]
    try:
        brought = read_text(text)
    except SheetError as error:
        return _refused(text, error)
    try:
        session = sessions().openings.import_game(brought, request_token_hash(), key)
    except TooManySessions as error:
        return _page(text, error.message, 429)
    return redirect_to(url_for("table.show", session=session))


@bp.errorhandler(RequestEntityTooLarge)
def larger(error: RequestEntityTooLarge) -> Response:
    """Show the form with a message about the size."""
    return _page("", too_large(), 413, at="file")


def _posted() -> str | bytes:
    """The chosen file, or where none is the pasted text."""
    file = request.files.get("file")
    if file is None:
        return request.form.get("text", "")
    with closing(file):  # a large one lies on the disk
        return file.read() or request.form.get("text", "")


def _refused(told: str | bytes, error: SheetError) -> Response:
    """The form again with what was brought, as far as it is text, and what is wrong with it."""
    text = told if isinstance(told, str) else _as_text(told)
    message = _no_game(told) if isinstance(error, InvalidJson) else error.message
    if error.entry is not None:
        message = Message("entry {number}: {reason}", number=error.entry, reason=error.message)
    is_file = isinstance(told, bytes) and (isinstance(error, InvalidJson) or not text)
    return _page(text[:MAX_BYTES], message, 422, error.names, "file" if is_file else "text")


def _as_text(told: bytes) -> str:
    """A file as text, to be looked at and mended; nothing of one that is no text."""
    try:
        return told.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _no_game(told: str | bytes) -> Message:
    """That what was brought is no game, and what it seems to be instead."""
    if isinstance(told, str):
        return Message("This text is not a game of the companion. Paste all of a .json file saved with Export.")
    start = told[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    look = next((kind for sign, kind in _LOOKS if sign in (start[: len(sign)], told[4:8], told[8:12])), None)
    if look is None:
        return Message("This file is not a game of the companion. Choose a .json file saved with Export.")
    return Message(
        "This file is not a game of the companion (it looks like {look}). Choose a .json file saved with Export.",
        look=look,
    )


def _page(text: str, message: Message | None, status: int, names: Any = (), at: str | None = None) -> Response:
    """The form with a text in it, and a message if any: at the field "file" or "text", or above both."""
    return make_response(render_template("imports/import.html", text=text, message=message, names=names, at=at), status)


def _plates(standing: Standing) -> list[tuple[int | None, int, int]]:
    """(place, seat, total), best first; without places before the first points."""
    if not standing.ranking:
        return [(None, seat, total) for seat, total in enumerate(standing.totals)]
    return [*ranked_totals(standing.ranking, standing.totals)]


def _looked(brought: ImportedGame) -> Response:
    record = brought.record
    game, state = record.game, record.states[-1]
    form, standing = form_of(game), record.standing
    hides = brought.hidden and not state.finished
    told = redaction_of(game).part if hides else form.describe_part
    text = encode(brought.as_json())
    context = {
        "game": game,
        "names": record.setup.players,
        "progress": progress_of(game, state, len(record.lines)),
        "finished": state.finished,
        "count": len(record.lines),
        "made": brought.made,
        "hides": hides,
        "plates": [] if hides else _plates(standing),
        "parts": [told(slot, value) for slot, value in brought.draft.items()],
        "text": split(text, len(text) + _ROOM)[0],
    }
    return make_response(render_template("imports/preview.html", **context))
