"""The plot of totals over the entries of a session: one line per seat, with marks, and a letter at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.views.history.plots.axis import TOP, WIDTH, Point, Tick, label_width, nice_step, ticks


@dataclass(frozen=True)
class TotalsCurve:
    """One seat's line: its path, the marks on it, and the centre of the letter at its end."""

    seat: int
    path: str
    marks: tuple[Point, ...]
    end: Point


class ErrorBar(NamedTuple):
    """An upright bar between the end of a line and its letter, from `top` to `bottom`, with the line's mark on it."""

    x: float
    top: float
    bottom: float
    mark: float


_BAR = 13.0
"""The width that an error bar has."""


@dataclass(frozen=True)
class TotalsPlot:
    """Totals over the entries: `rows` are totals, `columns` entry numbers; `zero` is the position of 0, if it is shown.

    `drawn` are the numbers of the entries that the lines pass through: a sample if there are many. `across` is the
    distance between two entries.
    """

    height: int
    left: float
    right: float
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    zero: float | None
    curves: tuple[TotalsCurve, ...]
    drawn: tuple[int, ...]
    across: float
    bars: tuple[ErrorBar, ...]

    def x(self, number: int) -> float:
        """Return the position of the totals after entry `number`."""
        return round(self.left + number * self.across, 1)

    @property
    def points(self) -> list[tuple[int, float, float]]:
        """(number, left, width) of the area around each drawn entry: the areas touch each other."""
        places = [self.x(number) for number in self.drawn]
        edges = [(before + after) / 2 for before, after in pairwise(places)]
        spans = zip(self.drawn[1:], edges, [*edges[1:], places[-1]], strict=True)
        return [(number, round(low, 1), round(high - low, 1)) for number, low, high in spans]


def sample_indices(count: int, most: int) -> tuple[int, ...]:
    """Return at most `most` numbers from 0 to `count`, evenly spaced and with both ends.

    >>> sample_indices(4, 60), sample_indices(9, 4)
    ((0, 1, 2, 3, 4), (0, 3, 6, 9))
    """
    if count < most:
        return tuple(range(count + 1))
    return tuple([round(index * count / (most - 1)) for index in range(most)])


def totals_plot(
    totals: Sequence[Sequence[int]],
    most: int = 49,
    *,
    lowest_wins: bool = False,
    ranges: Sequence[tuple[int, int]] = (),
) -> TotalsPlot:
    """Draw the totals before the first entry and after each as lines, one per seat, better totals on top.

    `totals` has one row per entry after the initial one, each by seat; at least two rows. `ranges` has for each seat
    between which numbers the last total lies, where it is uncertain.
    """
    drawn = sample_indices(len(totals) - 1, most)
    shown = [totals[number] for number in drawn]
    numbers = [number for row in (*shown, *ranges) for number in row]
    values = ticks(min(numbers), max(numbers), 6)
    height, bottom = 226, 196.0
    left, right = 10 + label_width(values), WIDTH - 34.0
    across = (right - left - _BAR * len(ranges)) / (len(totals) - 1)
    down = (bottom - TOP) / (values[-1] - values[0])

    def level(total: int) -> float:
        above = values[-1] - total if lowest_wins else total - values[0]
        return round(bottom - above * down, 1)

    x = [round(left + number * across, 1) for number in drawn]
    paths = [[Point(*at) for at in zip(x, map(level, curve), strict=True)] for curve in zip(*shown, strict=True)]
    ends = _spread([path[-1].y for path in paths], 15, TOP - 6, bottom + 6)
    return TotalsPlot(
        height=height,
        left=round(left, 1),
        right=right,
        rows=tuple([Tick(level(value), value) for value in values]),
        columns=_columns(len(totals) - 1, left, across),
        zero=level(0) if values[0] <= 0 <= values[-1] else None,
        curves=tuple([_curve(seat, path, end) for seat, (path, end) in enumerate(zip(paths, ends, strict=True))]),
        drawn=drawn,
        across=across,
        bars=_bars(right, [(level(high), level(low)) for low, high in ranges], [path[-1].y for path in paths]),
    )


def _bars(right: float, spans: Sequence[tuple[float, float]], marks: Sequence[float]) -> tuple[ErrorBar, ...]:
    """Return the bars side by side, the last one at `right`; there may be none."""
    first = right - _BAR * (len(spans) - 1)
    return tuple(
        [
            ErrorBar(round(first + _BAR * seat, 1), top, bottom, mark)
            for seat, ((top, bottom), mark) in enumerate(zip(spans, marks, strict=False))
        ]
    )


def _curve(seat: int, points: Sequence[Point], end: float) -> TotalsCurve:
    marks = tuple([points[index] for index in sample_indices(len(points) - 1, 9)])
    return TotalsCurve(seat, "M" + "L".join(f"{x:g} {y:g}" for x, y in points), marks, Point(WIDTH - 15.0, end))


def _columns(entries: int, left: float, across: float) -> tuple[Tick, ...]:
    """Return the numbers of some entries, so far apart that they do not overlap."""
    step = nice_step(entries, max(1, int(entries * across / (label_width([entries]) + 10))))
    return tuple([Tick(round(left + number * across, 1), number) for number in range(step, entries + 1, step)])


def _spread(middles: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return the positions, moved apart to at least `gap` in their order, between low and high.

    >>> _spread([20, 20, 100], 15, 0, 110)
    [20, 35, 100]
    >>> _spread([105, 105, 100], 15, 0, 110)
    [95, 110, 80]
    """
    order = sorted(range(len(middles)), key=lambda index: middles[index])
    placed = [middles[index] for index in order]
    for index in range(1, len(placed)):
        placed[index] = max(placed[index], placed[index - 1] + gap)
    placed[-1] = min(placed[-1], high)
    for index in range(len(placed) - 2, -1, -1):
        placed[index] = max(low, min(placed[index], placed[index + 1] - gap))
    return [placed[order.index(index)] for index in range(len(middles))]
