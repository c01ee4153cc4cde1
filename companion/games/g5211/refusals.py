"""What the rules of 5211 forbid."""

from __future__ import annotations

from companion.game import Message, Refusal

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
