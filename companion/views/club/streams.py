"""Streams of an evening's pages, and their parts for phones that ask."""

from __future__ import annotations

from flask import Response, jsonify, request
from flask_babel import get_locale

from companion.sessions.club.state import EveningState, room_of
from companion.sessions.live.listener import Audience, encode_stream
from companion.views.club.pages import page_of
from companion.views.http.identity import phone, sessions
from companion.views.http.responses import accepts_gzip
from companion.views.render.templating import rendered
from companion.views.table.stream import events_of


def audience_of(page: str, fields: dict[str, str], *, is_alone: bool) -> Audience:
    """Return who sees a page: with `is_alone` only this phone sees it so."""
    return Audience(page, tuple(fields.items()), page, str(get_locale()), phone() if is_alone else None)


def open_stream(state: EveningState, audience: Audience) -> Response:
    """Stream server-sent events: the version at once, with every change and as a heartbeat, and the changed parts."""
    response = Response(mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    is_compressed = accepts_gzip()
    if is_compressed:
        response.headers["Content-Encoding"] = "gzip"
    if request.method == "GET":
        service, room = sessions(), room_of(state.id)
        listener = service.live.listen(room, phone() or 0, audience, is_compressed=is_compressed)
        try:
            events = events_of(listener, response, lambda: service.evenings.versions([room])[room])
            response.response = encode_stream(events, is_compressed=is_compressed)
        except BaseException:
            listener.leave()
            raise
    return response


def current_parts(state: EveningState, audience: Audience) -> Response:
    """Return all current parts of a page."""
    page = page_of(state, audience)
    if page is None:
        return Response(status=404)
    if request.args.get("have") == str(state.row.version):
        return Response(status=204)
    phones = max(1, sessions().live.phones(room_of(state.id)))
    return jsonify(version=state.row.version, phones=phones, parts=rendered(page))
