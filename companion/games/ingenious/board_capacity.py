"""Estimate how many tiles still fit when points are entered and the board is unknown."""

from __future__ import annotations

from companion.games.ingenious.hexes import area
from companion.games.ingenious.state import State
from companion.games.ingenious.tracks import area_of

TILES_IN_GAME = 120
"""The tiles of the game."""


def max_tiles(state: State) -> int:
    """The tiles that fit on the area of this game, two spaces each beside the printed symbols, as the box has them."""
    ground = area(area_of(state.mode, state.setup.seats))
    return min(TILES_IN_GAME, (len(ground.spaces) - len(ground.symbols)) // 2)


def tiles_left(state: State) -> int | None:
    """The maximum number of tiles that still fit; None with a board."""
    return None if state.board else max(0, max_tiles(state) - state.laid)


def can_be_full(state: State) -> bool:
    """Whether the board can be full: in the worst case it is with half of the maximum number of tiles."""
    return state.board is None and not state.finished and 2 * state.laid >= max_tiles(state)
