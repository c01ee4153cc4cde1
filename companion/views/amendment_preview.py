"""What an amendment would change, told before it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Message, Seat, joined
from companion.game.form import form_of
from companion.game.ranking import seats_by_place
from companion.sessions.table import Table, Viewpoint
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import sessions


@dataclass(frozen=True)
class Outlook:
    """Each total that would change, as (seat, before, after), and sentences on places and the end of the game."""

    totals: Sequence[tuple[int, int, int]]
    told: Sequence[Message]


def outlook(table: Table, viewpoint: Viewpoint, kind: str, body: Any) -> Outlook:
    """What an amendment changes, as far as totals may be seen from there; `RuleError` where it cannot stand."""
    after = sessions().preview_amendment(table, kind, body, viewpoint.role)
    shows = VisibleTable(table, viewpoint).shows
    pairs = enumerate(zip(table.state.totals, after.totals, strict=True))
    totals = [(seat, old, new) for seat, (old, new) in pairs if old != new and shows(seat)]
    # Before the first points nobody has a place that could change.
    is_shown = not table.hides and after.totals != table.states[0].totals
    told = _places(table.standing.ranking, table.game.standing(after).ranking) if is_shown else []
    told += _doubts(table, body)
    if after.finished and not table.state.finished:
        told.append(Message("The game is over then."))
    elif table.state.finished and not after.finished:
        told.append(Message("The game goes on then."))
    return Outlook(totals, told)


def _doubts(table: Table, body: Mapping[str, Any]) -> Sequence[Message]:
    """Why the entry of an amendment is likely a slip; nothing where totals are hidden, as it would tell of them."""
    place = table.record.index_of(body["before"] if "before" in body else body["entry"])
    if table.hides or place is None or "value" not in body:
        return []
    return form_of(table.game).doubts(table.states[place], body["value"])


def _places(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[Message]:
    """Who moves to another place."""
    old, new = seats_by_place(before), seats_by_place(after)
    return [_moves(place, seats) for place, seats in new.items() if old.get(place) != seats]


def _moves(place: int, seats: Sequence[int]) -> Message:
    names = joined([Seat(seat) for seat in seats])
    return Message(
        "{seats} moves to place {place}.", "{seats} share place {place} then.", len(seats), place=place, seats=names
    )
