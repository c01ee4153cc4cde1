"""What the rules of Luz forbid."""

from __future__ import annotations

from companion.game import Message, Refusal

TEN_TRICKS, DECK = "luz/ten-tricks", "luz/deck"

OTHER_SUM = Refusal(
    "the tricks add up to {sum}, not {tricks}",
    rule=TEN_TRICKS,
    title=Message("tricks of a deal that do not add up to ten"),
)
TOO_MANY_CARDS = Refusal(
    "a trick of {players} players has {players} cards, not {count}",
    rule=TEN_TRICKS,
    title=Message("more cards in a trick than players"),
)
NOT_IN_DECK = Refusal(
    "with {players} players a card is a suit (Y, R, G, B or P) and a number from 1 to {highest}, not {card}",
    rule=DECK,
    title=Message("a card that is not in the game with so many players"),
)
CARD_TWICE = Refusal("{card} stands twice in this trick", rule=DECK, title=Message("the same card twice in a trick"))

REFUSALS = (
    OTHER_SUM,
    TOO_MANY_CARDS,
    NOT_IN_DECK,
    CARD_TWICE,
)
"""All refusals, in the order of the guide."""
