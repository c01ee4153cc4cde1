"""The rulebook of Six Takes as sentences: each step and each refusal names one of these rules."""

from __future__ import annotations

from companion.engine import Message, Rule, Step, joined, named_values
from companion_six_takes.deck import ELEVENS, FIFTY_FIVE, FIVES, OTHERS, TENS
from companion_six_takes.refusals import DEALT, ONE_OF_EACH
from companion_six_takes.rules import NONE, SHARED

FEWEST = "six-takes/fewest"
_CARDS, _END = Message("Bull heads"), Message("End of the game")


def _cards(step: Step) -> Message:
    cards, each = step.values["cards"], step.values["each"]
    if len(cards) == 1:
        return Message("{card}: one card of {each}", card=cards[0], each=each)
    return Message("{cards}: {count} cards of {each}", cards=joined(cards), count=len(cards), each=each)


def _none(step: Step) -> Message:
    return Message("no card taken")


def _fewest(step: Step) -> Message:
    return Message("{seats} with {total} bull heads", **named_values(step))


def _shared(step: Step) -> Message:
    return Message("{seats} share the place", **named_values(step))


RULES = {
    FIFTY_FIVE: Rule(_CARDS, Message("The 55"), Message("The card 55 has seven bull heads."), _cards),
    ELEVENS: Rule(
        _CARDS, Message("Multiples of eleven"), Message("The cards 11, 22, 33 and so on have five each."), _cards
    ),
    TENS: Rule(_CARDS, Message("Multiples of ten"), Message("The cards 10, 20, 30 and so on have three each."), _cards),
    FIVES: Rule(_CARDS, Message("Other fives"), Message("The cards 5, 15, 25 and so on have two each."), _cards),
    OTHERS: Rule(_CARDS, Message("All others"), Message("Every other card has one bull head."), _cards),
    NONE: Rule(_CARDS, Message("No cards"), Message("Whoever takes no card in a round gets nothing."), _none),
    ONE_OF_EACH: Rule(
        Message("The cards"),
        Message("One of each"),
        Message("There are 104 cards, 1 to 104, each once. In a round nobody can take what another has taken."),
    ),
    DEALT: Rule(
        Message("The cards"),
        Message("Ten cards each"),
        Message("Everybody is dealt ten cards, and four begin the rows. At the end each row still has a card."),
    ),
    FEWEST: Rule(
        _END,
        Message("Fewest bull heads"),
        Message("The round that brings somebody to the limit, usually 66, is the last. The fewest bull heads win."),
        _fewest,
    ),
    SHARED: Rule(
        _END,
        Message("A shared place"),
        Message("Players with as many bull heads share the place. The rulebook says nothing about it."),
        _shared,
        is_ruling=True,
    ),
}
