"""What the pages of 5211 show: the form of a hand, the running round, and a round that was played."""

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
    """The cards chosen for a seat and the grid of all cards; `hands` are the seats whose hand is in."""

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
    """The running round and deck; `most` are the most points that a seat has, None if hidden."""

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
    """What scored in a round of which nothing else may be shown."""

    scored: str | None


@dataclass(frozen=True, kw_only=True)
class RoundView(OutcomeView):
    """The stages by which a round was decided; without `counts` only what scored.

    `cards` has the value and the seat of each card by colour, `roosters` the colour and the seat of each, `fewer` the
    colours that were outnumbered.
    """

    judged: Outcome | Scored
    headline: Message
    needed: int | None = None
    limit: int | None = None
    cards: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    roosters: Sequence[tuple[str, int]] = ()
    counts: Mapping[str, int] | None = None
    fewer: Sequence[str] = ()
    pieces: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PIECES)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)
