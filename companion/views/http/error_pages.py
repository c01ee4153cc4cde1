"""Error pages with one clear sentence each; htmx requests get only the notice, programs get it as JSON."""

import errno
import os
from json import JSONDecodeError
from traceback import extract_tb
from typing import Any

from flask import Flask, Response, current_app, g, make_response, redirect, render_template
from htmx_flask import request
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed, SecurityError
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Game, Message
from companion.engine.bounds import FORM
from companion.forms.totals_only import NoEntries
from companion.games import all_games
from companion.storage.error_messages import DISK_FULL, StoreAway, StoreError
from companion.storage.records import NotJoined
from companion.storage.rows.memberships import Closed
from companion.table.invites import NotJoinable
from companion.table.openings import TooManySessions
from companion.table.table_loader import IncompatibleSession
from companion.views.http.phone import all_tables, role_at
from companion.views.render.template_helpers import own_path, say

SENTENCES = {
    400: Message("That could not be read. Go back, load the page again and try once more."),
    403: Message("This phone may not do that. Ask the host of the table."),
    404: Message(
        "There is nothing here for this phone. The link may be incomplete, the page may be deleted, or it is for its"
        " members only: ask one of them for the link under Share."
    ),
    405: Message("This address takes no such request. Go back to the table and try again from there."),
    413: Message(
        "A form has at most {most} fields and {kilobytes} kB, and this has more. Send less.",
        most=FORM.values,
        kilobytes=FORM.bytes // 1024,
    ),
    414: Message("That address is too long or holds too much. Go back and ask for less at once."),
    429: Message("Too many wrong codes from here. Wait a few minutes, or scan the QR code of the table."),
}
FROM_ELSEWHERE = Message("That did not come from a page of this companion. Open the page here and try again.")
NOT_JOINED = Message(
    "This phone has not joined that table, or the table was deleted. Scan the table's QR code or type its code."
)
UNKNOWN_NAME = Message(
    "This companion is not known by that name. Open it at the address that it printed when it was started, or start it"
    " with --public-url and the address you use."
)
_GAME_FAULT = Message(
    "The game {game} (its key is {key}) has a fault, so this page cannot be shown. What was entered is kept;"
    " whoever wrote the game finds the fault in the companion's log."
)
NOT_SURE = Message("Tap Delete, then Yes: deleting cannot be taken back.")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_OUR_ANSWER = {"Answered-By": "companion"}
_AGAIN = 3  # seconds after which a page that waits for the database tries again
INTERNAL_ERROR = Message(
    "Something went wrong on the companion's side. Go back to the table: what it shows is kept; what it does not show"
    " yet, enter again."
)


def respond(template: str, status: int = 200, /, **context: Any) -> Response:
    """Return a rendered template as a response."""
    return make_response(render_template(template, **context), status)


def problem(message: Message, status: int, **context: Any) -> Response:
    """Render an error page, or only the notice for htmx, with the sentence that explains it; JSON for programs."""
    if g.get("answers_programs"):
        return make_response({"error": message.text()}, status)
    template = "shared/notice.html" if request.htmx else "shared/problem.html"
    return respond(template, status, message=message, status=status, **context)


def ask_first(template: str, **context: Any) -> Response | None:
    """Return the page that asks whether to delete something; None once that is confirmed."""
    if is_confirmed_deletion():
        return None
    is_sent = request.method == "POST"
    return respond(template, 422 if is_sent else 200, message=NOT_SURE if is_sent else None, **context)


def is_confirmed_deletion() -> bool:
    """Return whether this request deletes something for good.

    If the first answer was lost, what it names is gone: the same request sent again gets the same answer.
    """
    return bool(request.method == "POST" and request.form.get("sure") == "yes")


def redirect_to(address: str) -> AnyResponse:
    """Redirect after a POST; htmx needs a header instead of a redirect."""
    if request.htmx:
        return make_response("", 200, {"HX-Redirect": address})
    return redirect(address, 303)


