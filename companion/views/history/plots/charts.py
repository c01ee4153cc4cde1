"""Dot plots of pairs of numbers, and bar charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.views.history.plots.axis import DIGIT, WIDTH, Point, Tick


class Dot(NamedTuple):
    """A pair with its frequency: the centre of its cell, a radius that grows with the frequency, and the frequency."""

    x: float
    y: float
    radius: float
    times: int


@dataclass(frozen=True)
class Grid:
    """Pairs as dots in cells; each cell says whether its two numbers are equal."""

    height: int
    side: float
    columns: tuple[Tick, ...]
    rows: tuple[Tick, ...]
    cells: tuple[tuple[Point, bool], ...]
    dots: tuple[Dot, ...]


class Bar(NamedTuple):
    """A bar from the zero line to the right, or to the left for a loss."""

    x: float
    width: float
    is_loss: bool


def grid(counts: Sequence[tuple[int, int, int]]) -> Grid:
    """Return the dot plot of pairs (across, up, frequency); at least one pair."""
    last = max(4, *[max(across, up) for across, up, _ in counts])
    most = max(times for _, _, times in counts)
    side = round(min(40.0, (WIDTH - 72) / (last + 1)), 1)
    left, bottom = 40.0, 18 + side * (last + 1)
    columns = [Tick(round(left + side * (number + 0.5), 1), number) for number in range(last + 1)]
    rows = [Tick(round(bottom - side * (number + 0.5), 1), number) for number in range(last + 1)]
    cells = [
        (Point(round(x.at - side / 2 + 1.5, 1), round(y.at - side / 2 + 1.5, 1)), x.value == y.value)
        for x in columns
        for y in rows
    ]
    dots = [Dot(columns[across].at, rows[up].at, _radius(side, times, most), times) for across, up, times in counts]
    return Grid(int(bottom + 26), round(side - 3, 1), tuple(columns), tuple(rows), tuple(cells), tuple(dots))


def _radius(side: float, times: int, most: int) -> float:
    """Return the radius of a dot: it grows with the frequency, has room for the number and fits the cell."""
    radius: float = (side / 2 - 3) * (0.6 + 0.4 * (times / most) ** 0.5)
    return round(min(max(radius, DIGIT / 2 * len(str(times)) + 2), side / 2 - 1), 1)


def bars(numbers: Sequence[int], width: float = 96.0) -> tuple[Bar, ...]:
    """Return a bar for each number, all on one scale; losses are to the left of the zero line.

    >>> bars([30, -10], 80)
    (Bar(x=20.0, width=60.0, is_loss=False), Bar(x=0.0, width=20.0, is_loss=True))
    """
    low, high = min(0, *numbers), max(0, *numbers)
    scale = width / max(1, high - low)
    zero = -low * scale
    return tuple(
        [Bar(round(zero + min(0, number) * scale, 1), round(abs(number) * scale, 1), number < 0) for number in numbers]
    )
