"""Plots of a player's results: places over time, and all totals; the tile of a won game is filled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from companion.views.history.plots.axis import DIGIT, TOP, WIDTH, Tick, label_width, ticks

SIZE = 12.0
_PITCH = SIZE + 2


class Square(NamedTuple):
    """A tile for one or several games: its upper left corner and whether it is filled."""

    x: float
    y: float
    is_filled: bool


@dataclass(frozen=True)
class Timeline:
    """Places over time, one tile per game, first place on top; `first` is the index of the first result drawn."""

    height: int
    left: float
    right: float
    rows: tuple[Tick, ...]
    squares: tuple[Square, ...]
    first: int


@dataclass(frozen=True)
class Strip:
    """All totals as tiles above an axis, `each` games per tile; `middle` is the position of the median."""

    height: int
    floor: float
    columns: tuple[Tick, ...]
    squares: tuple[Square, ...]
    middle: float
    each: int


def timeline(places: Sequence[int], most: int = 24) -> Timeline:
    """Return the timeline of the latest places, given oldest first; at least one."""
    first = max(0, len(places) - most)
    shown = places[first:]
    last, row = max(2, *shown), 26.0
    left, right = 34.0, WIDTH - 8.0
    pitch = (right - left) / max(8, len(shown))
    rows = [Tick(TOP + row * (place - 1) + SIZE / 2, place) for place in range(1, last + 1)]
    squares = [
        Square(round(left + pitch * (index + 0.5) - SIZE / 2, 1), rows[place - 1].at - SIZE / 2, place == 1)
        for index, place in enumerate(shown)
    ]
    return Timeline(int(TOP + row * last + 22), left, right, tuple(rows), tuple(squares), first)


def strip(totals: Mapping[int, Sequence[int]], middle: float, high: int = 8) -> Strip:
    """Return all totals as tiles above an axis, equal ones stacked, won games on top; at least one total.

    `totals` gives for each total how many games were not won and how many were. If a stack would be higher than `high`,
    a tile stands for several games, and is filled if all were won.
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
        Square(round(edge + place * _PITCH - SIZE / 2, 1), floor - _PITCH * (number + 1), first >= others)
        for place, (others, won) in sorted(stacks.items())
        for number, first in enumerate(range(0, others + won, each))
    ]
    columns = [Tick(round(edge + (value - values[0]) * across, 1), value) for value in values]
    middle_at = round(edge + (middle - values[0]) * across, 1)
    return Strip(int(floor + 28), floor, tuple(columns), tuple(squares), middle_at, each)
