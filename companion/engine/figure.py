"""Statistics of finished games: the numbers that a game counts for each seat besides its total."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Game, Step
from companion.engine.message import Message

KIND, SIDE = "kind", "side"
"""Optional figures of any game.

`kind` marks games whose totals are not comparable with the usual ones, such as solo games. Seats with the same `side`
are team mates, not opponents.
"""
TOTALS_ONLY, UNSCORED = "totals_only", "unscored"
"""Figures of a game with known totals but no entries, or without points."""
LENGTH = "length"
"""Figure of any game that was timed by the table's clock: its length in seconds."""


@dataclass(frozen=True)
class Count:
    """One number per game, shown as sum and mean."""

    key: str
    title: Message


@dataclass(frozen=True)
class Share:
    """A number out of a larger one, whose key is `of`: bets made, out of bets placed."""

    key: str
    title: Message
    of: str


@dataclass(frozen=True)
class Best:
    """One number per game; only the best of all games is shown: the largest, or the smallest if `is_least`."""

    key: str
    title: Message
    is_least: bool = False


@dataclass(frozen=True)
class Split:
    """Numbers by name, in the order of `labels`, such as points by source.

    `pieces` maps each name to its colour and glyph. With `is_points` the numbers are points and may be negative;
    otherwise they are counts.
    """

    key: str
    title: Message
    labels: Mapping[str, Message]
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_points: bool = True


@dataclass(frozen=True)
class Pairs:
    """Pairs of numbers from 0 to `most`, plotted: prediction (`across`) against result (`up`); others are not drawn."""

    key: str
    title: Message
    across: Message
    up: Message
    most: int


Figure = Count | Share | Best | Split | Pairs


def points_by_source(steps: Iterable[Step], sources: Mapping[str, str]) -> dict[str, int]:
    """Return the sums of the points of steps, by the name that `sources` has for their rule."""
    points = dict.fromkeys(sources.values(), 0)
    for step in steps:
        if step.rule in sources:
            points[sources[step.rule]] += step.points or 0
    return points


@dataclass(frozen=True)
class Figures:
    """A game's own statistics; a player's page shows the figures in `shown`.

    `count(states, entries, steps)` returns a mapping of plain JSON values per seat; the states are those before each
    entry and at the end. `kinds` names the kinds of games whose totals are not comparable with the usual ones.
    `kind_game(kind)` returns the game for a kind, if each kind is a separate game.
    """

    shown: tuple[Figure, ...]
    count: Callable[[Sequence[Any], Sequence[Any], Sequence[Sequence[Step]]], tuple[Mapping[str, Any], ...]]
    kinds: Mapping[str, Message] = field(default_factory=dict)
    kind_game: Callable[[str], Game] | None = None
