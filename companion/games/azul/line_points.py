"""What the order of the tiles in one line of the wall, a row or a column, adds to their points.

A line is five spaces as bits of a number. Placed one by one, its tiles score their runs. Most of that does not depend
on the order: each tile counts itself, and each pair of neighbours is counted once, by the later of the two. What does
depend on it, for one line alone, are the *far* tiles: those in the run of a tile that are not its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.azul.walls import SIZE

LINES = range(1 << SIZE)
SPACES = range(SIZE)
COUNT = [line.bit_count() for line in LINES]


def _far(line: int, space: int) -> int:
    """Return how many tiles of a line lie in the run of a further tile and are not its neighbours."""
    reached = 0
    for step in (-1, 1):
        at = space + 2 * step
        while at in SPACES and line >> (at - step) & 1 and line >> at & 1:
            reached, at = reached + 1, at + step
    return reached


FAR = [[_far(line, space) for space in SPACES] for line in LINES]
"""The far tiles that a tile reaches when it is placed in a space, by line and space."""

BESIDE = [[(line << 1 | line >> 1) >> space & 1 for space in SPACES] for line in LINES]
"""Whether a tile in a space has a neighbour in the line, 1 or 0, by line and space."""


def _extremes(choose: Callable[[Iterable[int]], int], corners: int) -> Sequence[int]:
    """Return the least or the greatest number of far tiles for each line, over all orders from an empty line.

    A tile in one of the spaces `corners` counts one more if it has a neighbour in the line when it is placed.
    """
    found = [0]
    for line in LINES[1:]:
        fillings = ((line ^ 1 << space, space) for space in SPACES if line >> space & 1)
        found.append(
            choose([found[rest] + FAR[rest][at] + (BESIDE[rest][at] & corners >> at) for rest, at in fillings])
        )
    return found


LEAST_FAR = _extremes(min, 0)
MOST_FAR = _extremes(max, 0)
MOST_WITH_CORNERS = [_extremes(max, corners) for corners in LINES]
"""The greatest number of far tiles and corners together, by the spaces that can be corners and by line."""
