"""What an open score sheet forbids."""

from __future__ import annotations

from companion.game import Message, Refusal

NEGATIVE, HALVES, ORDER = "open/negative", "open/halves", "open/order"
STEP_POINTS, TIMES_POINTS, SUM_OF_ROUND = "open/steps", "open/times", "open/sum"

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
WITHOUT_STEP = Refusal(
    "{what} cannot be below 0, as it is counted by steps",
    rule=STEP_POINTS,
    title=Message("a number below 0 on a line with steps"),
)
TOO_MANY = Refusal(
    "{what} comes to more than {most} points; check the numbers",
    rule=TIMES_POINTS,
    title=Message("lines that multiply to more points than a sheet holds"),
)
OFF_SUM = Refusal(
    "the numbers of the round add up to {total}, not {sum}; check what each one has",
    rule=SUM_OF_ROUND,
    title=Message("a round whose numbers do not add up"),
    allowed_by="rounds",
)
BELOW_LEFT = Refusal(
    "the others have {total} of {sum} already, so nothing is left for {side}",
    rule=SUM_OF_ROUND,
    title=Message("a round of which nothing is left for the last one"),
    allowed_by="rounds",
)
LEFT_OUT = Refusal(
    "one number of a round can be left out, not {left}: it is what is left of the sum",
    rule=SUM_OF_ROUND,
    title=Message("a round in which two numbers are left out"),
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
    WITHOUT_STEP,
    TOO_MANY,
    OFF_SUM,
    BELOW_LEFT,
    LEFT_OUT,
    ROUNDS_OVER,
    NO_ROUNDS,
    NO_LINES,
    LINES_BEFORE_ROUNDS,
    LINES_TWICE,
    NOT_TOGETHER,
)
"""All refusals, in the order of the guide."""
