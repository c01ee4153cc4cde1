"""The scoring of Azul: a tile by its runs, the floor line by its spaces, the bonuses of a wall at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.games.azul.walls import SIZE, Grid, full_colours, full_columns, full_rows

LINES = range(1 << SIZE)
SPACES = range(SIZE)
COUNT = [line.bit_count() for line in LINES]


def _far(line: int, space: int) -> int:
    """Return how many tiles of a line are in the run of a new tile in `space` without being its neighbours."""
    reached = 0
    for step in (-1, 1):
        at = space + 2 * step
        while at in SPACES and line >> (at - step) & 1 and line >> at & 1:
            reached, at = reached + 1, at + step
    return reached


FAR = [[_far(line, space) for space in SPACES] for line in LINES]
"""The number of far tiles that a tile reaches when it is placed, by line and space."""

BESIDE = [[(line << 1 | line >> 1) >> space & 1 for space in SPACES] for line in LINES]
"""Whether a tile in a space has a neighbour in the line, 1 or 0, by line and space."""


def _extremes(choose: Callable[[Iterable[int]], int], corners: int) -> Sequence[int]:
    """Return the least or the greatest number of far tiles for each line, over all orders from an empty line.

    A tile in one of the spaces `corners` counts one more if it has a neighbour in the line when it is placed.
    """
    extremes = [0]
    for line in LINES[1:]:
        fillings = ((line ^ 1 << space, space) for space in SPACES if line >> space & 1)
        extremes.append(
            choose(
                [
                    extremes[line_before]
                    + FAR[line_before][space_filled]
                    + (BESIDE[line_before][space_filled] & corners >> space_filled)
                    for line_before, space_filled in fillings
                ]
            )
        )
    return extremes


LEAST_FAR = _extremes(min, 0)
MOST_FAR = _extremes(max, 0)
MOST_WITH_CORNERS = [_extremes(max, corners) for corners in LINES]
"""The greatest number of far tiles and corners together, by the spaces that can be corners and by line."""


FLOOR_COSTS = (1, 1, 2, 2, 2, 3, 3)
FLOOR_SPACES = len(FLOOR_COSTS)
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10

_ALONE = range(0)
_LOSSES = tuple(sum(FLOOR_COSTS[:taken]) for taken in range(FLOOR_SPACES + 1))


class TileScore(NamedTuple):
    """The points of a tile and the lengths of its runs, including the tile; 0 without a neighbour in that direction."""

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
        """The points of all bonuses."""
        return ROW_BONUS * len(self.rows) + COLUMN_BONUS * len(self.columns) + COLOUR_BONUS * len(self.colours)

    def as_json(self) -> dict[str, int]:
        """Return the number of bonuses of each kind."""
        return {"rows": len(self.rows), "columns": len(self.columns), "colours": len(self.colours)}


def tile_score(wall: Grid, row: int, column: int) -> TileScore:
    """Score a tile in a space of the wall, which may already hold the tile or still be empty (Azul B, Scoring).

    The horizontal and the vertical run each count if they are longer than one tile; a tile without neighbours scores 1.

    >>> wall = [[None] * 5, ["white", "blue", "red", None, None], *([None] * 5 for _ in range(3))]
    >>> tile_score(wall, 2, 4), tile_score(wall, 3, 2), tile_score(wall, 4, 4)
    (TileScore(points=4, horizontal=4, vertical=0), TileScore(points=2, horizontal=0, vertical=2), \
TileScore(points=1, horizontal=0, vertical=0))
    """
    across, down = _run(wall[row - 1], column - 1), _run([line[column - 1] for line in wall], row - 1)
    horizontal, vertical = len(across), len(down)
    return TileScore(horizontal + vertical or 1, horizontal, vertical)


def run_spaces(wall: Grid, row: int, column: int) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return the spaces, as (row, column), of the horizontal and the vertical run of a tile; empty without neighbours.

    >>> run_spaces((("blue", None, None, None, None), *[(None,) * 5] * 4), 1, 2)
    (((1, 1), (1, 2)), ())
    """
    across, down = _run(wall[row - 1], column - 1), _run([line[column - 1] for line in wall], row - 1)
    return tuple((row, index + 1) for index in across), tuple((index + 1, column) for index in down)


def _run(spaces: Sequence[str | None], index: int) -> range:
    """Return the indices of the run of tiles around `index`; empty if it has only that tile."""
    start, end = index, index + 1
    while start and spaces[start - 1] is not None:
        start -= 1
    while end < SIZE and spaces[end] is not None:
        end += 1
    return range(start, end) if end - start > 1 else _ALONE


def floor_loss(taken: int) -> int:
    """Return the loss for a floor line with `taken` tiles; more than seven cost no more (Azul B, Scoring).

    >>> [floor_loss(taken) for taken in (0, 1, 5, 7, 12)]
    [0, 1, 8, 14, 14]
    """
    return _LOSSES[min(taken, FLOOR_SPACES)]


def bonuses(wall: Grid) -> Bonuses:
    """Return the complete rows, columns and colours of a wall, worth 2, 7 and 10 points each at the end (Azul, End).

    >>> from companion.games.azul.walls import EMPTY
    >>> bonuses((("blue", "yellow", "red", "black", "white"), *EMPTY[1:]))
    Bonuses(rows=(1,), columns=(), colours=())
    >>> bonuses((("blue", "yellow", "red", "black", "white"), *EMPTY[1:])).points
    2
    """
    return Bonuses(full_rows(wall), full_columns(wall), full_colours(wall))
