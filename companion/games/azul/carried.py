"""A running round of Azul that comes from another companion: a wall a seat."""

from __future__ import annotations

from typing import Any

from companion.forms import Draft, known_slots
from companion.game import Message, RuleError, Seat, entry_keys, flag
from companion.games.azul.drafts import slot_of
from companion.games.azul.rules import State
from companion.games.azul.tiling import read_tiling


def carried(state: State, draft: Draft) -> Draft:
    """The draft in the order of the seats, or `RuleError` where the form could not have made it."""
    slots = [slot_of(seat) for seat in range(state.setup.seats)]
    made = {slot: draft[slot] for slot in known_slots(draft, slots)}
    holders = [slot for slot in made if _has_marker(made[slot], state.setup.options["wall"], slots.index(slot))]
    if len(holders) > 1:
        raise RuleError(Message("two seats have the start marker"))
    return made


def _has_marker(part: Any, kind: str, seat: int) -> bool:
    """Whether the seat took the start marker, once its part is read strictly."""
    entry_keys(part, Message("the wall of {seat}", seat=Seat(seat)), ("tiles", "floor", "marker"))
    tiling = read_tiling({"tiles": part["tiles"], "floor": part["floor"]}, kind, seat)
    rows = [line.row for line in tiling.lines]
    if len(set(rows)) < len(rows):
        raise RuleError(Message("{seat} tiles a row twice in one round", seat=Seat(seat)))
    marker = flag(part["marker"], Message("the start marker of {seat}", seat=Seat(seat)))
    if marker and not tiling.floor:
        raise RuleError(Message("the start marker of {seat} lies on no floor space", seat=Seat(seat)))
    return marker
