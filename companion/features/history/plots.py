"""The geometry of the plots of statistics: coordinates of tiles, dots and bars, without texts and colours."""

from collections.abc import Mapping, Sequence
from math import ceil

from companion.views.render.plots import DIGIT, TOP, WIDTH, Drawing, Point, Tick, label_width, ticks

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
