"""The referee's questions about Qwixx: what a row counts, and who comes first."""

from __future__ import annotations

from companion.engine import (
    Answer,
    Choice,
    Flag,
    Message,
    Number,
    Question,
    RuleError,
    Seat,
    who_comes_first,
)
from companion_qwixx.paper import BEFORE_LOCK, ROWS
from companion_qwixx.rulebook import EARLY, MOST, ROW_NAMES, RULES, SHARED
from companion_qwixx.rules import row_step


def _row(row: str, crosses: int, locked: bool) -> Answer:
    if locked and crosses <= BEFORE_LOCK:
        raise RuleError(EARLY.of(BEFORE_LOCK, seat=Seat(0), number=ROWS[row][-1], row=ROW_NAMES[row]))
    step = row_step(row, crosses + locked)
    points = step.points or 0
    return Answer({"points": points}, (step,), Message("{count} point", "{count} points", points), number=points)


QUESTIONS = (
    Question(
        "qwixx/row",
        title="What does a row count?",
        help="Tap the crosses of a row, the last number among them, and whether it is locked.",
        words="crosses, points of a row, lock",
        inputs=(
            Choice("row", ROW_NAMES, name="the row", title="Row", usual=next(iter(ROWS))),
            Number("crosses", 0, 11, name="the crosses", title="Numbers crossed", asks="How many numbers are crossed?"),
            Flag("locked", name="the lock", title="locked"),
        ),
        answer=_row,
        claims=True,
    ),
    who_comes_first(
        "qwixx",
        range(2, 6),
        MOST,
        RULES,
        ties=(SHARED,),
        help="Enter the total of each player.",
        words="winner, tie, end of the game",
        usual=3,
        below_zero=True,
    ),
)
