"""Drafts of a round of Azul: one part per seat, restored from an entry, and validated on import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, RuleError, Seat, entry_keys, flag
from companion.game.pages.form import Draft, Filled, known_slots
from companion.game.pages.seat_slots import SeatSlots
from companion.games.azul.drawing import DrawnWall, draw
from companion.games.azul.form_state import input_from_part
from companion.games.azul.refusals import MARKER_OFF_FLOOR, ROW_TWICE, TWO_MARKERS
from companion.games.azul.state import State
from companion.games.azul.tiling import read_tiling
from companion.games.azul.walls import Wall

SLOTS = SeatSlots("wall")


def parts_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Mapping[str, Any]]:
    """Return the parts in the draft, by seat, without that of the seat `excluding`."""
    return SLOTS.parts(draft, state.setup.seats, excluding)


def drawn_wall(state: State, draft: Draft, seat: int) -> DrawnWall:
    """Return a seat's wall with its part of this round, as far as that is in the draft."""
    return draw(state.walls[seat], input_from_part(draft.get(SLOTS.of(seat))).lines, state.setup.options["wall"])


def wall_of(state: State, draft: Draft, seat: int) -> Wall:
    """Return the same as a wall alone."""
    return drawn_wall(state, draft, seat).wall


def walls_of(state: State, draft: Draft) -> dict[int, Wall]:
    """Return the walls with the new tiles of this round, by seat, for the seats whose part is in the draft."""
    return {seat: wall_of(state, draft, seat) for seat in parts_of(state, draft)}


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Return the draft of an entry: the tiles and the floor of each seat, and whether it has the start marker."""
    first = entry.get("first")
    return {SLOTS.of(seat): {**tiling, "marker": seat == first} for seat, tiling in enumerate(entry["tiling"])}, {}


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return the draft in the order of the seats; `RuleError` if the form could not have produced it."""
    slots = SLOTS.all(state.setup.seats)
    parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
    holders = [slot for slot in parts if _has_marker(parts[slot], state.setup.options["wall"], slots.index(slot))]
    if len(holders) > 1:
        raise RuleError(TWO_MARKERS)
    return parts


def _has_marker(part: Any, kind: str, seat: int) -> bool:
    """Validate the part of a seat; return whether it has the start marker."""
    entry_keys(part, Message("the wall of {seat}", seat=Seat(seat)), ("tiles", "floor", "marker"))
    tiling = read_tiling({"tiles": part["tiles"], "floor": part["floor"]}, kind, seat)
    rows = [line.row for line in tiling.lines]
    if twice := next((row for row in rows if rows.count(row) > 1), None):
        raise RuleError(ROW_TWICE.of(seat=Seat(seat), row=twice))
    marker = flag(part["marker"], Message("the start marker of {seat}", seat=Seat(seat)))
    if marker and not tiling.floor:
        raise RuleError(MARKER_OFF_FLOOR.of(seat=Seat(seat)))
    return marker
