"""The games' own figures added up over several games; what a figure lacks or holds amiss counts as nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Best, Count, Figure, Message, Pairs, Share, Split

Own = Mapping[str, Any]


@dataclass(frozen=True)
class Counted:
    """A number over several games, and how many games these were."""

    figure: Count
    sum: int
    games: int

    @property
    def mean(self) -> float:
        return self.sum / self.games


@dataclass(frozen=True)
class Shared:
    """A part of a whole, never of nothing."""

    figure: Share
    part: int
    whole: int


@dataclass(frozen=True)
class Highest:
    """The largest number of all games."""

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
        return sum(times for _, _, times in self.counts)

    @property
    def equal(self) -> int:
        """How many pairs came as they were foretold."""
        return sum(times for across, up, times in self.counts if across == up)


Summary = Counted | Shared | Highest | Parted | Paired


def summed(figures: Iterable[Figure], games: Sequence[Own]) -> tuple[Summary, ...]:
    """Each figure added up over those games that have it; left out where no game has.

    >>> [one.sum for one in summed([Count("swaps", Message("Swaps"))], [{"swaps": 2}, {}, {"swaps": 1}])]
    [3]
    """
    return tuple([made for figure in figures if (made := _sum(figure, games)) is not None])


def _sum(figure: Figure, games: Sequence[Own]) -> Summary | None:
    having = [own for own in games if figure.key in own]
    if not having:
        return None
    if isinstance(figure, Split):
        return _split(figure, [own[figure.key] for own in having])
    if isinstance(figure, Pairs):
        counts = Counter(pair for own in having for pair in _pairs(own[figure.key], figure.most))
        return Paired(figure, tuple([(*pair, times) for pair, times in sorted(counts.items())])) if counts else None
    values = [_whole(own[figure.key]) for own in having]
    if isinstance(figure, Share):
        whole = sum(_whole(own.get(figure.of)) for own in having)
        return Shared(figure, sum(values), whole) if whole else None
    return Highest(figure, max(values)) if isinstance(figure, Best) else Counted(figure, sum(values), len(values))


def _split(figure: Split, values: Sequence[Any]) -> Parted | None:
    parts = [value for value in values if isinstance(value, Mapping)]
    sums = {name: sum(_whole(part.get(name)) for part in parts) for name in figure.labels}
    rows = [
        Named(figure.labels[name], figure.pieces.get(name), number, number / len(parts))
        for name, number in sums.items()
        if number
    ]
    return Parted(figure, tuple(rows), len(parts)) if rows else None


def _pairs(value: Any, most: int) -> Iterator[tuple[int, int]]:
    for pair in value if isinstance(value, list | tuple) else ():
        across, up, *_ = (*map(_whole, pair), -1, -1) if isinstance(pair, list | tuple) else (-1, -1)
        if 0 <= across <= most and 0 <= up <= most:
            yield across, up


def _whole(value: Any) -> int:
    return value if type(value) is int else 0
