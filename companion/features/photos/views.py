"""The page of a table's photographs, the pictures, and the requests that add and remove them."""

from contextlib import closing
from typing import Any

from flask import Blueprint, Response, abort, current_app, url_for
from htmx_flask import request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError
from companion.features.photos import edits
from companion.features.photos.album import KIND, MOST_PHOTOS, Album
from companion.features.photos.edits import LONGEST_CAPTION, LONGEST_SIDE, MOST_BYTES, TOO_LARGE
from companion.features.photos.rows import photos_of, picture_of
from companion.server.addresses import home_address
from companion.table.visible_table import VisibleTable
from companion.views.develop import PROXIED
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.phone import all_tables, require_scorer
from companion.views.http.requests import cache_table, read_request, require_host, visible_table_for
from companion.views.table.live_pages import common


def is_private() -> bool:
    """Whether nobody else can read this request: it came by https, or directly from the home network."""
    if request.is_secure:
        return True
    is_told = "werkzeug.proxy_fix.orig" in request.environ
    is_direct = not any(name in request.headers for name in PROXIED)
    return (is_told or is_direct) and home_address(request.remote_addr or "")


def seen_album(table: VisibleTable) -> Album:
    """Return the part of a table's album that a phone may see."""
    album: Album = table.seen(KIND) or Album()
    return album


def shown_photos(table: VisibleTable) -> list[dict[str, Any]]:
    """Return the photographs of a finished game; the database is queried only if there are any."""
    is_asked = current_app.config["PHOTOS"] and seen_album(table).photos
    stored = all_tables().read(photos_of, table.id) if is_asked else {}
    rows = [stored[number] for number in seen_album(table).photos if number in stored]
    return [{**row, "place": place, "count": len(rows)} for place, row in enumerate(rows, 1)]


bp = Blueprint("photos", __name__)
bp.add_app_template_global(seen_album)
bp.add_app_template_global(shown_photos)
bp.record_once(lambda state: state.app.config.setdefault("PHOTOS", False))

_ROOM = 8 * 1024  # bytes for the other fields and the encoding of the form
_DAY = 24 * 3600
_NOT_PRIVATE = Message(
    "Photographs are sent and shown by https or in the home network only. Open the companion at an address that begins"
    " with https."
)


@bp.url_value_preprocessor
def allow_pictures(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Raise the size limit for a picture; must run before the form is parsed."""
    if endpoint == "photos.add":
        request.max_content_length = request.max_form_memory_size = MOST_BYTES + _ROOM


@bp.before_request
def require_privacy() -> Response | None:
    """Answer 404 if the operator allows no photographs, and 403 if others could read the traffic."""
    if request.method == "OPTIONS":
        return None
    if not current_app.config["PHOTOS"]:
        abort(404)
    return None if is_private() else problem(_NOT_PRIVATE, 403)


@bp.get("/t/<session>/photos")
def show(session: str) -> Response:
    """Show the photographs; scorers can add and remove some."""
    return _page(session, None, 200)


@bp.get("/t/<session>/photos/<int:number>.jpg")
def picture(session: str, number: int) -> AnyResponse:
    """Serve a picture. It never changes, so a phone may cache it; shared caches may not."""
    digest = seen_album(visible_table_for(session)).photos.get(number) or abort(404)
    response = Response(all_tables().read(picture_of, session, number) or abort(404), mimetype="image/jpeg")
    response.set_etag(digest)
    response.cache_control.private = True
    response.cache_control.max_age = _DAY
    response.cache_control.immutable = True
    return response.make_conditional(request.environ)


@bp.post("/t/<session>/photos")
def add(session: str) -> AnyResponse:
    """Add a photograph, which the page's script has scaled down and stripped of metadata."""
    require_scorer(session)
    action, file = read_request(), request.files.get("photo")
    if file is None:
        return _page(session, Message("No photograph was chosen. Choose one, then send it."), 422)
    with closing(file):
        sent = file.read()
    cache_table(edits.add(all_tables(), session, action, sent, request.form.get("caption", "")))
    return redirect_to(url_for("table.show", session=session, _anchor="photos"))


@bp.post("/t/<session>/photos/allow")
def allow(session: str) -> AnyResponse:
    """Let scorers add photographs, or stop that."""
    require_host(session)
    is_open = request.form.get("allow") == "yes"
    cache_table(all_tables().act(session, read_request(), lambda table: edits.opening(table, is_open=is_open)))
    return redirect_to(url_for(".show", session=session))


@bp.post("/t/<session>/photos/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    """Remove a photograph for good, after a confirmation."""
    require_scorer(session)
    if request.form.get("sure") != "yes":
        return _page(session, Message("Tap Remove, then Yes: a photograph that is removed is gone for good."), 422)
    cache_table(all_tables().act(session, read_request(), lambda table: edits.removal(table, number)))
    return redirect_to(url_for(".show", session=session))


@bp.errorhandler(RuleError)
def refused(error: RuleError) -> Response:
    """Show the page with the fault; a phone with script gets only the sentence and keeps its picture."""
    session: str = (request.view_args or {})["session"]
    return problem(error.message, 422) if request.htmx else _page(session, error.message, 422)


@bp.errorhandler(RequestEntityTooLarge)
def larger(_: RequestEntityTooLarge) -> Response:
    """Refuse a request that is too large, and say how large a photograph may be."""
    return problem(TOO_LARGE, 413, session=(request.view_args or {}).get("session"))


def _page(session: str, message: Message | None, status: int) -> Response:
    table = visible_table_for(session)
    context = {
        "photos": shown_photos(table),
        "album": seen_album(table),
        "message": message,
        "most": MOST_PHOTOS,
        "longest_caption": LONGEST_CAPTION,
        "longest_side": LONGEST_SIDE,
        "most_bytes": MOST_BYTES,
    }
    return respond("photos/photos.html", status, **common(table), **context)
