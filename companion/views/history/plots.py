"""The geometry of the plots: coordinates of lines, tiles and labels, without texts and colours.

A drawing has what its macro in history/plots.html reads; `rows` and `columns` are the numbers beside and below it.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil
from types import SimpleNamespace
from typing import NamedTuple

from companion.game import Halves

Drawing = SimpleNamespace
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


SIZE = 12.0
_PITCH = SIZE + 2


def _tile(x: float, y: float, *, is_filled: bool) -> Drawing:
    """Return a tile for one or several games by its upper left corner."""
    return Drawing(x=round(x, 1), y=y, is_filled=is_filled)


def timeline(places: Sequence[int], most: int = 24) -> Drawing:
    """Return the timeline of the latest places, given oldest first, at least one: a tile a game, first place on top."""
    shown = places[-most:]
    last, row = max(2, *shown), 26.0
    left, right = 34.0, WIDTH - 8.0
    pitch = (right - left) / max(8, len(shown))
    rows = [Tick(TOP + row * (place - 1) + SIZE / 2, place) for place in range(1, last + 1)]
    squares = [
        _tile(left + pitch * (index + 0.5) - SIZE / 2, rows[place - 1].at - SIZE / 2, is_filled=place == 1)
        for index, place in enumerate(shown)
    ]
    return Drawing(height=int(TOP + row * last + 22), left=left, right=right, rows=rows, squares=squares)


def strip(totals: Mapping[int, Sequence[int]], middle: float, high: int = 8) -> Drawing:
    """Return all totals as tiles above an axis, equal ones stacked, won games on top; at least one total.

    `totals` gives for each total how many games were not won and how many were. If a stack would be higher than `high`,
    a tile stands for `each` games, and is filled if all were won. `middle` is the position of the median.
    """
    low, top = min(totals), max(totals)
    # A round number beyond the outermost total can have one digit more.
    label = label_width([low, top]) + DIGIT
    edge = label / 2 + 6
    values = ticks(low, top, max(1, int((WIDTH - 2 * edge) / (label + 4)) - 1))
    across = (WIDTH - 2 * edge) / (values[-1] - values[0])
    stacks: dict[int, list[int]] = {}
    for total, times in totals.items():
        stack = stacks.setdefault(round((total - values[0]) * across / _PITCH), [0, 0])
        stack[0], stack[1] = stack[0] + times[0], stack[1] + times[1]
    highest = max(map(sum, stacks.values()))
    each = ceil(highest / high)
    floor = TOP + _PITCH * ceil(highest / each)
    squares = [
        _tile(edge + place * _PITCH - SIZE / 2, floor - _PITCH * (number + 1), is_filled=first >= others)
        for place, (others, won) in sorted(stacks.items())
        for number, first in enumerate(range(0, others + won, each))
    ]
    columns = [Tick(round(edge + (value - values[0]) * across, 1), value) for value in values]
    middle_at = round(edge + (middle - values[0]) * across, 1)
    return Drawing(height=int(floor + 28), floor=floor, columns=columns, squares=squares, middle=middle_at, each=each)


def grid(counts: Sequence[tuple[int, int, int]]) -> Drawing:
    """Return the dot plot of pairs (across, up, frequency), at least one.

    Each cell has its corner and whether its two numbers are equal, each dot a radius that grows with the frequency.
    """
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
    dots = [
        Drawing(x=columns[across].at, y=rows[up].at, radius=_radius(side, times, most), times=times)
        for across, up, times in counts
    ]
    return Drawing(height=int(bottom + 26), side=round(side - 3, 1), columns=columns, rows=rows, cells=cells, dots=dots)


def _radius(side: float, times: int, most: int) -> float:
    """Return the radius of a dot: it grows with the frequency, has room for the number and fits the cell."""
    radius: float = (side / 2 - 3) * (0.6 + 0.4 * (times / most) ** 0.5)
    return round(min(max(radius, DIGIT / 2 * len(str(times)) + 2), side / 2 - 1), 1)


def bars(numbers: Sequence[int], width: float = 96.0) -> list[Drawing]:
    """Return a bar for each number, all on one scale; losses are to the left of the zero line.

    >>> [(bar.x, bar.width, bar.is_loss) for bar in bars([30, -10], 80)]
    [(20.0, 60.0, False), (0.0, 20.0, True)]
    """
    low, high = min(0, *numbers), max(0, *numbers)
    scale = width / max(1, high - low)
    zero = -low * scale
    return [
        Drawing(x=round(zero + min(0, number) * scale, 1), width=round(abs(number) * scale, 1), is_loss=number < 0)
        for number in numbers
    ]


_EDGE = 6.0  # room for half of a dot


def intervals(ranges: Sequence[tuple[int, int, int]], width: float = 96.0) -> list[Drawing]:
    """Return the drawings of ranges (lowest, middle, highest), all on one scale; at least one.

    >>> [(one.left, one.middle, one.right) for one in intervals([(900, 1000, 1100), (1000, 1050, 1100)])]
    [(6.0, 48.0, 90.0), (48.0, 69.0, 90.0)]
    """
    low, high = min(first for first, _, _ in ranges), max(last for _, _, last in ranges)
    scale = (width - 2 * _EDGE) / max(1, high - low)

    def at(value: int) -> float:
        return round(_EDGE + (value - low) * scale, 1)

    return [Drawing(left=at(first), middle=at(middle), right=at(last)) for first, middle, last in ranges]


_BAR = 13.0
"""The width that an error bar has."""


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
) -> Drawing:
    """Draw the totals before the first entry and after each as lines, one per seat, better totals on top.

    `totals` has one row per entry after the initial one, each by seat; at least two rows. `ranges` has for each seat
    between which numbers the last total lies, where it is uncertain: bars stand between lines and letters then.

    `drawn` are the numbers of the entries that the lines pass through, a sample if there are many; `points` are
    (number, left, width) of the area around each, which touch each other. `x` gives the position of any entry.
    """
    drawn = sample_indices(len(totals) - 1, most)
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
