"""How long games took by their clocks, by the number of players: counted in whole minutes, so that sums stay small."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from companion.game.figure import LENGTH

Lengths = dict[str, dict[str, int]]
"""How many games took so many minutes, by the number of players and by the minutes; plain JSON, so it can be stored."""


@dataclass(frozen=True)
class UsualLength:
    """The middle of the lengths of games with so many players, in minutes, and of how many games."""

    players: int
    games: int
    minutes: float


def add_length(lengths: Lengths, players: int, figures: Mapping[str, Any]) -> None:
    """Add a game with the figures of one of its seats; one beside which no clock ran adds nothing.

    >>> lengths: Lengths = {}
    >>> for seconds in (3600, 3000, 4000):
    ...     add_length(lengths, 4, {LENGTH: seconds})
    >>> add_length(lengths, 4, {})
    >>> usual_lengths(lengths)
    [UsualLength(players=4, games=3, minutes=60.0)]
    """
    seconds = figures.get(LENGTH)
    if type(seconds) is int and seconds >= 0:
        counts = lengths.setdefault(str(players), {})
        minutes = str((seconds + 30) // 60)
        counts[minutes] = counts.get(minutes, 0) + 1


def usual_lengths(lengths: Lengths) -> list[UsualLength]:
    """Return the usual length for each number of players, ascending."""
    rows = [(int(players), {int(minutes): times for minutes, times in counts.items()})
            for players, counts in lengths.items()]  # fmt: skip
    return [UsualLength(players, sum(counts.values()), _median(counts)) for players, counts in sorted(rows)]


def _median(counts: Mapping[int, int]) -> float:
    minutes = sorted(counts)
    passed = list(accumulate(counts[minute] for minute in minutes))
    low, high = (minutes[bisect_right(passed, index)] for index in ((passed[-1] - 1) // 2, passed[-1] // 2))
    return (low + high) / 2
