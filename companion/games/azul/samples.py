"""Sample games of Azul: short pattern lines are completed more often than long ones."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.azul.state import State
from companion.games.azul.walls import COLOURS, GREY, PLACES, Wall, column_of, fault

_COMPLETED = (0.8, 0.7, 0.6, 0.45, 0.35)  # the probability that a pattern line is full after a round, from the top
_FLOOR = (0, 0, 0, 0, 1, 1, 2, 3, 5)


def _next_entry(state: State, random: Random) -> Any:
    kind = state.setup.options["wall"]
    first = random.randrange(state.setup.seats)
    # The start marker takes a space of the floor.
    floors = [max(random.choice(_FLOOR), int(seat == first)) for seat in range(state.setup.seats)]
    tiles = [_tiles(wall, kind, seat, random) for seat, wall in enumerate(state.walls)]
    tiling = [{"tiles": seat_tiles, "floor": floor} for seat_tiles, floor in zip(tiles, floors, strict=True)]
    return {"tiling": tiling, "first": first}


def _tiles(wall: Wall, kind: str, seat: int, random: Random) -> list[dict[str, Any]]:
    """Return the tiles of a round for one wall, placed one by one, as each limits the next ones.

    On a grey wall each seat shifts the printed pattern by a different number of columns: with tiles in random columns
    it could become impossible to complete a row, and the game would not end.
    """
    shift = seat + 1 if kind == GREY else 0
    grid = [list(line) for line in wall]
    tiles: list[dict[str, Any]] = []
    for row, probability in zip(PLACES, _COMPLETED, strict=True):
        columns = {colour: (column_of(row, colour) - 1 + shift) % len(PLACES) + 1 for colour in COLOURS}
        allowed = [(colour, column) for colour, column in columns.items() if fault(grid, row, column, colour) is None]
        if not allowed or random.random() > probability:
            continue
        colour, column = random.choice(allowed)
        grid[row - 1][column - 1] = colour
        tiles.append({"row": row, "colour": colour, **({"column": column} if kind == GREY else {})})
    return tiles


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(3), SampleSetup(2, {"wall": GREY})),
    running=(SampleSetup(4),),
)
