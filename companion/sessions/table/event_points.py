"""The points of the entry that each act of a log is about, before and after it: counted when somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.game import RuleError
from companion.sessions.table.session_log import AMENDING
from companion.sessions.table.table import Points, Table, new_table
from companion.storage.records import Event


def points_of(table: Table, first: int, last: int, pause: Callable[[], None]) -> Mapping[int, Points]:
    """The points of the acts from event `first` to event `last`, by number; others go on now and then meanwhile.

    A table that was read from the disk knows its points as they stand and not what each act once changed. No points
    are given of an act that the rules of today would refuse.
    """
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
    """Take in one event; the points of the entry it is about, which alone is played, with all that stand before it."""
    if event.kind not in ("entry", *AMENDING):
        table.follow([event], pause)
        return None, None
    amendment = table.amendment(event)
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
