"""The views of the pages of 5211: the form of a hand, the running round, and a played round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.pages.viewer import EntryView, OutcomeView, SheetView
from companion.games.g5211.cards import COLOUR_NAMES
from companion.games.g5211.drawing import FULL, PIECES, CardKey
from companion.games.g5211.rules import TARGET
from companion.games.g5211.scoring import Outcome


@dataclass(frozen=True, kw_only=True)
class HandView(EntryView):
    """The cards chosen for a seat and the grid of all cards; `hands` are the seats whose hand is entered."""

    seat: int
    hands: Collection[int]
    chosen: Sequence[str]
    grid: Sequence[CardKey]
    refused: Message | None
    no_copy: Message
    full: Message = FULL
    round: int
    deck: int
    is_long: bool
    is_last_hand: bool


@dataclass(frozen=True, kw_only=True)
class RoundSheet(SheetView):
    """The running round and deck; `most` is the highest total, None if hidden."""

    round: int
    rounds: int
    left: int
    deck: int
    is_long: bool
    target: int = TARGET
    most: int | None
    hands: Collection[int]
    latest: Message | None


@dataclass(frozen=True)
class Scored:
    """What scored in a round, where everything else is hidden."""

    scored: str | None


@dataclass(frozen=True, kw_only=True)
class RoundView(OutcomeView):
    """The stages that decided a round; if `counts` is None, only what scored is shown.

    `cards` has the value and seat of each card by colour, `roosters` the colour and seat of each rooster,
    `outnumbered` the colours with fewer cards than the one that scored.
    """

    result: Outcome | Scored
    headline: Message
    needed: int | None = None
    limit: int | None = None
    cards: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    roosters: Sequence[tuple[str, int]] = ()
    counts: Mapping[str, int] | None = None
    outnumbered: Sequence[str] = ()
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PIECES)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)
