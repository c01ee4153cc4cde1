"""What Azul pays and costs: a tile by the runs it lies in, the floor line by its spaces, a wall at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.azul.walls import SIZE, Grid, full_colours, full_columns, full_rows

FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
FLOOR_SPACES = len(FLOOR_COSTS)
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10

_ALONE = range(0)
_LOSSES = tuple(sum(FLOOR_COSTS[:taken]) for taken in range(FLOOR_SPACES + 1))


class TileScore(NamedTuple):
    """What a tile scores, and the runs it lies in, itself counted; 0 where it has no neighbour that way."""

    points: int
    horizontal: int
    vertical: int


class Bonuses(NamedTuple):
    """The complete rows, columns and colours of a wall."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colours: tuple[str, ...]

    @property
    def points(self) -> int:
        return ROW_BONUS * len(self.rows) + COLUMN_BONUS * len(self.columns) + COLOUR_BONUS * len(self.colours)

    def as_json(self) -> dict[str, int]:
        return {"rows": len(self.rows), "columns": len(self.columns), "colours": len(self.colours)}


def tile_score(wall: Grid, row: int, column: int) -> TileScore:
    """What a tile in a space of the wall scores, whether it lies there yet or not (Azul B, Scoring).

    The run across and the run down count each where it is longer than the tile alone; a tile alone scores 1.

    >>> wall = [[None] * 5, ["white", "blue", "red", None, None], *([None] * 5 for _ in range(3))]
    >>> tile_score(wall, 2, 4), tile_score(wall, 3, 2), tile_score(wall, 4, 4)
    (TileScore(points=4, horizontal=4, vertical=0), TileScore(points=2, horizontal=0, vertical=2), \
TileScore(points=1, horizontal=0, vertical=0))
    """
    across, down = _run(wall[row - 1], column - 1), _run([line[column - 1] for line in wall], row - 1)
    horizontal, vertical = len(across), len(down)
    return TileScore(horizontal + vertical or 1, horizontal, vertical)


def run_spaces(wall: Grid, row: int, column: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """The spaces, as row and column, of the two runs that a tile scores, across and down; empty where it has none.

    >>> run_spaces((("blue", None, None, None, None), *[(None,) * 5] * 4), 1, 2)
    (((1, 1), (1, 2)), ())
    """
    across, down = _run(wall[row - 1], column - 1), _run([line[column - 1] for line in wall], row - 1)
    return tuple((row, index + 1) for index in across), tuple((index + 1, column) for index in down)


def _run(spaces: Sequence[str | None], index: int) -> range:
    """Where the tiles stand that form one run with the one at `index`, itself counted; nowhere if it is alone."""
    before, after = index, index + 1
    while before and spaces[before - 1] is not None:
        before -= 1
    while after < SIZE and spaces[after] is not None:
        after += 1
    return range(before, after) if after - before > 1 else _ALONE


def floor_loss(taken: int) -> int:
    """What a floor line with so many taken spaces costs; the eighth tile and any more cost nothing (Azul B, Scoring).

    >>> [floor_loss(taken) for taken in (0, 1, 5, 7, 12)]
    [0, 1, 8, 14, 14]
    """
    return _LOSSES[min(taken, FLOOR_SPACES)]


def bonuses(wall: Grid) -> Bonuses:
    """What of a wall is complete and would bring points at the end: 2 a row, 7 a column, 10 a colour (Azul, End).

    >>> from companion.games.azul.walls import EMPTY
    >>> bonuses((("blue", "yellow", "red", "black", "white"), *EMPTY[1:]))
    Bonuses(rows=(1,), columns=(), colours=())
    >>> bonuses((("blue", "yellow", "red", "black", "white"), *EMPTY[1:])).points
    2
    """
    return Bonuses(full_rows(wall), full_columns(wall), full_colours(wall))
