"""The running round of Azul: a part a seat, read back from an entry, and checked where it comes from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, RuleError, Seat, entry_keys, flag
from companion.game.form import Draft, Filled, known_slots
from companion.games.azul.drawing import draw
from companion.games.azul.form_state import typed_in
from companion.games.azul.rules import State
from companion.games.azul.tiling import read_tiling
from companion.games.azul.walls import Wall


def slot_of(seat: int) -> str:
    return f"wall-{seat}"


def parts_of(state: State, draft: Draft, but: int | None = None) -> dict[int, Mapping[str, Any]]:
    """The parts that are in, by seat, without that of `but`."""
    return {seat: draft[slot_of(seat)] for seat in range(state.setup.seats) if seat != but and slot_of(seat) in draft}


def walls_of(state: State, draft: Draft) -> dict[int, Wall]:
    """The walls of this round whose parts are in, with their new tiles."""
    kind = state.setup.options["wall"]
    return {
        seat: draw(state.walls[seat], typed_in(part).lines, kind).wall for seat, part in parts_of(state, draft).items()
    }


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The tiles and the floor of every seat, and whose the start marker is."""
    first = entry.get("first")
    return {slot_of(seat): {**told, "marker": seat == first} for seat, told in enumerate(entry["tiling"])}, {}


def validate_draft(state: State, draft: Draft) -> Draft:
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
