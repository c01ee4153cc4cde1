"""What an open score sheet forbids."""

from __future__ import annotations

from companion.game import Message, Refusal

NEGATIVE, HALVES, ORDER = "open/negative", "open/halves", "open/order"

BELOW_ZERO = Refusal(
    "{what} cannot be {value}: this sheet has no numbers below 0",
    rule=NEGATIVE,
    title=Message("a number below 0 on a sheet without them"),
    allowed_by="negative",
)
HALF_POINTS = Refusal(
    "{what} cannot be {value}: this sheet has no half points",
    rule=HALVES,
    title=Message("half points on a sheet without them"),
    allowed_by="halves",
)
DIVIDED = Refusal(
    "{what} cannot be below 0, as it is divided by {per}",
    rule=NEGATIVE,
    title=Message("a number below 0 on a line that is divided"),
    allowed_by="lines",
)
ROUNDS_OVER = Refusal("the rounds are over", rule=ORDER, title=Message("a round after the last one"))
NO_ROUNDS = Refusal("this sheet has no rounds", rule=ORDER, title=Message("a round on a sheet without rounds"))
NO_LINES = Refusal("this sheet has nothing to enter at the end", rule=ORDER)
LINES_BEFORE_ROUNDS = Refusal(
    "{rounds} rounds are played before the lines, not {played}",
    rule=ORDER,
    title=Message("the lines before the last round"),
)
LINES_TWICE = Refusal("the lines are in", rule=ORDER, title=Message("the lines a second time"))
NOT_TOGETHER = Refusal(
    "this game is not won or lost together",
    rule=ORDER,
    title=Message("won or lost, where not all play together"),
)

REFUSALS = (
    BELOW_ZERO,
    HALF_POINTS,
    DIVIDED,
    ROUNDS_OVER,
    NO_ROUNDS,
    NO_LINES,
    LINES_BEFORE_ROUNDS,
    LINES_TWICE,
    NOT_TOGETHER,
)
"""All of them, in the order in which the guide lists what is refused."""
