"""The points before and after each action of a log, of the entry that it changed; computed on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.game import RuleError
from companion.sessions.table.session_log import AMENDING
from companion.sessions.table.table import Points, Table, new_table
from companion.storage.records import Event


def points_of(table: Table, first: int, last: int, pause: Callable[[], None]) -> Mapping[int, Points]:
    """Return the points of the actions from event `first` to event `last`, by number; `pause` lets other work run.

    A table that was read from the disk has only its current points, so its log is replayed. An action that the current
    rules refuse has no points.
    """
    if not table.is_played:
        return {}
    wanted = table.log.events[first - 1 : last]
    if any(event.number in table.log.applied and event.number not in table.points for event in wanted):
        table.points.update(_counted(table, table.log.events[: first - 1], wanted, pause))
    return table.points


def _counted(
    table: Table, before: Sequence[Event], wanted: Sequence[Event], pause: Callable[[], None]
) -> Mapping[int, Points]:
    again = new_table(table.row, *table.opened)
    again.follow(before, pause)
    return {event.number: _points_of(again, event, pause) for event in wanted}


def _points_of(table: Table, event: Event, pause: Callable[[], None]) -> Points:
    """Apply one event; return the points of its entry before and after. Only that entry and earlier ones are played."""
    if event.kind not in ("entry", *AMENDING):
        table.follow([event], pause)
        return None, None
    amendment = table.amendment(event.kind, event.body)
    is_new, place = event.kind in ("entry", "insert"), amendment.start
    before = None if is_new else _played(table, place, pause)
    table.follow([event], pause)
    return before, _played(table, place, pause) if amendment.added else None


def _played(table: Table, place: int, pause: Callable[[], None]) -> tuple[int, ...] | None:
    """The points of the entry at `place` (from 0), None where the rules of today refuse it or one before it."""
    try:
        table.record.play_remaining(place + 1, pause)
    except RuleError:
        return None
    return table.played[place].points
