"""The views that the templates of Six Takes show: the deck, the running round and a finished round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from companion.engine import Message
from companion.engine.pages.viewer import View
from companion_six_takes.deck import CARDS, heads_on


@dataclass(frozen=True, kw_only=True)
class CardKey:
    """A card with its bull heads; `on` for this seat, `crossed` if another seat has it."""

    card: int
    heads: int
    on: bool = False
    crossed: bool = False


@dataclass(frozen=True, kw_only=True)
class DeckView(View):
    """What form.html shows: the seat that enters, the seats that are done, and the whole deck."""

    title: Message
    stage: str
    seat: int
    done: Collection[int]
    deck: Sequence[CardKey]
    is_last: bool
    round: int


@dataclass(frozen=True, kw_only=True)
class RoundSheet(View):
    """What sheet.html shows; `most` are the most bull heads that a seat has, None if hidden."""

    next: Message
    round: int
    limit: int
    most: int | None
    done: Collection[int]


@dataclass(frozen=True, kw_only=True)
class TakenView(View):
    """What outcome.html shows: the cards of each seat, None for those that are hidden."""

    hands: Sequence[Sequence[CardKey] | None]


def deck_keys(on: Collection[int], crossed: Collection[int] = ()) -> list[CardKey]:
    """Return a key for each card of the deck."""
    return [
        CardKey(card=card, heads=heads_on(card), on=card in on, crossed=card in crossed and card not in on)
        for card in CARDS
    ]


def faces(cards: Iterable[int]) -> list[CardKey]:
    """Return these cards, only to be shown."""
    return [CardKey(card=card, heads=heads_on(card)) for card in cards]
