"""The changes of a table, streamed to a phone or fetched by polling."""

from collections.abc import Callable
from urllib.parse import parse_qsl

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.datastructures import MultiDict

from companion.engine import MOST_SEATS
from companion.live.audiences import Audience, Listener
from companion.live.live import TooManyStreams
from companion.server import KEEP_OPEN
from companion.table.visible_table import VisibleTable
from companion.views.http.guard import accepts_gzip
from companion.views.http.phone import all_tables, is_same_phone, phone, require_scorer, role_at
from companion.views.http.requests import clear_cached_table, posted_number, stored_table, visible_table_for
from companion.views.render.template_helpers import Page, rendered, say
from companion.views.table.live_pages import PAGES, audience_of, page

bp = Blueprint("stream", __name__)

_MOST_TABS = MOST_SEATS + 2  # of each seat, and two ways of a form
_LONGEST_QUERY = 100
_RETRY = 30  # seconds until a refused phone tries again; until then its page polls


@bp.get("/t/<session>/live/<name>")
def stream(session: str, name: str) -> Response:
    """Stream server-sent events: the version at once, with every change and as a heartbeat, and the changed parts."""
    audience = audience_of(name, _table_with(name, session), request.args)
    return stream_to(session, phone() or 0, audience, lambda: role_at(session) is not None)


def stream_to(session: str, number: int, audience: Audience, is_let_in: Callable[[], bool]) -> Response:
    """Stream a page to a phone; abort with 404 where it was sent away before the stream was registered."""
    tables = all_tables()

    def listen(*, is_compressed: bool) -> Listener:
        # Under the session's lock, as rendering the page takes several queries on PostgreSQL.
        with tables.loader.locked(session):
            clear_cached_table()  # what changed before the lock was taken is not told to this phone
            return tables.live.listen(session, number, audience, stored_table(session), is_compressed=is_compressed)

    return event_stream(listen, lambda: tables.versions([session])[session], is_let_in)


def event_stream(
    listen: Callable[..., Listener], version: Callable[[], int], is_let_in: Callable[[], bool] = lambda: True
) -> Response:
    """Stream the events of the listener that `listen` registers; abort with 404 if it is not let in by then."""
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    is_compressed = accepts_gzip()
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    if request.method == "GET":
        listener = listen(is_compressed=is_compressed)
        try:
            response.response = iter([all_tables().live.opening(listener, version())])  # of a list the length is sent
            if not (is_same_phone() and is_let_in()):
                abort(404)
            request.environ.get(KEEP_OPEN, _keep_closed)(listener.take)
        except BaseException:
            listener.leave()
            raise
    return response


def _keep_closed(take: Callable[[None], None]) -> None:
    """End the stream after its first event, where no server keeps it open; the page comes back for the next."""
    take(None)


@bp.app_errorhandler(TooManyStreams)
def handle_too_many_streams(error: TooManyStreams) -> Response:
    """Answer with one line (503): an error page would be slow to render, and the script does not show it."""
    return Response(say(error.message) + "\n", 503, {"Retry-After": str(_RETRY)}, mimetype="text/plain")


@bp.get("/t/<session>/parts/<name>")
def parts(session: str, name: str) -> Response:
    """Return the current parts of a page, for a phone that missed a version, cannot stream or previews an entry."""
    table = _table_with(name, session)
    return current_parts(session, table.version, lambda: page(name, table, request.args))


def current_parts(room: str, version: int, content: Callable[[], Page]) -> Response:
    """Return the current parts of a page, or `only` some; 204 where the phone has this version of it."""
    if request.args.get("have") == str(version):
        return Response(status=204)
    shown = rendered(content(), only=request.args.getlist("only"))
    return jsonify(version=version, phones=max(1, all_tables().live.phones(room)), parts=shown)


@bp.get("/t/<session>/tabs")
def tabs(session: str) -> Response:
    """Return the form's parts for several queries (`at`), which a phone shows without a connection."""
    require_scorer(session)
    table = visible_table_for(session)
    if table.finished:
        return Response(status=204)
    queries = {at: MultiDict(parse_qsl(at[:_LONGEST_QUERY])) for at in request.args.getlist("at")[:_MOST_TABS]}
    shown = {at: rendered(page("enter", table, fields), only=("head", "form", "bar")) for at, fields in queries.items()}
    return jsonify(parts=shown)


@bp.post("/t/<session>/typing")
def typing(session: str) -> Response:
    """Tell the other phones which seat's part this one is filling in."""
    require_scorer(session)
    seat = posted_number("seat", 0, visible_table_for(session).setup.seats - 1)
    all_tables().live.send_typing(session, phone() or 0, seat)
    return Response(status=204)


def _table_with(name: str, session: str) -> VisibleTable:
    """Return the table; abort with 404 for an unknown page of it, with 403 if a viewer asks for the entry form."""
    table = visible_table_for(session)
    if name not in PAGES:
        abort(404)
    return abort(403) if name == "enter" and not table.can_score else table
