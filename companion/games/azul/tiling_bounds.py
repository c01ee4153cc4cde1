"""Bounds of the extra points that the tiles of a wall can bring, whatever the order of tiling.

`tiling_search` says what far tiles and corners are. The far tiles of a row depend only on the order in the row, those
of a column only on the order in the column. So the sum over all lines of the least (greatest) number over the orders of
each line alone is not above (not below) the number in any order of the wall. For the lower bound, look at four tiles in
a square: the last of them has a neighbour in both directions, so it is a corner. Squares without a common tile have
different corners: there are at least as many corners as such squares. For the upper bound, a corner has an earlier
neighbour in its row, and beside it in its column any tile of those that are left: the greatest number of far tiles and
such tiles together is taken for each row alone, and the columns add their far tiles. The same with rows and columns
exchanged is a second upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.azul.line_points import MOST_WITH_CORNERS
from companion.games.azul.walls import SIZE

_SQUARE = 0b11 | 0b11 << SIZE
_SQUARES = [_SQUARE << SIZE * row + column for row in range(SIZE - 1) for column in range(SIZE - 1)]


class DisjointSquares:
    """Counts squares of four tiles without a common tile: a lower bound of the corners. Counts are kept by tiles."""

    def __init__(self, tiles: int) -> None:
        self._squares = [square for square in _SQUARES if square & tiles == square]
        self._counts: dict[int, int] = {}

    def count(self, tiles: int) -> int:
        """Return a number of squares of these tiles without a common tile; it need not be the greatest."""
        found = self._counts.get(tiles)
        if found is None:
            squares = [square for square in self._squares if square & tiles == square]
            found = self._counts[tiles] = max(_disjoint(squares), _disjoint(reversed(squares)))
        return found


def most_with_corners(lines: Sequence[int]) -> int:
    """Return the sum of the greatest numbers of far tiles and corners, each line alone."""
    return sum(MOST_WITH_CORNERS[_beside(lines, at)][line] for at, line in enumerate(lines))


def most_lost(lines: Sequence[int], at: int, space: int) -> int:
    """Return by how much `most_with_corners` falls without a tile, which changes its line and the next ones."""
    line, tile = lines[at], 1 << space
    beside = MOST_WITH_CORNERS[_beside(lines, at)]
    lost = beside[line] - beside[line ^ tile]
    for near, beyond in ((at - 1, at - 2), (at + 1, at + 2)):
        if 0 <= near < SIZE and lines[near] & tile:
            over = lines[beyond] if 0 <= beyond < SIZE else 0
            lost += MOST_WITH_CORNERS[line | over][lines[near]] - MOST_WITH_CORNERS[line ^ tile | over][lines[near]]
    return lost


def _beside(lines: Sequence[int], at: int) -> int:
    """Return the spaces of a line that have a tile beside them in the next line to either side."""
    before, after = lines[at - 1] if at else 0, lines[at + 1] if at + 1 < SIZE else 0
    return before | after


def _disjoint(squares: Iterable[int]) -> int:
    """Count squares without a common tile, each taken as it comes."""
    used = count = 0
    for square in squares:
        if not square & used:
            used, count = used | square, count + 1
    return count
