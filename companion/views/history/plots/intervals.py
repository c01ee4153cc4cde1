"""Small plots of a number and its uncertainty, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_EDGE = 6.0  # room for half of a dot


class Interval(NamedTuple):
    """A range as a line from `left` to `right`, and the most probable value in it."""

    left: float
    right: float
    middle: float


def intervals(ranges: Sequence[tuple[int, int, int]], width: float = 96.0) -> tuple[Interval, ...]:
    """Return the drawings of ranges (lowest, middle, highest), all on one scale; at least one.

    >>> intervals([(900, 1000, 1100), (1000, 1050, 1100)])
    (Interval(left=6.0, right=90.0, middle=48.0), Interval(left=48.0, right=90.0, middle=69.0))
    """
    low, high = min(first for first, _, _ in ranges), max(last for _, _, last in ranges)
    scale = (width - 2 * _EDGE) / max(1, high - low)

    def at(value: int) -> float:
        return round(_EDGE + (value - low) * scale, 1)

    return tuple([Interval(at(first), at(last), at(middle)) for first, middle, last in ranges])
