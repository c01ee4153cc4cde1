"""The stream of a table's changes to one phone, and the same by polling."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from flask_babel import get_locale

from companion.forms import number
from companion.live import LINE, Audience, written
from companion.views.compressing import accepts_gzip
from companion.views.guard import phone, sessions
from companion.views.pages import PAGES, audience_fields, page, rendered
from companion.views.table import scored_by, seen_by

bp = Blueprint("live", __name__)


@bp.get("/t/<session>/live/<name>")
def stream(session: str, name: str) -> Response:
    """Server-sent events: the version on connecting, on every change and as a heartbeat, with the changed parts."""
    table, viewpoint = seen_by(session)
    _known(name)
    fields = audience_fields(name, table, request.args)
    alone = phone() if table.row.hidden else None
    # A host sees what a scorer sees: one audience, so that the page is rendered once for both.
    role = "scorer" if viewpoint.role == "host" else viewpoint.role
    audience = Audience(name, fields, role, str(get_locale()), alone)
    kept = sessions()
    live, is_packed = kept.live, accepts_gzip()
    listener = live.listen(session, phone() or 0, audience, is_packed=is_packed)
    if keep_open := request.environ.get(LINE):
        keep_open(listener.take)
        events = iter([live.opening(listener, kept.store.version(session))])
    else:
        events = live.stream(listener, lambda: kept.store.version(session))

    response = Response(written(events, is_packed=is_packed), mimetype="text/event-stream")
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(lambda: live.leave(listener) if listener.line is None else None)
    return response


@bp.get("/t/<session>/parts/<name>")
def parts(session: str, name: str) -> Response:
    """All parts of a page as they stand, for a phone that missed a version or cannot stream."""
    table, viewpoint = seen_by(session)
    _known(name)
    if request.args.get("have") == str(table.version):
        return Response(status=204)
    made = page(name, table, viewpoint, request.args)
    return jsonify(version=table.version, phones=max(1, sessions().live.phones(session)), parts=rendered(made))


@bp.post("/t/<session>/typing")
def typing(session: str) -> Response:
    """Tell the other phones which seat's part this one is filling in."""
    scored_by(session)
    table, _ = seen_by(session)
    seat = number(request.form, "seat", 0, table.setup.seats - 1)
    if seat is None:
        abort(400)
    sessions().live.tell_typing(session, phone() or 0, seat)
    return Response(status=204)


def _known(name: str) -> None:
    if name not in PAGES:
        abort(404)
