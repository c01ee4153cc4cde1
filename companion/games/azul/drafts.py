"""The running round of Azul as far as it is in: a part a seat, and the walls with what these lay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.forms import Draft
from companion.games.azul.drawing import draw
from companion.games.azul.rules import State
from companion.games.azul.typed import typed_in
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
