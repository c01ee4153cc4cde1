"""The past games of a group as a calendar (RFC 5545), to take along or to subscribe to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from flask import Response, make_response
from icalendar import Calendar, Event

from companion.game import Message, joined
from companion.history.group_games import GroupGame
from companion.history.stats import kind_of
from companion.time_slices import in_slices
from companion.views.export.exports import long_answer
from companion.views.groups.summary import GUEST, GamesToList
from companion.views.history.statistics import game_title
from companion.views.render.template_helpers import say

_AT_ONCE = 20
_SHORTEST = timedelta(minutes=1)
"""RFC 5545, 3.8.2.2: an event has to end later than it begins."""


def calendar_file(listed: GamesToList, name: str) -> Response:
    """Return the games as a calendar; a long one is made while it is sent."""
    return make_response(
        long_answer(_pieces(listed, name)), 200,
        {"Content-Type": "text/calendar; charset=utf-8", "Content-Disposition": "attachment; filename=games.ics"},
    )  # fmt: skip


def _pieces(listed: GamesToList, name: str) -> Iterator[bytes]:
    calendar = Calendar()
    calendar.add("prodid", "-//tabletop-companion//games//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    lines = calendar.to_ical().splitlines(keepends=True)
    yield b"".join(lines[:-1])
    events: list[bytes] = []
    for game in in_slices(listed.games()):
        events.append(_event(game, listed).to_ical())
        if len(events) == _AT_ONCE:
            yield b"".join(events)
            events = []
    yield b"".join([*events, lines[-1]])


def _event(game: GroupGame, listed: GamesToList) -> Event:
    event, ended = Event(), _moment(game.ended)
    began = min(_moment(game.made), ended)
    event.add("uid", f"{hashlib.sha256(game.session.encode()).hexdigest()[:24]}@tabletop-companion")
    event.add("dtstamp", ended)
    event.add("dtstart", began)
    event.add("dtend", max(ended, began + _SHORTEST))
    event.add("summary", say(game_title(game.game, kind_of(game))))
    event.add("description", say(_scores(game, listed)))
    event.add("transp", "TRANSPARENT")
    return event


def _scores(game: GroupGame, listed: GamesToList) -> joined:
    """Return who had how many points, best first; who is not in the group has no name."""
    seats = sorted(range(len(game.places)), key=lambda seat: game.places[seat])
    names = [listed.names.get(game.keys[seat]) or say(GUEST) for seat in seats]
    if not game.is_scored:
        return joined(names)
    scored = zip(names, seats, strict=True)
    return joined([Message("{name} {total}", name=name, total=game.totals[seat]) for name, seat in scored])


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
