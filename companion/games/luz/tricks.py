"""A trick of Luz: which cards are allowed, and which card takes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.game import Message, RuleError, Step, integer, items, one_of, shown
from companion.games.luz.rules import CARD_TWICE, NOT_IN_DECK, TOO_MANY_CARDS, TRICKS

SUITS = ("Y", "R", "G", "B", "P")
TRUMP = "Y"
HIGHEST = MappingProxyType({3: 8, 4: 10, 5: 12})
SUIT_NAMES = MappingProxyType(
    {
        "Y": Message("yellow"),
        "R": Message("red"),
        "G": Message("green"),
        "B": Message("blue"),
        "P": Message("purple"),
    }
)
LED, TRUMPED, BEST = "luz/led-suit", "luz/trump", "luz/highest-card"
FOLLOW, FREE = "luz/follow-suit", "luz/no-card-of-the-suit"

_CARDS, _LED, _HAND, _SUIT = Message("cards"), Message("led"), Message("hand"), Message("a suit")


class Card(NamedTuple):
    """A card: its suit and its number."""

    suit: str
    value: int


class Trick(NamedTuple):
    """A trick, complete or not: its winner and the suit led, both None before the first card, and the steps."""

    winner: int | None
    led: str | None
    is_complete: bool
    steps: tuple[Step, ...]


def card_name(card: Card) -> Message:
    """Return the name of a card.

    >>> str(card_name(Card("Y", 10)))
    'yellow 10'
    """
    return Message("{colour} {value}", colour=SUIT_NAMES[card.suit], value=card.value)


def read_trick(value: Any, players: int) -> tuple[Card, ...]:
    """Read the cards of a trick in the order played; raise `RuleError` if they are invalid (Luz 3; Luz, Setup)."""
    codes = items(value, _CARDS)
    if len(codes) > players:
        raise RuleError(TOO_MANY_CARDS.of(len(codes), players=players))
    deck = {f"{suit}{number}": Card(suit, number) for suit in SUITS for number in range(1, HIGHEST[players] + 1)}
    cards: list[Card] = []
    for code in codes:
        if type(code) is not str or code not in deck:
            raise RuleError(NOT_IN_DECK.of(players=players, highest=HIGHEST[players], card=shown(code)))
        if deck[code] in cards:
            raise RuleError(CARD_TWICE.of(card=card_name(deck[code])))
        cards.append(deck[code])
    return tuple(cards)


def judge_trick(players: int, leader: int, cards: Sequence[Card]) -> Trick:
    """Decide who takes a trick: the highest trump, else the highest card of the suit led (Luz 3, Which card wins?).

    >>> judge_trick(4, 0, [Card("R", 4), Card("R", 3), Card("B", 3), Card("R", 2)])[:3]
    (0, 'R', True)
    >>> judge_trick(4, 3, [Card("R", 4), Card("Y", 1)])[:3]
    (0, 'R', False)
    """
    is_complete = len(cards) == players
    if not cards:
        return Trick(None, None, is_complete, ())
    led = cards[0].suit
    trumps = [card for card in cards if card.suit == TRUMP]
    best = max(trumps or [card for card in cards if card.suit == led], key=lambda card: card.value)
    winner = (leader + cards.index(best)) % players
    steps = (
        Step(LED, leader, values={"suit": led}),
        Step(TRUMPED, values={"suit": led, "trumps": [card.value for card in trumps]}),
        Step(BEST, winner, values={"suit": best.suit, "value": best.value, "complete": is_complete}),
    )
    return Trick(winner, led, is_complete, steps)


def read_suit(value: Any, what: Message = _LED) -> str:
    """Read one of the five suits; raise `RuleError` for any other value. `what` names the value in the message."""
    suit: str = one_of(value, what, SUITS)
    return suit


def read_backs(value: Any) -> tuple[str, ...]:
    """Read the suits on the backs of the cards in a hand, 1 to 10; raise `RuleError` if they are invalid."""
    hand = tuple(read_suit(suit, _SUIT) for suit in items(value, _HAND))
    integer(len(hand), Message("the number of cards in hand"), 1, TRICKS)
    return hand


def follow(led: str, hand: Collection[str]) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    """Return the suits that a hand may play, and the steps: the suit led if the hand has it, else any (Luz 3).

    >>> follow("R", ["R", "B", "B"])[0], follow("G", ["B", "Y", "R"])[0]
    (('R',), ('Y', 'R', 'B'))
    """
    count = sum(suit == led for suit in hand)
    if count:
        return (led,), (Step(FOLLOW, values={"suit": led, "count": count}),)
    allowed = tuple(suit for suit in SUITS if suit in hand)
    return allowed, (Step(FREE, values={"suit": led, "allowed": list(allowed)}),)


def read_players(value: Any) -> int:
    """Read the number of players, 3 to 5; raise `RuleError` if it is invalid."""
    return integer(value, Message("players"), min(HIGHEST), max(HIGHEST))


def read_leader(value: Any, players: int) -> int:
    """Read the seat that led; raise `RuleError` if it is invalid."""
    return integer(value, Message("leader"), 0, players - 1)


def names_of(suits: Collection[str]) -> list[Message]:
    """Return the names of suits."""
    return [SUIT_NAMES[suit] for suit in suits]
