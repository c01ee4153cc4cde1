"""Sums over games of their figures and lengths."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.engine import Best, Figure, Message, Pairs, Share, Split
from companion.engine.figure import LENGTH

_MINUTE = 60
Lengths = dict[int, Counter[int]]
"""The number of games by number of players and by minutes."""


def add_length(lengths: Lengths, players: int, figures: Mapping[str, Any]) -> None:
    """Count a game's length, from the figures of any of its seats; do nothing if no clock ran.

    >>> lengths: Lengths = {}
    >>> for seconds in (3600, 3000, 4000):
    ...     add_length(lengths, 4, {LENGTH: seconds})
    >>> add_length(lengths, 4, {})
    >>> [(usual["players"], usual["games"], str(usual["length"])) for usual in usual_lengths(lengths)]
    [(4, 3, '1 h 0 min')]
    """
    if LENGTH in figures:
        lengths.setdefault(players, Counter())[(figures[LENGTH] + 30) // 60] += 1


def lasted(seconds: float) -> Message:
    """Return how long something took, in whole minutes from a minute on.

    >>> str(lasted(40)), str(lasted(754)), str(lasted(3600 + 89))
    ('40 s', '13 min', '1 h 1 min')
    """
    if seconds < _MINUTE:
        return Message("{seconds} s", seconds=int(seconds))
    hours, minutes = divmod(int(seconds / _MINUTE + 0.5), _MINUTE)
    if not hours:
        return Message("{minutes} min", minutes=minutes)
    return Message("{hours} h {minutes} min", hours=hours, minutes=minutes)


def usual_lengths(lengths: Lengths) -> list[dict[str, Any]]:
    """Return the median length and the number of games for each number of players, ascending."""
    return [
        {"players": players, "games": counts.total(), "length": lasted(_MINUTE * median(counts))}
        for players, counts in sorted(lengths.items())
    ]


def median(counts: Mapping[int, int]) -> float:
    """Return the median of at least one number; `counts` has how often each occurs."""
    numbers = sorted(counts)
    passed = list(accumulate(counts[number] for number in numbers))
    low, high = (numbers[bisect_right(passed, index)] for index in ((passed[-1] - 1) // 2, passed[-1] // 2))
    return (low + high) / 2


@dataclass(frozen=True)
class NumberSummary:
    """A figure that is one number: a sum with its mean per game, a part of a `whole`, or the best of all games."""

    number: int
    whole: int | None = None
    mean: float | None = None


@dataclass(frozen=True)
class SplitRow:
    """One name of a split: label, piece (if it has one), sum, and mean per game."""

    label: Message
    piece: tuple[str, str] | None
    sum: int
    mean: float


Summary = tuple[Figure, Any]
"""A figure with its `NumberSummary`, the rows of a split that are not always 0, or (across, up, times) of pairs."""


def summarize(figures: Iterable[Figure], games: Sequence[Mapping[str, Any]]) -> list[Summary]:
    """Return a summary of each figure that at least one game has; `games` are a player's figures in each.

    >>> from companion.engine import Count
    >>> swaps = Count("swaps", Message("Swaps"))
    >>> [(swapped.number, swapped.mean) for _, swapped in summarize([swaps], [{"swaps": 2}, {}, {"swaps": 1}])]
    [(3, 1.5)]
    """
    summaries = [(figure, _summary(figure, [game for game in games if figure.key in game])) for figure in figures]
    return [(figure, summary) for figure, summary in summaries if summary]


def _summary(
    figure: Figure, games: Sequence[Mapping[str, Any]]
) -> NumberSummary | list[SplitRow] | list[tuple[int, int, int]] | None:
    values = [game[figure.key] for game in games]
    if not values:
        return None
    if isinstance(figure, Split):
        sums = {name: sum(value.get(name, 0) for value in values) for name in figure.labels}
        return [
            SplitRow(figure.labels[name], figure.pieces.get(name), number, number / len(values))
            for name, number in sums.items()
            if number
        ]
    if isinstance(figure, Pairs):
        counts = Counter((across, up) for value in values for across, up, *_ in value)
        return sorted((*pair, times) for pair, times in counts.items())
    if isinstance(figure, Share):
        whole = sum(game.get(figure.of, 0) for game in games)
        return NumberSummary(sum(values), whole=whole) if whole else None
    if isinstance(figure, Best):
        return NumberSummary(min(values) if figure.is_least else max(values))
    return NumberSummary(sum(values), mean=sum(values) / len(values))
