"""Sums over games of figures, where missing and invalid values count as 0, and of their lengths."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from operator import add
from typing import Any

from companion.engine import Best, Count, Figure, Message, Pairs, Share, Split
from companion.engine.figure import LENGTH

Lengths = dict[str, dict[str, int]]
"""The number of games by number of players and by minutes; plain JSON, so that it can be stored."""


def add_length(lengths: Lengths, players: int, figures: Mapping[str, Any]) -> None:
    """Count a game's length, from the figures of any of its seats; do nothing if no clock ran.

    >>> lengths: Lengths = {}
    >>> for seconds in (3600, 3000, 4000):
    ...     add_length(lengths, 4, {LENGTH: seconds})
    >>> add_length(lengths, 4, {})
    >>> usual_lengths(lengths)
    [{'players': 4, 'games': 3, 'minutes': 60.0}]
    """
    seconds = figures.get(LENGTH)
    if type(seconds) is int and seconds >= 0:
        counts = lengths.setdefault(str(players), {})
        minutes = str((seconds + 30) // 60)
        counts[minutes] = counts.get(minutes, 0) + 1


def usual_lengths(lengths: Lengths) -> list[dict[str, float]]:
    """Return the median length in minutes and the number of games for each number of players, ascending."""
    rows = sorted((int(players), {int(minutes): times for minutes, times in counts.items()})
                  for players, counts in lengths.items())  # fmt: skip
    return [{"players": players, "games": sum(counts.values()), "minutes": median(counts)} for players, counts in rows]


def median(counts: Mapping[int, int]) -> float:
    """Return the median of at least one number; `counts` has how often each occurs."""
    numbers = sorted(counts)
    passed = list(accumulate(counts[number] for number in numbers))
    low, high = (numbers[bisect_right(passed, index)] for index in ((passed[-1] - 1) // 2, passed[-1] // 2))
    return (low + high) / 2


Figures = Mapping[str, Any]
Sums = dict[str, dict[str, int]]
"""Sums so far, by figure; plain JSON values, so that they can be stored."""
_GAMES, _SUM, _WHOLE, _MOST, _LEAST = "", "sum", "whole", "most", "least"
"""Keys of a figure's sums: the number of games, and the sum; splits have sums by name, pairs by pair."""


@dataclass(frozen=True)
class NumberSummary:
    """A figure that is one number: a sum with its mean per game, a part of a `whole`, or the best of all games."""

    figure: Count | Share | Best
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


@dataclass(frozen=True)
class SplitSummary:
    """The names of a split with their sums, without those that are always 0."""

    figure: Split
    rows: tuple[SplitRow, ...]
    games: int


@dataclass(frozen=True)
class PairsSummary:
    """How often each pair occurred: (across, up, times), sorted."""

    figure: Pairs
    counts: tuple[tuple[int, int, int], ...]

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(times for _, _, times in self.counts)

    @property
    def equal(self) -> int:
        """How many pairs have two equal numbers, such as a correct prediction."""
        return sum(times for across, up, times in self.counts if across == up)


Summary = NumberSummary | SplitSummary | PairsSummary


def add_figures(figures: Iterable[Figure], sums: Sums, values: Figures) -> None:
    """Add the figures of one seat in one game to `sums`."""
    for figure in figures:
        if figure.key in values:
            totals = sums.setdefault(_sums_key(figure), {_GAMES: 0})
            for name, number in _numbers(figure, values):
                combine = {_MOST: max, _LEAST: min}.get(name, add)
                totals[name] = combine(totals[name], number) if name in totals else number


def summarize(figures: Iterable[Figure], sums: Sums) -> tuple[Summary, ...]:
    """Return a summary of each figure that at least one game has.

    >>> sums: Sums = {}
    >>> swaps = Count("swaps", Message("Swaps"))
    >>> for own in ({"swaps": 2}, {}, {"swaps": 1}):
    ...     add_figures([swaps], sums, own)
    >>> [(swapped.number, swapped.mean) for swapped in summarize([swaps], sums)]
    [(3, 1.5)]
    """
    summaries = [
        _summary(figure, totals) for figure in figures if any((totals := sums.get(_sums_key(figure), {})).values())
    ]
    return tuple([summary for summary in summaries if summary is not None])


def shape_of(figures: Iterable[Figure]) -> list[list[str]]:
    """Everything but the games that stored sums depend on; when it changes, they are computed again."""
    return [[_sums_key(figure), getattr(figure, "of", ""), *getattr(figure, "labels", ())] for figure in figures]


def _sums_key(figure: Figure) -> str:
    kind = "Least" if isinstance(figure, Best) and figure.is_least else type(figure).__name__
    return f"{kind} {figure.key}"


def _numbers(figure: Figure, values: Figures) -> Iterator[tuple[str, int]]:
    """The numbers that one game adds, with their keys in the sums."""
    value = values[figure.key]
    if isinstance(figure, Pairs):
        yield from ((f"{across} {up}", 1) for across, up in _valid_pairs(value, figure.most))
    elif isinstance(figure, Split):
        if isinstance(value, Mapping):
            yield _GAMES, 1
            yield from ((name, _int_or_zero(value.get(name))) for name in figure.labels)
    else:
        yield _GAMES, 1
        yield _best_key(figure) if isinstance(figure, Best) else _SUM, _int_or_zero(value)
        if isinstance(figure, Share):
            yield _WHOLE, _int_or_zero(values.get(figure.of))


def _summary(figure: Figure, totals: Mapping[str, int]) -> Summary | None:
    if isinstance(figure, Split):
        rows = [
            SplitRow(figure.labels[name], figure.pieces.get(name), totals[name], totals[name] / totals[_GAMES])
            for name in figure.labels
            if totals.get(name)
        ]
        return SplitSummary(figure, tuple(rows), totals[_GAMES]) if rows else None
    if isinstance(figure, Pairs):
        pairs = [(pair.split(), times) for pair, times in totals.items() if pair != _GAMES]
        return PairsSummary(figure, tuple(sorted((int(across), int(up), times) for (across, up), times in pairs)))
    if isinstance(figure, Share):
        return NumberSummary(figure, totals[_SUM], whole=totals[_WHOLE]) if totals[_WHOLE] else None
    if isinstance(figure, Best):
        return NumberSummary(figure, totals[_best_key(figure)])
    return NumberSummary(figure, totals[_SUM], mean=totals[_SUM] / totals[_GAMES])


def _best_key(figure: Best) -> str:
    return _LEAST if figure.is_least else _MOST


def _valid_pairs(value: Any, most: int) -> Iterator[tuple[int, int]]:
    for pair in value if isinstance(value, list | tuple) else ():
        across, up, *_ = (*map(_int_or_zero, pair), -1, -1) if isinstance(pair, list | tuple) else (-1, -1)
        if 0 <= across <= most and 0 <= up <= most:
            yield across, up


def _int_or_zero(value: Any) -> int:
    return value if type(value) is int else 0
