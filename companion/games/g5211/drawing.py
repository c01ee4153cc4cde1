"""Drawings of the cards of 5211: colours, glyphs, and the grid of cards to tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.game import Message
from companion.games.g5211.cards import CARDS, HAND, card_name, value_of

PIECES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "G": ("green", "leaf"),
        "Y": ("yellow", "sun"),
        "O": ("orange", "slice"),
        "B": ("navy", "drop"),
        "T": ("teal", "fish"),
    }
)


def glyph_of(card: str) -> str:
    """Return the glyph of a card: a rooster, or the glyph of its colour."""
    return "rooster" if value_of(card) == 1 else PIECES[card[0]][1]


@dataclass(frozen=True)
class CardKey:
    """A card of the grid: its drawing, the copies `available` to a hand, and those `remaining` beside the hand."""

    card: str
    name: Message
    piece: str
    glyph: str
    value: int
    available: int
    is_chosen: bool
    remaining: int

    @property
    def is_used_up(self) -> bool:
        """Whether no copy remains."""
        return not self.remaining


def card_grid(left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]) -> list[CardKey]:
    """Return every card with its drawing and the number of copies available to a hand.

    `left` is the number of copies of each card in the deck before this round, `others` are the other hands of the
    round, `chosen` is the hand itself.
    """
    available = {card: left[card] - sum(hand.count(card) for hand in others) for card in CARDS}
    return [
        CardKey(
            card=card,
            name=card_name(card),
            piece=PIECES[card[0]][0],
            glyph=glyph_of(card),
            value=value_of(card),
            available=available[card],
            is_chosen=card in chosen,
            remaining=max(0, available[card] - chosen.count(card)),
        )
        for card in CARDS
    ]


FULL = Message("Four cards are in. Tap one of them above to take it back.")


def no_copy(card: Message | str) -> Message:
    """Return the sentence about a card without remaining copies."""
    return Message("{card} is not taken: this deck holds no further copy of it.", card=card)


def add_card(
    card: str | None, left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]
) -> tuple[list[str], list[CardKey], Message | None]:
    """Return a hand with a tapped card added, the grid for it, and why the card was not added, else None.

    Parameters are as for `card_grid`. A `card` that is None or not a card changes nothing.
    """
    grid = card_grid(left, others, chosen)
    key = next((key for key in grid if key.card == card), None)
    if key is None or card is None:
        return [*chosen], grid, None
    if key.is_used_up or len(chosen) >= HAND:
        return [*chosen], grid, no_copy(key.name) if key.is_used_up else FULL
    return [*chosen, card], card_grid(left, others, [*chosen, card]), None
