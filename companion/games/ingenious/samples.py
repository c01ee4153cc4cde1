"""Sample games of Ingenious on the board: the best of some tiles goes to the best of some places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.ingenious.board import Board, Spots, score_tile
from companion.games.ingenious.colours import COLOURS, Tile, copies
from companion.games.ingenious.state import State
from companion.games.ingenious.turns import legal_places

_HAND = 4  # tiles that a player compares, drawn anew each time
_LOOKED_AT = 12  # places that are compared for each


def _next_entry(state: State, random: Random) -> Any:
    board = state.board
    assert board is not None, "the sample tables of this game have a board"
    bag, places, track = _bag(board), list(legal_places(state)), state.track(state.turn)
    ways = [
        (tile, way)
        for tile in random.sample(bag, min(_HAND, len(bag)))
        for at in random.sample(places, min(_LOOKED_AT, len(places)))
        for way in (at, (at[1], at[0]))
    ]
    tile, at = max(ways, key=lambda way: _worth(board, way[0], way[1], track))
    return {"seat": state.turn, "tile": list(tile), "at": [list(space) for space in at]}


def _bag(board: Board) -> list[Tile]:
    """The tiles that are not on the board."""
    laid = Counter(tuple(sorted(placed.tile)) for placed in board.tiles)
    kinds = [tuple(sorted(tile)) for tile in combinations_with_replacement(COLOURS, 2)]
    return [(first, other) for first, other in kinds for _ in range(copies((first, other)) - laid[first, other])]


def _worth(board: Board, tile: Tile, at: Spots, track: Sequence[int]) -> float:
    """What a tile scores there; a colour counts more, the further its marker is behind."""
    most = max(track)
    return sum(half.points * (2 + most - track[COLOURS.index(half.colour)]) for half in score_tile(board, tile, at))


_BOARD = {"board": True}
SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(2, _BOARD), SampleSetup(4, {**_BOARD, "mode": "team"})),
    running=(SampleSetup(3, _BOARD),),
)
