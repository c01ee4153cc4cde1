"""Import a game from a file or pasted text: preview it, then open it as a table of this phone."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.commands.data import FileError
from companion.engine import Message, RuleError
from companion.engine.bounds import PHONE_FILE, SESSION_FILE
from companion.engine.ranking import ranked_totals
from companion.features import handlers
from companion.features.takeout.moving import is_phone_file, take_in
from companion.features.takeout.session_file import TOO_LARGE, encode, parse_text, read_parsed, split
from companion.forms.form import progress_of
from companion.forms.secrecy import secrecy_of
from companion.scoring.scoresheet import InvalidJson, SheetError
from companion.table.openings import TOO_MANY_OPENED, TooManySessions
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, request_token_hash

bp = Blueprint("imports", __name__)

_ROOM = 64 * 1024  # bytes for the other fields and the form's own encoding
_LONGEST_KEY = 64
_CUT = Message("a game that is damaged or cut short")
_PAST = Message("This is an export of BG Stats. It goes in under “Import past games”, which Past games leads to.")


@bp.url_value_preprocessor
def allow_files(*_: Any) -> None:
    """Raise the size limit to that of a file; must run before the form is read."""
    request.max_content_length = PHONE_FILE.bytes + _ROOM
    request.max_form_memory_size = SESSION_FILE.bytes + _ROOM


@bp.get("/import")
def show() -> Response:
    """Show the form for a file or a text."""
    return _page("", None, 200)


@bp.post("/import/look")
def look() -> Response:
    """Show what an upload contains before it is opened, or why it is invalid.

    The file of a phone comes in at once, and counts towards the limit of opened tables.
    """
    posted = _posted()
    try:
        if isinstance(posted, bytes) and is_phone_file(posted):
            if not all_tables().openings.may_open():
                return _page("", TOO_MANY_OPENED, 429, at="file")
            moved = all_tables().transfer(take_in, posted, request_token_hash())
            return respond("takeout/moved.html", moved=moved)
        value = parse_text(posted)
        if isinstance(value, dict) and "plays" in value:
            return _page("", _PAST, 422, at="file")
        return _other(value, is_sure=False) or _preview(value)
    except FileError as error:
        return _page("", error.message, 422, at="file")
    except SheetError as error:
        return _refused(posted, error)


@bp.post("/import/open")
def open_table() -> AnyResponse:
    """Open the game as a table with this phone as its host."""
    text, key = request.form.get("text", ""), request.form.get("key", "")[:_LONGEST_KEY]
    try:
        game = read_parsed(parse_text(text))
    except SheetError as error:
        return _refused(text, error)
    try:
        session = all_tables().openings.import_game(game, request_token_hash(), key, all_tables().moment())
    except TooManySessions as error:
        return _page(text, error.message, 429)
    return redirect_to(url_for("table.show", session=session))


@bp.post("/import/keep")
def keep() -> AnyResponse:
    """Store a file that is not a game, such as a template."""
    text = request.form.get("text", "")
    try:
        return _other(parse_text(text), is_sure=True) or abort(404)
    except SheetError as error:
        return _refused(text, error)
    except (RuleError, TooManySessions) as error:
        return _page(text, error.message, 429 if isinstance(error, TooManySessions) else 422)


def _other(value: Any, *, is_sure: bool) -> Response | None:
    """Return a feature's page for a file that is not a game, before or after storing it; None for an unknown file."""
    pages: Iterator[Response | None] = (show_other(value, is_sure=is_sure) for show_other in handlers("imported"))
    return next(filter(None, pages), None)


@bp.errorhandler(RequestEntityTooLarge)
def larger(error: RequestEntityTooLarge) -> Response:
    """Show the form with a message about the size."""
    return _page("", TOO_LARGE, 413, at="file")


def _posted() -> str | bytes:
    file = request.files.get("file")
    if file is None:
        return request.form.get("text", "")
    with closing(file):  # a large one is a temporary file
        return file.read() or request.form.get("text", "")


def _refused(posted: str | bytes, error: SheetError) -> Response:
    """Return the form with what was posted, as far as it is text, and what is wrong with it."""
    text = posted if isinstance(posted, str) else _as_text(posted)
    message = _no_game(posted) if isinstance(error, InvalidJson) else error.message
    if error.entry is not None:
        message = Message("entry {number}: {reason}", number=error.entry, reason=error.message)
    is_file = isinstance(posted, bytes) and (isinstance(error, InvalidJson) or not text)
    return _page(text[: SESSION_FILE.bytes], message, 422, error.names, "file" if is_file else "text")


def _as_text(file: bytes) -> str:
    """Return a file as text, to be corrected in the form; empty if it is not text."""
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ""


def _no_game(posted: str | bytes) -> Message:
    """Return the message that this is not a game, or seems to be half of one."""
    if isinstance(posted, str):
        return Message("This text is not a game of the companion. Paste all of a .json file saved with Export.")
    if posted[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return Message(
            "This file is not a game of the companion (it looks like {look}). Choose a .json file saved with Export.",
            look=_CUT,
        )
    return Message(
        "This file is not a game of the companion. Choose a .json file saved with Export. A spreadsheet goes in"
        " under “Import past games”."
    )


def _page(text: str, message: Message | None, status: int, names: Any = (), at: str | None = None) -> Response:
    """Return the form with this text and message; `at` is the message's field, "file" or "text", None above both."""
    return respond("takeout/import.html", status, text=text, message=message, names=names, at=at)


def _preview(value: Any) -> Response:
    """Return the preview of a game, which has its file as text. Raises `SheetError`."""
    imported, text = read_parsed(value), encode(value)
    record = imported.replay
    game, state = record.game, record.states[-1]
    hides = imported.hidden and not state.finished
    # without places before the first points
    plates: list[tuple[int | None, int, int]] = [*ranked_totals(record.standing)]
    plates = plates or [(None, seat, total) for seat, total in enumerate(record.standing.totals)]
    describe = secrecy_of(game).part if hides else game.form.describe_part
    context = {
        "game": game,
        "names": record.setup.players,
        "progress": progress_of(game, state, len(record.lines)),
        "finished": state.finished,
        "count": len(record.lines),
        "made": imported.made,
        "hides": hides,
        "plates": [] if hides else plates,
        "beside": imported.beside,
        "parts": [describe(slot, value) for slot, value in imported.draft.items()],
        "text": split(text, len(text) + _ROOM)[0],
    }
    return respond("takeout/preview.html", **context)
