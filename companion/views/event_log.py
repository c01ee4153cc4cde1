"""The log of a session as people read it: who did what when, and what it was before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message, joined
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import sessions

_SHOWN = 100


@dataclass(frozen=True)
class LogRow:
    """One act: which phone, when, what; the points of its entry before and after, None a seat where hidden."""

    number: int
    phone: Message
    at: str
    told: Message | joined
    before: Sequence[int | None] | None
    after: Sequence[int | None] | None
    stands: bool


def log_of(table: VisibleTable, before: int | None = None) -> list[LogRow]:
    """The log, the latest act first: as much as one page holds of it, from the act before another one on."""
    names = table.phone_names(sessions().store.members(table.id))
    return [
        LogRow(
            act.number,
            names.get(act.phone, Message("another phone")),
            act.at,
            act.description,
            act.before,
            act.after,
            act.stands,
        )
        for act in table.acts(before, _SHOWN, sessions().points_of)
    ]
