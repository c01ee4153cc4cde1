"""The activity log of a session: who did what when, with the points before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message, joined
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import sessions

_SHOWN = 100


@dataclass(frozen=True)
class LogRow:
    """One action: phone, time, description, and the entry's points before and after, None for hidden seats.

    `entry` is the number that its entry has now, None if there is none. `told` says what the entry did, where points
    alone do not, and where this action says so still.
    """

    number: int
    phone: Message
    at: str
    description: Message | joined
    before: Sequence[int | None] | None
    after: Sequence[int | None] | None
    stands: bool
    entry: int | None
    told: Message | None


def log_of(table: VisibleTable, before: int | None = None) -> list[LogRow]:
    """Return one page of the log, latest action first, starting with the action before number `before`."""
    names = table.log.phone_names(sessions().store.members(table.id))
    return [
        LogRow(
            action.number,
            names.get(action.phone, Message("another phone")),
            action.at,
            action.description,
            action.before,
            action.after,
            action.stands,
            action.entry,
            table.summary(action.entry) if action.entry and action.stands and action.is_latest else None,
        )
        for action in table.log.actions(before, _SHOWN, sessions().points_of)
    ]
