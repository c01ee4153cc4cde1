"""The rulebook of Qwixx: each step and each refusal names one of these rules."""

from __future__ import annotations

from companion.engine import Message, Rulebook

ROW_NAMES = {
    "red": Message("red"),
    "yellow": Message("yellow"),
    "green": Message("green"),
    "blue": Message("blue"),
}
RULES = Rulebook("qwixx", row=ROW_NAMES)
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says

ORDER = rule(
    "order",
    "Crosses",
    "From left to right",
    "In each row numbers are crossed from left to right. What was left out is lost.",
)
LEFT = refusal(
    ORDER,
    "{seat} cannot cross in {row} on the left of {number}, which was crossed before",
    title="a cross on the left of an earlier one",
)
LOCK = rule(
    "lock",
    "Crosses",
    "The lock",
    "The last number of a row may be crossed with five crosses before it. Then the lock counts as a cross, "
    "too, and after this turn nobody crosses in that row any more.",
)
EARLY = refusal(
    LOCK,
    "{seat} cannot cross {number} in {row} yet: {count} crosses are needed before it",
    title="the last number with fewer than five crosses before it",
)
LOCKED = refusal(
    LOCK,
    "{row} was locked before: {seat} cannot cross there any more",
    title="a cross in a row that is locked",
)
PEN = rule("pen", "Crosses", "With a pen", "Crosses and penalties stay.")
ERASED = refusal(
    PEN,
    "{seat} has fewer crosses or penalties than before: correct the earlier entry if it was wrong",
    title="a cross that is taken back",
)
ROW = rule(
    "row",
    "Scoring",
    "A row",
    "1 to 12 crosses count 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78 points.",
    says("{row}: {count} cross, {total} points", "{row}: {count} crosses, {total} points", counted="crosses"),
)
PENALTIES = rule(
    "penalties",
    "Scoring",
    "Penalties",
    "Each of the at most four penalties costs five points.",
    says("{count} penalty", "{count} penalties"),
)
MOST = rule(
    "most",
    "End of the game",
    "The most points",
    "The game ends with the second locked row or somebody's fourth penalty. The most points win.",
    says("{seats} with {total} points"),
)
SHARED = rule(
    "shared",
    "End of the game",
    "A shared place",
    "With equal points the place is shared.",
    says("{seats} share the place"),
)
