"""The cards of 5211: colours, copies in a deck, and the four cards that each seat plays in a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Message, Refusal, RuleError, Seat, entry_keys, integer, items, shown

HAND_OF_ROUND, COPIES_OF_CARD = "5211/hand", "5211/copies"

OTHER_NUMBER = Refusal(
    "{seat} plays {hand} cards in a round, not {count}",
    rule=HAND_OF_ROUND,
    title=Message("more or fewer than four cards in a round"),
)
OTHER_SUM = Refusal(
    "{players} players play {played} cards in a round; the counts add up to {sum}",
    rule=HAND_OF_ROUND,
    title=Message("counts that are not four cards for each player"),
)
TOO_MANY_COPIES = Refusal(
    "this deck has {copies} of {card}; with this round {played} would be played",
    rule=COPIES_OF_CARD,
    title=Message("a card more often than the deck has it"),
)

REFUSALS = (
    OTHER_NUMBER,
    OTHER_SUM,
    TOO_MANY_COPIES,
)
"""All refusals, in the order of the guide."""


COLOURS = ("G", "Y", "O", "B", "T")
COPIES = MappingProxyType({1: 5, 2: 6, 3: 5, 4: 2, 5: 1, 6: 1})
CARDS = tuple(f"{colour}{value}" for colour in COLOURS for value in COPIES)
FULL_DECK = tuple(COPIES.values()) * len(COLOURS)
"""The number of copies of each card in a deck, in the order of `CARDS`."""
HAND = 4
SEATS = range(2, 6)
COLOUR_NAMES = MappingProxyType(
    {
        "G": Message("green"),
        "Y": Message("yellow"),
        "O": Message("orange"),
        "B": Message("dark blue"),
        "T": Message("teal"),
    }
)
_PLACE = {card: index for index, card in enumerate(CARDS)}
_VALUES = {card: int(card[1]) for card in CARDS}
# Created once: they are passed for every hand, but used only in error messages.
_HANDS = Message("cards")
_CARDS_OF = [Message("the cards of {seat}", seat=Seat(seat)) for seat in range(SEATS[-1])]

Hand = tuple[str, ...]


def value_of(card: str) -> int:
    """Return the points of a card: its number; a rooster is a 1 (Contents).

    >>> value_of("T6")
    6
    """
    return _VALUES[card]


def worth(cards: Sequence[str]) -> int:
    """Return the points of several cards.

    >>> worth(["T6", "G1"])
    7
    """
    return sum(map(_VALUES.__getitem__, cards))


def card_name(card: str) -> Message:
    """Return the name of a card.

    >>> str(card_name("B3"))
    'dark blue 3'
    """
    return Message("{colour} {value}", colour=COLOUR_NAMES[card[0]], value=value_of(card))


def read_hands(value: Any, players: int) -> tuple[Hand, ...]:
    """Read the cards of an entry, four per seat; raise `RuleError` if they are invalid (5211 1)."""
    return tuple([read_hand(hand, seat) for seat, hand in enumerate(items(value, _HANDS, players))])


def read_hand(value: Any, seat: int) -> Hand:
    """Read the four cards of one seat; raise `RuleError` if they are invalid (5211 1)."""
    cards = items(value, _CARDS_OF[seat])
    if len(cards) != HAND:
        raise RuleError(OTHER_NUMBER.of(len(cards), seat=Seat(seat), hand=HAND))
    for card in cards:
        if type(card) is not str or card not in _PLACE:
            raise RuleError(
                Message(
                    "{seat} cannot have played {card}: a card is a colour (G, Y, O, B or T) and a number from 1 to 6",
                    seat=Seat(seat),
                    card=shown(card),
                )
            )
    return tuple(cards)


def take(left: Sequence[int], hands: Sequence[Hand]) -> tuple[int, ...]:
    """Return the deck without these hands; raise `RuleError` if it has too few copies of a card (5211, Components).

    `left` and the result are the numbers of copies not yet played, in the order of `CARDS`.
    """
    after = list(left)
    for hand in hands:
        for card in hand:
            after[_PLACE[card]] -= 1
    if min(after) < 0:
        place = next(place for place, copies in enumerate(after) if copies < 0)
        copies = FULL_DECK[place]
        raise RuleError(TOO_MANY_COPIES.of(copies=copies, card=card_name(CARDS[place]), played=copies - after[place]))
    return tuple(after)


def read_players(value: Any) -> int:
    """Read the number of players, 2 to 5; raise `RuleError` if it is invalid."""
    return integer(value, Message("players"), SEATS[0], SEATS[-1])


def read_counts(value: Any, players: int) -> dict[str, int]:
    """Read how many cards of each colour were played in a round; raise `RuleError` unless it is four per player."""
    played = HAND * players
    entry_keys(value, Message("counts"), COLOURS)
    counts = {
        colour: integer(value[colour], Message("the count of {colour}", colour=COLOUR_NAMES[colour]), 0, played)
        for colour in COLOURS
    }
    if sum(counts.values()) != played:
        raise RuleError(OTHER_SUM.of(players=players, played=played, sum=sum(counts.values())))
    return counts


def read_roosters(value: Any, counts: Mapping[str, int]) -> int:
    """Read how many of these cards are roosters; raise `RuleError` if the deck has too few for that number."""
    others = sum(COPIES.values()) - COPIES[1]
    least = sum(max(0, count - others) for count in counts.values())
    return integer(value, Message("roosters"), least, sum(min(count, COPIES[1]) for count in counts.values()))
