"""The log of a session as people read it: who did what when, and what it was before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.store import Event
from companion.table import Table, Viewpoint
from companion.views.guard import sessions

_SHOWN = 500


@dataclass(frozen=True)
class LogRow:
    """One act: which phone, when, what; the points of its entry before and after, None a seat where hidden."""

    number: int
    phone: Message
    at: str
    told: Message
    before: Sequence[int | None] | None
    after: Sequence[int | None] | None
    stands: bool


def log_of(table: Table, viewpoint: Viewpoint, before: int | None = None) -> list[LogRow]:
    """The log, the latest act first: as much as one page holds of it, from the act before another one on."""
    names = table.phone_names(sessions().store.members(table.id))
    end = table.version if before is None else before - 1
    standing = {done.event.number for done in table.done}
    return [
        _row(table, viewpoint, event, names.get(event.phone), standing) for event in reversed(table.log[:end][-_SHOWN:])
    ]


def _row(table: Table, viewpoint: Viewpoint, event: Event, phone: Message | None, standing: set[int]) -> LogRow:
    done = table.about.get(event.number)
    stands = event.number in standing or event.number not in table.about
    shows = table.shows(viewpoint)

    def seen(points: tuple[int, ...] | None) -> Sequence[int | None] | None:
        return None if points is None else [n if shows(seat) else None for seat, n in enumerate(points)]

    return LogRow(
        event.number,
        phone or Message("another phone"),
        event.at,
        table.told(event),
        seen(done.before) if done else None,
        seen(done.after) if done else None,
        stands,
    )
