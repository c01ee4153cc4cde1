"""What the rules of Qwixx forbid, each with its rule."""

from __future__ import annotations

from companion.engine import Refusal

ORDER, LOCK, PEN = "qwixx/order", "qwixx/lock", "qwixx/pen"

LEFT = Refusal(
    "{seat} cannot cross in {row} on the left of {number}, which was crossed before",
    rule=ORDER,
    title=Refusal("a cross on the left of an earlier one", rule=ORDER),
)
EARLY = Refusal(
    "{seat} cannot cross {number} in {row} yet: {count} crosses are needed before it",
    rule=LOCK,
    title=Refusal("the last number with fewer than five crosses before it", rule=LOCK),
)
LOCKED = Refusal(
    "{row} was locked before: {seat} cannot cross there any more",
    rule=LOCK,
    title=Refusal("a cross in a row that is locked", rule=LOCK),
)
ERASED = Refusal(
    "{seat} has fewer crosses or penalties than before: correct the earlier entry if it was wrong",
    rule=PEN,
    title=Refusal("a cross that is taken back", rule=PEN),
)
