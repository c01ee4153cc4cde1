"""The rulebook of Qwixx as sentences."""

from __future__ import annotations

from companion.engine import Message, Rule, Step, named_values
from companion_qwixx.paper import ROW_NAMES
from companion_qwixx.refusals import LOCK, ORDER, PEN
from companion_qwixx.rules import PENALTIES, ROW, SHARED

MOST = "qwixx/most"
_CROSSES, _SCORING, _END = Message("Crosses"), Message("Scoring"), Message("End of the game")


def _row(step: Step) -> Message:
    values = dict(step.values, row=ROW_NAMES[step.values["row"]])
    crosses = values.pop("crosses")
    return Message("{row}: {count} cross, {total} points", "{row}: {count} crosses, {total} points", crosses, **values)


def _penalties(step: Step) -> Message:
    return Message("{count} penalty", "{count} penalties", step.values["count"])


def _most(step: Step) -> Message:
    return Message("{seats} with {total} points", **named_values(step))


def _shared(step: Step) -> Message:
    return Message("{seats} share the place", **named_values(step))


RULES = {
    ORDER: Rule(
        _CROSSES,
        Message("From left to right"),
        Message("In each row numbers are crossed from left to right. What was left out is lost."),
    ),
    LOCK: Rule(
        _CROSSES,
        Message("The lock"),
        Message(
            "The last number of a row may be crossed with five crosses before it. Then the lock counts as a cross, "
            "too, and after this turn nobody crosses in that row any more."
        ),
    ),
    PEN: Rule(_CROSSES, Message("With a pen"), Message("Crosses and penalties stay.")),
    ROW: Rule(
        _SCORING,
        Message("A row"),
        Message("1 to 12 crosses count 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78 points."),
        _row,
    ),
    PENALTIES: Rule(
        _SCORING, Message("Penalties"), Message("Each of the at most four penalties costs five points."), _penalties
    ),
    MOST: Rule(
        _END,
        Message("The most points"),
        Message("The game ends with the second locked row or somebody's fourth penalty. The most points win."),
        _most,
    ),
    SHARED: Rule(_END, Message("A shared place"), Message("With equal points the place is shared."), _shared),
}
