"""The games' own figures added up over several games; what a figure lacks or holds amiss counts as nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Best, Count, Figure, Message, Pairs, Share, Split

Own = Mapping[str, Any]
Sums = dict[str, dict[str, int]]
"""What was added up so far, by figure; a plain JSON value, so that it can be kept."""
_GAMES, _SUM, _WHOLE, _MOST, _LEAST = "", "sum", "whole", "most", "least"
"""How many games have a figure, and its sums where it has one; a split has sums by name, pairs by pair."""


@dataclass(frozen=True)
class Counted:
    """A number over several games, and how many games these were."""

    figure: Count
    sum: int
    games: int

    @property
    def mean(self) -> float:
        """The mean per game."""
        return self.sum / self.games


@dataclass(frozen=True)
class Shared:
    """A part of a whole, never of nothing."""

    figure: Share
    part: int
    whole: int


@dataclass(frozen=True)
class Highest:
    """The largest number of all games, or the smallest."""

    figure: Best
    value: int


@dataclass(frozen=True)
class Named:
    """One name of a split: its label, its piece if it has one, its sum, and its mean over the games."""

    label: Message
    piece: tuple[str, str] | None
    sum: int
    mean: float


@dataclass(frozen=True)
class Parted:
    """The names of a split with their sums, those that are 0 throughout left out."""

    figure: Split
    rows: tuple[Named, ...]
    games: int


@dataclass(frozen=True)
class Paired:
    """How often each pair was there: (across, up, times), in their order."""

    figure: Pairs
    counts: tuple[tuple[int, int, int], ...]

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(times for _, _, times in self.counts)

    @property
    def equal(self) -> int:
        """How many pairs came as they were foretold."""
        return sum(times for across, up, times in self.counts if across == up)


Summary = Counted | Shared | Highest | Parted | Paired


def add(figures: Iterable[Figure], sums: Sums, own: Own) -> None:
    """Add what a game has of each figure."""
    for figure in figures:
        if figure.key in own:
            kept = sums.setdefault(_name(figure), {_GAMES: 0})
            for name, number in _numbers(figure, own):
                kept[name] = _joined(name, kept.get(name), number)


def _joined(name: str, known: int | None, number: int) -> int:
    """A sum, or the best number, with one more number."""
    if known is None:
        return number
    return max(known, number) if name == _MOST else min(known, number) if name == _LEAST else known + number


def summed(figures: Iterable[Figure], sums: Sums) -> tuple[Summary, ...]:
    """What was added up of each figure; left out where no game has it.

    >>> sums: Sums = {}
    >>> swaps = Count("swaps", Message("Swaps"))
    >>> for own in ({"swaps": 2}, {}, {"swaps": 1}):
    ...     add([swaps], sums, own)
    >>> [(one.sum, one.games) for one in summed([swaps], sums)]
    [(3, 2)]
    """
    made = [_told(figure, kept) for figure in figures if any((kept := sums.get(_name(figure), {})).values())]
    return tuple([one for one in made if one is not None])


def shape_of(figures: Iterable[Figure]) -> list[list[str]]:
    """What sums depend on beside the games: with another shape they must be made again."""
    return [[_name(figure), getattr(figure, "of", ""), *getattr(figure, "labels", ())] for figure in figures]


def _name(figure: Figure) -> str:
    kind = "Least" if isinstance(figure, Best) and figure.is_least else type(figure).__name__
    return f"{kind} {figure.key}"


def _numbers(figure: Figure, own: Own) -> Iterator[tuple[str, int]]:
    """What one game adds, by name."""
    value = own[figure.key]
    if isinstance(figure, Pairs):
        yield from ((f"{across} {up}", 1) for across, up in _pairs(value, figure.most))
    elif isinstance(figure, Split):
        if isinstance(value, Mapping):
            yield _GAMES, 1
            yield from ((name, _whole(value.get(name))) for name in figure.labels)
    else:
        yield _GAMES, 1
        yield _best(figure) if isinstance(figure, Best) else _SUM, _whole(value)
        if isinstance(figure, Share):
            yield _WHOLE, _whole(own.get(figure.of))


def _told(figure: Figure, kept: Mapping[str, int]) -> Summary | None:
    if isinstance(figure, Split):
        return _split(figure, kept)
    if isinstance(figure, Pairs):
        pairs = [(pair.split(), times) for pair, times in kept.items() if pair != _GAMES]
        return Paired(figure, tuple(sorted((int(across), int(up), times) for (across, up), times in pairs)))
    if isinstance(figure, Share):
        return Shared(figure, kept[_SUM], kept[_WHOLE]) if kept[_WHOLE] else None
    if isinstance(figure, Best):
        return Highest(figure, kept[_best(figure)])
    return Counted(figure, kept[_SUM], kept[_GAMES])


def _best(figure: Best) -> str:
    return _LEAST if figure.is_least else _MOST


def _split(figure: Split, kept: Mapping[str, int]) -> Parted | None:
    games = kept[_GAMES]
    rows = [
        Named(figure.labels[name], figure.pieces.get(name), kept[name], kept[name] / games)
        for name in figure.labels
        if kept.get(name)
    ]
    return Parted(figure, tuple(rows), games) if rows else None


def _pairs(value: Any, most: int) -> Iterator[tuple[int, int]]:
    for pair in value if isinstance(value, list | tuple) else ():
        across, up, *_ = (*map(_whole, pair), -1, -1) if isinstance(pair, list | tuple) else (-1, -1)
        if 0 <= across <= most and 0 <= up <= most:
            yield across, up


def _whole(value: Any) -> int:
    return value if type(value) is int else 0
