"""How the order of the tiles in one line of the wall, a row or a column, changes their points.

A line is five spaces as bits of a number. Placed one by one, its tiles score their runs. Most of these points do not
depend on the order: each tile counts itself, and each pair of neighbours is counted once, by the later tile. Within one
line only the *far* tiles depend on the order: the tiles in a run that are not neighbours of the placed tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.games.azul.walls import SIZE

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
