"""Sample games of Ingenious on the board: the best of some random tiles on the best of some random places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.ingenious.board import Board, SpacePair, score_tile
from companion.games.ingenious.colours import COLOURS, Tile, copies
from companion.games.ingenious.state import State
from companion.games.ingenious.turns import legal_places

_HAND = 4  # tiles that a player compares, drawn anew each time
_MOST_PLACES = 12  # places that are compared for each


def _next_entry(state: State, random: Random) -> Any:
    board = state.board
    assert board is not None, "the sample tables of this game have a board"
    bag, places, track = _bag(board), list(legal_places(state)), state.track(state.turn)
    candidates = [
        (tile, placing)
        for tile in random.sample(bag, min(_HAND, len(bag)))
        for at in random.sample(places, min(_MOST_PLACES, len(places)))
        for placing in (at, (at[1], at[0]))
    ]
    tile, at = max(candidates, key=lambda placing: _worth(board, placing[0], placing[1], track))
    return {"seat": state.turn, "tile": list(tile), "at": [list(space) for space in at]}


def _bag(board: Board) -> list[Tile]:
    """Return the tiles that are not on the board."""
    laid = Counter(tuple(sorted(placed.tile)) for placed in board.tiles)
    kinds = [tuple(sorted(tile)) for tile in combinations_with_replacement(COLOURS, 2)]
    return [(first, second) for first, second in kinds for _ in range(copies((first, second)) - laid[first, second])]


def _worth(board: Board, tile: Tile, at: SpacePair, track: Sequence[int]) -> float:
    """Return the value of a placing: its points, weighted by how far each colour's marker is behind."""
    most = max(track)
    return sum(half.points * (2 + most - track[COLOURS.index(half.colour)]) for half in score_tile(board, tile, at))


_BOARD = {"board": True}
SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(2, _BOARD), SampleSetup(4, {**_BOARD, "mode": "team"})),
    running=(SampleSetup(3, _BOARD),),
)
