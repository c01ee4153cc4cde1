"""Bounds for the extra points of the tiles of a wall over all orders of tiling.

`tiling_search` defines far tiles and corners. The far tiles of a row depend only on the order within the row, those of
a column only on the order within the column. So the number of far tiles of the wall is bounded by the sums over all
lines of the smallest and the greatest number for each line alone.

Lower bound for corners: of four tiles in a square, the last one has a neighbour in both directions, so it is a corner.
Squares without a common tile have different corners, so there are at least as many corners as disjoint squares.

Upper bound: a corner has an earlier neighbour in its row and a tile beside it in its column. For each row alone, take
the greatest number of far tiles plus tiles that can be corners in this sense; the columns add their far tiles.
Exchanging rows and columns gives a second upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.games.azul.line_points import MOST_WITH_CORNERS
from companion.games.azul.walls import SIZE

_SQUARE = 0b11 | 0b11 << SIZE
_SQUARES = [_SQUARE << SIZE * row + column for row in range(SIZE - 1) for column in range(SIZE - 1)]


class DisjointSquares:
    """Counts disjoint squares of four tiles, a lower bound for the number of corners; results are cached."""

    def __init__(self, tiles: int) -> None:
        self._squares = [square for square in _SQUARES if square & tiles == square]
        self._counts: dict[int, int] = {}

    def count(self, tiles: int) -> int:
        """Return a number of disjoint squares of these tiles; it need not be the greatest."""
        count = self._counts.get(tiles)
        if count is None:
            squares = [square for square in self._squares if square & tiles == square]
            count = self._counts[tiles] = max(_disjoint(squares), _disjoint(reversed(squares)))
        return count


def most_with_corners(lines: Sequence[int]) -> int:
    """Return the sum of the greatest numbers of far tiles and corners of each line alone."""
    return sum(MOST_WITH_CORNERS[_beside(lines, index)][line] for index, line in enumerate(lines))


def most_lost(lines: Sequence[int], index: int, space: int) -> int:
    """Return by how much `most_with_corners` falls without the tile in `space` of the line `index`.

    The tile affects its line and both neighbouring lines.
    """
    line, tile = lines[index], 1 << space
    beside = MOST_WITH_CORNERS[_beside(lines, index)]
    lost = beside[line] - beside[line ^ tile]
    for neighbour, beyond in ((index - 1, index - 2), (index + 1, index + 2)):
        if 0 <= neighbour < SIZE and lines[neighbour] & tile:
            beyond_tiles = lines[beyond] if 0 <= beyond < SIZE else 0
            lost += (
                MOST_WITH_CORNERS[line | beyond_tiles][lines[neighbour]]
                - MOST_WITH_CORNERS[line ^ tile | beyond_tiles][lines[neighbour]]
            )
    return lost


def _beside(lines: Sequence[int], index: int) -> int:
    """Return the spaces of a line that have a tile beside them in a neighbouring line."""
    before, after = lines[index - 1] if index else 0, lines[index + 1] if index + 1 < SIZE else 0
    return before | after


def _disjoint(squares: Iterable[int]) -> int:
    """Count disjoint squares greedily, in the given order."""
    used = count = 0
    for square in squares:
        if not square & used:
            used, count = used | square, count + 1
    return count
