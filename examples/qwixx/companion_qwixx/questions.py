"""The referee's questions about Qwixx: what a row counts, and who comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import (
    Answer,
    Message,
    Question,
    RuleError,
    Seat,
    by_seat,
    flag,
    integer,
    one_of,
    rank,
    ranking_answer,
)
from companion_qwixx.paper import BEFORE_LOCK, ROWS
from companion_qwixx.rulebook import EARLY, MOST, ROW_NAMES, RULES, SHARED
from companion_qwixx.rules import row_step

SEATS = range(2, 6)


def _row(question: Mapping[str, Any]) -> Answer:
    row = one_of(question["row"], Message("the row"), ROWS)
    crosses = integer(question["crosses"], Message("the crosses"), 0, len(ROWS[row]))
    locked = flag(question["locked"], Message("the lock"))
    if locked and crosses <= BEFORE_LOCK:
        raise RuleError(EARLY.of(BEFORE_LOCK, seat=Seat(0), number=ROWS[row][-1], row=ROW_NAMES[row]))
    step = row_step(row, crosses + locked)
    points = step.points or 0
    return Answer({"points": points}, (step,), Message("{count} point", "{count} points", points), number=points)


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("the totals"), SEATS)
    return ranking_answer(totals, rank([(total,) for total in totals], [SHARED]), MOST, RULES)


QUESTIONS = (
    Question(
        key="qwixx/row",
        title=Message("What does a row count?"),
        help=Message("Tap the crosses of a row, the last number among them, and whether it is locked."),
        words=Message("crosses, points of a row, lock"),
        fields=("row", "crosses", "locked"),
        answer=_row,
        claims=True,
    ),
    Question(
        key="qwixx/ranking",
        title=Message("Who comes first?"),
        help=Message("Enter the total of each player."),
        words=Message("winner, tie, end of the game"),
        fields=("totals",),
        answer=_ranking,
    ),
)
