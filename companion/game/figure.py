"""Statistics of finished games: what a game counts for each seat besides its total, with titles and labels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game.game import Game, Step
from companion.game.message import Message

KIND, SIDE = "kind", "side"
"""Optional figures of any game.

`kind` marks games whose totals are not comparable with the usual ones, such as solo games. Seats with the same `side`
are team mates, not opponents.
"""
TOTALS_ONLY, UNSCORED = "totals_only", "unscored"
"""Figures of a game of which only the totals are known, or not even these."""
LENGTH = "length"
"""Figure of any game beside which a clock ran: how many seconds it took."""


@dataclass(frozen=True)
class Count:
    """One number per game, shown as sum and mean."""

    key: str
    title: Message


@dataclass(frozen=True)
class Share:
    """A number out of a larger one, which has the key `of`: bets made, out of bets placed."""

    key: str
    title: Message
    of: str


@dataclass(frozen=True)
class Best:
    """One number per game, of which only the best is shown: the largest, or the smallest if `is_least`."""

    key: str
    title: Message
    is_least: bool = False


@dataclass(frozen=True)
class Split:
    """Numbers by name, in the order of `labels`, such as points by source.

    `pieces` gives each name its colour and glyph. With `is_points` the numbers are points and may be negative;
    without it they are counts.
    """

    key: str
    title: Message
    labels: Mapping[str, Message]
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_points: bool = True


@dataclass(frozen=True)
class Pairs:
    """Pairs of numbers from 0 to `most`, drawn as a plot: prediction (`across`) against result (`up`).

    Only the first two numbers of each item are drawn.
    """

    key: str
    title: Message
    across: Message
    up: Message
    most: int


Figure = Count | Share | Best | Split | Pairs


@dataclass(frozen=True)
class Figures:
    """A game's own statistics: `shown` are shown for a player.

    `count(states, entries, steps)` returns a mapping of plain JSON values per seat; the states are those before each
    entry and at the end. `kinds` names the kinds of games whose totals are not comparable with the usual ones.
    `kind_game(kind)` returns the game of a kind as it is played, where a kind is a game of its own.
    """

    shown: tuple[Figure, ...]
    count: Callable[[Sequence[Any], Sequence[Any], Sequence[Sequence[Step]]], tuple[Mapping[str, Any], ...]]
    kinds: Mapping[str, Message] = field(default_factory=dict)
    kind_game: Callable[[str], Game] | None = None
