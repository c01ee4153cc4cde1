"""Drawings of the cards of 5211: colours, glyphs, and the grid of cards to tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

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
    """Return the glyph of a card: a rooster, or that of its colour."""
    return "rooster" if value_of(card) == 1 else PIECES[card[0]][1]


def card_grid(left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]) -> list[dict[str, Any]]:
    """Return every card with its drawing and the number of copies available to a hand.

    `left` counts the copies in the deck before this round, `others` are the other hands of the round, `chosen` is
    the hand itself.
    """
    free = {card: left[card] - sum(hand.count(card) for hand in others) for card in CARDS}
    return [
        {
            "card": card,
            "name": card_name(card),
            "piece": PIECES[card[0]][0],
            "glyph": glyph_of(card),
            "value": value_of(card),
            "left": free[card],
            "on": card in chosen,
            "free": max(0, free[card] - chosen.count(card)),
            "off": free[card] - chosen.count(card) <= 0,
        }
        for card in CARDS
    ]


FULL = Message("Four cards are in. Tap one of them above to take it back.")


def no_copy(card: Message | str) -> Message:
    """Return the sentence about a card of which no copy is left."""
    return Message("{card} is not taken: this deck holds no further copy of it.", card=card)


def add_card(
    card: str | None, left: Mapping[str, int], others: Sequence[Sequence[str]], chosen: Sequence[str]
) -> tuple[list[str], list[dict[str, Any]], Message | None]:
    """Return a hand with a tapped card, the grid for it, and why the card was not taken; see `card_grid`.

    Anything that is not a card changes nothing.
    """
    grid = card_grid(left, others, chosen)
    look = next((look for look in grid if look["card"] == card), None)
    if look is None or card is None:
        return [*chosen], grid, None
    if look["off"] or len(chosen) >= HAND:
        return [*chosen], grid, no_copy(look["name"]) if look["off"] else FULL
    return [*chosen, card], card_grid(left, others, [*chosen, card]), None
