"""What an amendment would change, told before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Message, Seat, joined
from companion.store import Event
from companion.table import Table, Viewpoint


@dataclass(frozen=True)
class Outlook:
    """Each total that would change, as (seat, before, after), and sentences on places and the end of the game."""

    totals: Sequence[tuple[int, int, int]]
    told: Sequence[Message]


def outlook(table: Table, viewpoint: Viewpoint, kind: str, body: Any) -> Outlook:
    """What an amendment changes, as far as totals may be seen from there; `RuleError` where it cannot stand."""
    after = table.after(Event(table.version + 1, "", b"", kind, body, 0, ""))
    shows = table.shows(viewpoint)
    pairs = enumerate(zip(table.state.totals, after.state.totals, strict=True))
    totals = [(seat, old, new) for seat, (old, new) in pairs if old != new and shows(seat)]
    told = [] if table.hides else _places(table.standing.ranking, after.standing.ranking)
    if after.state.finished and not table.state.finished:
        told.append(Message("The game is over then."))
    elif table.state.finished and not after.state.finished:
        told.append(Message("The game goes on then."))
    return Outlook(totals, told)


def _places(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[Message]:
    """Each place that goes to somebody else."""
    old, new = _numbered(before), _numbered(after)
    return [
        Message("Place {place} goes to {seats}.", place=place, seats=joined([Seat(seat) for seat in seats]))
        for place, seats in new.items()
        if old.get(place) != seats
    ]


def _numbered(ranking: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    made: dict[int, tuple[int, ...]] = {}
    place = 1
    for seats in ranking:
        made[place] = tuple(seats)
        place += len(seats)
    return made
