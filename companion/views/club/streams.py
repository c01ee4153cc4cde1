"""Streams of an evening's pages, and their parts for phones that ask."""

from __future__ import annotations

from flask import Response
from flask_babel import get_locale

from companion.sessions.club.state import EveningState, room_of
from companion.sessions.live.listener import Audience, Listener
from companion.views.club.pages import page_of
from companion.views.http.identity import phone, sessions
from companion.views.table.stream import current_parts, event_stream


def audience_of(page: str, fields: dict[str, str], *, is_alone: bool) -> Audience:
    """Return who sees a page: with `is_alone` only this phone sees it so."""
    return Audience(page, tuple(fields.items()), page, str(get_locale()), phone() if is_alone else None)


def open_stream(state: EveningState, audience: Audience) -> Response:
    """Stream server-sent events: the version at once, with every change and as a heartbeat, and the changed parts."""
    service, room = sessions(), room_of(state.id)

    def listen(is_compressed: bool) -> Listener:
        return service.live.listen(room, phone() or 0, audience, is_compressed=is_compressed)

    return event_stream(listen, lambda: service.evenings.versions([room])[room])


def parts_for(state: EveningState, audience: Audience) -> Response:
    """Return all current parts of a page."""
    page = page_of(state, audience)
    return Response(status=404) if page is None else current_parts(room_of(state.id), state.row.version, lambda: page)
