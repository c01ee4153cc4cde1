"""Preview of what an amendment would change."""

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
class AmendmentPreview:
    """Totals that would change, as (seat, before, after), and sentences on places, warnings and the end of the game."""

    totals: Sequence[tuple[int, int, int]]
    sentences: Sequence[Message]


def preview_amendment(table: Table, viewpoint: Viewpoint, kind: str, body: Any) -> AmendmentPreview:
    """Preview an amendment without totals that are hidden from `viewpoint`; raise `RuleError` if it is refused."""
    after = sessions().preview_amendment(table, kind, body, viewpoint.role)
    shows = VisibleTable(table, viewpoint).shows
    pairs = enumerate(zip(table.state.totals, after.totals, strict=True))
    totals = [(seat, old, new) for seat, (old, new) in pairs if old != new and shows(seat)]
    # Before the first points nobody has a place.
    is_shown = not table.hides and after.totals != table.states[0].totals
    sentences = _places(table.standing.ranking, table.game.standing(after).ranking) if is_shown else []
    sentences += _entry_warnings(table, body)
    if after.finished and not table.state.finished:
        sentences.append(Message("The game is over then."))
    elif table.state.finished and not after.finished:
        sentences.append(Message("The game goes on then."))
    return AmendmentPreview(totals, sentences)


def _entry_warnings(table: Table, body: Mapping[str, Any]) -> Sequence[Message]:
    """Return why the new entry is a likely mistake; nothing while totals are hidden, as it could reveal them."""
    place = table.record.index_of(body["before"] if "before" in body else body["entry"])
    if table.hides or place is None or "value" not in body:
        return []
    return form_of(table.game).entry_warnings(table.states[place], body["value"])


def _places(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[Message]:
    """Describe the seats whose place changes."""
    old, new = seats_by_place(before), seats_by_place(after)
    return [_moves(place, seats) for place, seats in new.items() if old.get(place) != seats]


def _moves(place: int, seats: Sequence[int]) -> Message:
    names = joined([Seat(seat) for seat in seats])
    return Message(
        "{seats} moves to place {place}.", "{seats} share place {place} then.", len(seats), place=place, seats=names
    )
