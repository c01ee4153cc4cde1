"""The rulebook of Six Takes: each step and each refusal names one of these rules."""

from __future__ import annotations

from companion.engine import Rulebook, by

RULES = Rulebook("six-takes")
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says

_CARDS = by(
    "cards",
    {1: says("{card}: one card of {each}", card=lambda step: step.values["cards"][0])},
    says("{cards}: {count} cards of {each}", counted="cards"),
)
FIFTY_FIVE = rule("fifty-five", "Bull heads", "The 55", "The card 55 has seven bull heads.", _CARDS)
ELEVENS = rule("elevens", "Bull heads", "Multiples of eleven", "The cards 11, 22, 33 and so on have five each.", _CARDS)
TENS = rule("tens", "Bull heads", "Multiples of ten", "The cards 10, 20, 30 and so on have three each.", _CARDS)
FIVES = rule("fives", "Bull heads", "Other fives", "The cards 5, 15, 25 and so on have two each.", _CARDS)
OTHERS = rule("others", "Bull heads", "All others", "Every other card has one bull head.", _CARDS)
NONE = rule("none", "Bull heads", "No cards", "Whoever takes no card in a round gets nothing.", says("no card taken"))
ONE_OF_EACH = rule(
    "one-of-each",
    "The cards",
    "One of each",
    "There are 104 cards, 1 to 104, each once. In a round nobody can take what another has taken.",
)
TAKEN = refusal(
    ONE_OF_EACH,
    "{card} is entered for another player already: look who of you has it",
    title="a card taken by two players",
)
TWICE = refusal(ONE_OF_EACH, "{seat} cannot take {card} twice: there is one of each card", title="a card taken twice")
DEALT = rule(
    "dealt",
    "The cards",
    "Ten cards each",
    "Everybody is dealt ten cards, and four begin the rows. At the end each row still has a card.",
)
TOO_MANY = refusal(
    DEALT,
    "{count} cards are too many: in a round at most {most} are taken",
    title="more cards than were dealt",
)
FEWEST = rule(
    "fewest",
    "End of the game",
    "Fewest bull heads",
    "The round that brings somebody to the limit, usually 66, is the last. The fewest bull heads win.",
    says("{seats} with {total} bull heads"),
)
SHARED = rule(
    "shared",
    "End of the game",
    "A shared place",
    "Players with as many bull heads share the place. The rulebook says nothing about it.",
    says("{seats} share the place"),
    is_ruling=True,
)
