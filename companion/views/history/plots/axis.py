"""What all plots share: width, points, and the round numbers on an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.game import Halves

WIDTH = 342
TOP = 12.0
DIGIT = 8.0
"""The greatest width of a digit or a minus sign on an axis."""


class Point(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


class Tick(NamedTuple):
    """A number on an axis and its position."""

    at: float
    value: int


def nice_step(span: float, most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 ... that divides a span into at most `most` parts.

    >>> [nice_step(span, 6) for span in (0, 6, 7, 95, 10**15)]
    [1, 1, 2, 20, 200000000000000]
    """
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if span <= step * most:
                return step
        power *= 10


def ticks(low: int, high: int, most: int) -> tuple[int, ...]:
    """Return round numbers for an axis from `low` to `high`; at least two, at most `most` + 2.

    >>> ticks(-15, 75, 6), ticks(0, 0, 6)
    ((-20, 0, 20, 40, 60, 80), (0, 1))
    >>> [str(value) for value in ticks(Halves(1), Halves(9), 6)]
    ['0', '1', '2', '3', '4', '5']
    """
    if isinstance(low, Halves):
        return tuple([Halves(2 * value) for value in ticks(int(low) // 2, -(-int(high) // 2), most)])
    step = nice_step(high - low, most)
    first, last = low // step, -(-high // step)
    return tuple([number * step for number in range(first, max(last, first + 1) + 1)])


def label_width(values: Sequence[int]) -> float:
    """Return the greatest width of the longest of these numbers."""
    return max(len(str(value)) for value in values) * DIGIT
