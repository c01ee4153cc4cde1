"""What the rules of Six Takes forbid, each with its rule; notices and the guide name it."""

from __future__ import annotations

from companion.engine import Refusal

ONE_OF_EACH, DEALT = "six-takes/one-of-each", "six-takes/dealt"

TAKEN = Refusal(
    "{card} is entered for another player already: look who of you has it",
    rule=ONE_OF_EACH,
    title=Refusal("a card taken by two players", rule=ONE_OF_EACH),
)
TWICE = Refusal(
    "{seat} cannot take {card} twice: there is one of each card",
    rule=ONE_OF_EACH,
    title=Refusal("a card taken twice", rule=ONE_OF_EACH),
)
TOO_MANY = Refusal(
    "{count} cards are too many: in a round at most {most} are taken",
    rule=DEALT,
    title=Refusal("more cards than were dealt", rule=DEALT),
)