def init_app(app: Flask) -> None:
    """Register the error handlers."""
    # Flask cannot build addresses for an unknown host, so there is no page.
    app.register_error_handler(SecurityError, lambda _: Response(f"{say(UNKNOWN_NAME)}\n", 400, mimetype="text/plain"))
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(IncompatibleSession, _incompatible)
    app.register_error_handler(NotJoined, lambda error: problem(NOT_JOINED, 404, joining=True))
    for expired in (Closed, NotJoinable):
        app.register_error_handler(expired, lambda error: problem(error.message, 410, joining=True))
    app.register_error_handler(TooManySessions, lambda error: problem(error.message, 429))
    app.register_error_handler(NoEntries, lambda error: problem(error.message, 404))
    app.register_error_handler(StoreError, _not_saved)
    # What is typed or sent is read where it comes in, so this is a row that is not as it was stored.
    app.register_error_handler(JSONDecodeError, lambda _: _not_saved(all_tables().record_damage()))
    app.register_error_handler(StoreAway, _waiting)
    app.register_error_handler(OSError, _not_received)


def _refused(error: HTTPException) -> Response:
    if error.code is None or error.code < 400:
        response: Response = error.get_response()  # type: ignore[assignment]
        return response
    if error.code == 404 and request.path.startswith("/t/"):
        return problem(NOT_JOINED, 404, joining=True)
    failed = error.original_exception if isinstance(error, InternalServerError) else None
    if failed is not None and current_app.config["DEVELOP"]:
        if request.htmx:
            return problem(Message("{label}: {text}", label=type(failed).__name__, text=str(failed)), 500)
        raise failed
    sentence = SENTENCES.get(error.code, INTERNAL_ERROR if error.code >= 500 else SENTENCES[400])
    if failed is not None and (game := _game_at_fault(failed)) is not None:
        sentence = Message(_GAME_FAULT.singular, game=game.title, key=game.key)
    session = (request.view_args or {}).get("session") if error.code in (403, 500) else None
    answer = problem(sentence, error.code, session=session)
    if error.code == 500:
        answer.headers.update(_OUR_ANSWER)
    if isinstance(error, MethodNotAllowed):
        answer.allow.update(error.valid_methods or ())
    return answer


def _game_at_fault(error: BaseException) -> Game | None:
    """Return the game in whose files an error was raised; None where it is the companion's own."""
    files = reversed([frame.filename for frame in extract_tb(error.__traceback__)])
    games = all_games().values()
    return next((game for file in files for game in games if file.startswith(f"{game.folder}{os.sep}")), None)


def _incompatible(error: IncompatibleSession) -> Response:
    """Render the page of a table that cannot be played today; its host may delete it all the same."""
    session = (request.view_args or {}).get("session")
    role = role_at(session) if session else None
    return problem(error.message, 409, names=error.names, kept=session if role else None, role=role)


def _not_saved(error: StoreError) -> Response:
    answer = problem(error.message, 503)
    answer.headers.update(unavailable_headers(error))
    return answer


def _not_received(error: OSError) -> Response:
    """Render the page that the disk is full where an upload found no room."""
    if error.errno not in _NO_ROOM:
        raise error
    return _not_saved(StoreError(DISK_FULL))


def unavailable_headers(error: StoreError) -> dict[str, str]:
    """Return the headers by which a page tells our own 503 from a proxy's, after which its script tries again."""
    return {"Retry-After": str(_AGAIN)} if isinstance(error, StoreAway) else _OUR_ANSWER


def _waiting(error: StoreAway) -> Response:
    """Render a page that loads again by itself, or with what was posted and sends that again."""
    is_read = request.method in ("GET", "HEAD")
    posted = None if is_read else list(request.form.items(multi=True))
    if request.htmx or g.get("answers_programs"):
        answer = problem(error.message, 503)
    else:
        address = own_path(has_query=True)
        answer = respond("shared/waiting.html", 503, message=error.message, kept=posted, address=address)
    answer.headers.update(unavailable_headers(error))
    if is_read:
        answer.headers["Refresh"] = str(_AGAIN)
    return answer
