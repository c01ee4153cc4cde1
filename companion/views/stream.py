"""The stream of a table's changes to one phone, and the same by polling."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from flask import Blueprint, Response, abort, jsonify, request
from flask_babel import get_locale
from werkzeug.datastructures import MultiDict

from companion.game.form import number
from companion.server.stream_socket import KEEP_OPEN
from companion.sessions.listener import Audience, Listener
from companion.sessions.live import TooManyStreams
from companion.sessions.server_event import ServerEvent, encode_stream
from companion.sessions.visible_table import VisibleTable
from companion.views.access import require_scorer, stored_table, visible_table_for
from companion.views.compression import accepts_gzip
from companion.views.guard import phone, sessions
from companion.views.live_pages import PAGES, known_fields, page
from companion.views.page_parts import rendered
from companion.views.template_helpers import say

bp = Blueprint("live", __name__)

_MOST_TABS = 8
_LONGEST = 100


_RETRY = 30  # seconds after which a phone that found no room tries again; its page asks until then


@bp.get("/t/<session>/live/<name>")
def stream(session: str, name: str) -> Response:
    """Server-sent events: the version on connecting, on every change and as a heartbeat, with the changed parts."""
    table = visible_table_for(session)
    _known(name, table)
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    is_compressed = accepts_gzip()
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    if request.method == "GET":
        audience = _audience(name, table)
        kept = sessions()
        # With the session's lock, as a page is rendered that takes several queries on PostgreSQL.
        with kept.tables.locked(session):
            listener = kept.live.listen(
                session, phone() or 0, audience, stored_table(session), is_compressed=is_compressed
            )
        try:
            response.response = encode_stream(_events(listener, response), is_compressed=is_compressed)
            if sessions().store.role(session, listener.phone) is None:
                abort(404)  # sent away before it was heard of here
        except BaseException:
            listener.leave()
            raise
    return response


def _audience(name: str, table: VisibleTable) -> Audience:
    alone = phone() if table.may_hide else None
    # Host and scorers get the same parts, rendered once for all; the page has what shows each of them its own.
    role = "scorer" if table.can_score else "viewer"
    return Audience(name, known_fields(name, table, request.args), role, str(get_locale()), alone)


def _events(listener: Listener, response: Response) -> Iterator[ServerEvent]:
    """What is sent at once over a line that stays open for the rest; where there is none, all of it."""
    kept, session = sessions(), listener.session
    if keep_open := request.environ.get(KEEP_OPEN):
        keep_open(listener)
        return iter([kept.live.opening(listener, kept.store.version(session))])
    response.call_on_close(listener.leave)
    return kept.live.stream(listener, lambda: kept.store.version(session))


@bp.errorhandler(TooManyStreams)
def refused(error: TooManyStreams) -> Response:
    """One line: a page would take longer to make than all else, and no script reads it."""
    return Response(say(error.message) + "\n", 503, {"Retry-After": str(_RETRY)}, mimetype="text/plain")


@bp.get("/t/<session>/parts/<name>")
def parts(session: str, name: str) -> Response:
    """All parts of a page as they stand, for a phone that missed a version or cannot stream."""
    table = visible_table_for(session)
    _known(name, table)
    if request.args.get("have") == str(table.version):
        return Response(status=204)
    made = page(name, table, request.args)
    return jsonify(version=table.version, phones=max(1, sessions().live.phones(session)), parts=rendered(made))


@bp.get("/t/<session>/tabs")
def tabs(session: str) -> Response:
    """The form's parts under several addresses at once (`at`, each the query of one), for when there is no connection.

    They are alike, so that packed together they weigh little more than one.
    """
    require_scorer(session)
    table = visible_table_for(session)
    if table.finished:
        return Response(status=204)
    asked = {at: MultiDict(parse_qsl(at[:_LONGEST])) for at in request.args.getlist("at")[:_MOST_TABS]}
    shown = {at: rendered(page("enter", table, fields)) for at, fields in asked.items()}
    kept = ("head", "form", "bar")
    return jsonify(parts={at: {name: parts[name] for name in kept} for at, parts in shown.items()})


@bp.post("/t/<session>/typing")
def typing(session: str) -> Response:
    """Tell the other phones which seat's part this one is filling in."""
    require_scorer(session)
    table = visible_table_for(session)
    seat = number(request.form, "seat", 0, table.setup.seats - 1)
    if seat is None:
        abort(400)
    sessions().live.send_typing(session, phone() or 0, seat)
    return Response(status=204)


def _known(name: str, table: VisibleTable) -> None:
    """404 for a page that is none, 403 for the entry form of somebody who only watches."""
    if name not in PAGES:
        abort(404)
    if name == "enter" and not table.can_score:
        abort(403)
