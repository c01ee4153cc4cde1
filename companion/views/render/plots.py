"""The plot of totals over a game as coordinates, without texts and colours, and what other plots are drawn with.

A drawing has what its macro in a template reads; `rows` and `columns` are the numbers beside and below it.
"""

from collections.abc import Sequence
from itertools import pairwise
from types import SimpleNamespace
from typing import NamedTuple

from companion.engine import Halves
from companion.table.visible_table import VisibleTable

Drawing = SimpleNamespace
WIDTH = 342
TOP = 12.0
DIGIT = 8.0
"""The greatest width of a digit or a minus sign on an axis."""
_BAR = 13.0
"""The width that an error bar has."""
_MOST_DRAWN = 49


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


def session_plot(table: VisibleTable) -> Drawing | None:
    """Draw the totals after each entry as lines; None if hidden, or with fewer than two entries."""
    totals = list(table.all_totals)
    if totals and table.count and table.is_end(table.count):
        totals.pop()
    return totals_plot(totals, lowest_wins=table.game.lowest_wins)


def sample_indices(count: int, most: int) -> tuple[int, ...]:
    """Return at most `most` numbers from 0 to `count`, evenly spaced and with both ends.

    >>> sample_indices(4, 60), sample_indices(9, 4)
    ((0, 1, 2, 3, 4), (0, 3, 6, 9))
    """
    if count < most:
        return tuple(range(count + 1))
    return tuple([round(index * count / (most - 1)) for index in range(most)])


def totals_plot(
    totals: Sequence[Sequence[int]], *, lowest_wins: bool = False, ranges: Sequence[tuple[int, int]] = ()
) -> Drawing | None:
    """Draw the totals by seat at the start and after each entry as lines, better ones on top.

    None if there are no seats, or fewer than two entries.
    `ranges` are bars between lines and letters: where each seat's last total lies, if that is uncertain. `drawn` are
    the entries that the lines pass through, a sample if there are many; `points` are (number, left, width) of the area
    around each. `x` gives the position of any entry.
    """
    if len(totals) < 3 or not totals[0]:
        return None
    drawn = sample_indices(len(totals) - 1, _MOST_DRAWN)
    shown = [totals[number] for number in drawn]
    numbers = [number for row in (*shown, *ranges) for number in row]
    values = ticks(min(numbers), max(numbers), 6)
    height, bottom = 226, 196.0
    left, right = 10 + label_width(values), WIDTH - 34.0
    across = (right - left - _BAR * len(ranges)) / (len(totals) - 1)
    down = (bottom - TOP) / (values[-1] - values[0])

    def x(number: int) -> float:
        return round(left + number * across, 1)

    def level(total: int) -> float:
        above = values[-1] - total if lowest_wins else total - values[0]
        return round(bottom - above * down, 1)

    places = [x(number) for number in drawn]
    paths = [[Point(*at) for at in zip(places, map(level, curve), strict=True)] for curve in zip(*shown, strict=True)]
    ends = _spread([path[-1].y for path in paths], 15, TOP - 6, bottom + 6)
    edges = [(before + after) / 2 for before, after in pairwise(places)]
    first_bar = right - _BAR * (len(ranges) - 1)
    return Drawing(
        height=height,
        left=round(left, 1),
        right=right,
        rows=[Tick(level(value), value) for value in values],
        columns=_columns(len(totals) - 1, left, across),
        zero=level(0) if values[0] <= 0 <= values[-1] else None,
        curves=[_curve(seat, path, end) for seat, (path, end) in enumerate(zip(paths, ends, strict=True))],
        drawn=drawn,
        across=across,
        x=x,
        points=[
            (number, round(low, 1), round(high - low, 1))
            for number, low, high in zip(drawn[1:], edges, [*edges[1:], places[-1]], strict=True)
        ],
        bars=[
            Drawing(x=round(first_bar + _BAR * seat, 1), top=level(high), bottom=level(low), mark=path[-1].y)
            for seat, ((low, high), path) in enumerate(zip(ranges, paths, strict=False))
        ],
    )


def _curve(seat: int, points: Sequence[Point], end: float) -> Drawing:
    """Return a seat's line: its path, the marks on it, and the centre of the letter at its end."""
    marks = [points[index] for index in sample_indices(len(points) - 1, 9)]
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    return Drawing(seat=seat, path=path, marks=marks, end=Point(WIDTH - 15.0, end))


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
