"""Figures of finished games: what a game counts of each seat beside its total, and how it is summed and called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game.message import Message


@dataclass(frozen=True)
class Count:
    """A number a game, shown as a sum and a mean."""

    key: str
    title: Message


@dataclass(frozen=True)
class Share:
    """A number of a larger one, which stands under the key `of`: bets made, of bets placed."""

    key: str
    title: Message
    of: str


@dataclass(frozen=True)
class Best:
    """A number a game of which only the best is told: the largest, or the smallest where `is_least`."""

    key: str
    title: Message
    is_least: bool = False


@dataclass(frozen=True)
class Split:
    """Numbers by name, in the order of `labels`: points by where they came from, or how often each was there.

    `pieces` gives a name its colour and glyph. `is_points` says that the numbers are points, so may be negative.
    """

    key: str
    title: Message
    labels: Mapping[str, Message]
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_points: bool = True


@dataclass(frozen=True)
class Pairs:
    """Pairs of numbers from 0 to `most`, what was foretold against what came; further numbers are not drawn."""

    key: str
    title: Message
    across: Message
    up: Message
    most: int


Figure = Count | Share | Best | Split | Pairs
