"""The help of Qwixx: the forms of the questions, the guide, and which rows can be locked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine import Message, Seat, Step
from companion.forms.form import Draft
from companion.forms.help import (
    Example,
    Help,
    Need,
    QuestionLink,
    behind_first,
    chapter,
    filled,
    join_values,
    ranking_link,
)
from companion.forms.viewer import EVERYTHING, Viewer
from companion_qwixx.paper import BEFORE_LOCK, ROWS, is_locked
from companion_qwixx.rulebook import LOCK, MOST, ROW_NAMES
from companion_qwixx.rules import State


def _entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> list[QuestionLink]:
    return [
        _row_link(seat, row, paper[row], is_locked(paper, row))
        for seat, paper in enumerate(after.papers)
        for row in ROWS
        if paper[row] != before.papers[seat][row]
    ]


def _row_link(seat: int, row: str, crossed: Sequence[int], locked: bool) -> QuestionLink:
    title = Message("what {row} of {seat} counts", row=ROW_NAMES[row], seat=Seat(seat))
    return QuestionLink("qwixx/row", title, filled(row=row, locked="on" if locked else None, crosses=len(crossed)))


def _ranking_question(state: State) -> QuestionLink:
    return ranking_link("qwixx", *filled(players=state.setup.seats, totals=join_values(state.totals)))


def _needs(state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> Iterator[Need]:
    """Say which rows a seat can lock, and how many crosses the others lack."""
    for seat in filter(viewer.sees, range(state.setup.seats)):
        for row in ROWS:
            missing = BEFORE_LOCK - len(state.papers[seat][row])
            if row in state.locked or missing > 2:
                continue
            name, last = ROW_NAMES[row], ROWS[row][-1]
            can_lock = Message("{row} can be locked with {number}.", row=name, number=last)
            lacks_crosses = Message(
                "{row}: {count} more cross before {number}.",
                "{row}: {count} more crosses before {number}.",
                missing,
                row=name,
                number=last,
            )
            yield Need(seat, can_lock if missing <= 0 else lacks_crosses, LOCK)
    if viewer.sees_all:
        yield from behind_first(state.totals, MOST)


HELP = Help(
    guide=(
        chapter(
            "The rows",
            "The more crosses a row has, the more each counts: 1, 3, 6, 10, 15, 21 and so on to 78.",
            Example("qwixx/row", filled(row="red", crosses=4)),
            "The last number needs five crosses before it; the lock then counts as one cross more.",
            Example("qwixx/row", filled(row="green", crosses=7, locked="on")),
        ),
        chapter(
            "The end",
            "Each penalty costs five points. The second locked row or a fourth penalty ends the game.",
            Example("qwixx/ranking", filled(players=3, totals="61.61.-5")),
        ),
    ),
    entry_questions=_entry_questions,
    ranking_question=_ranking_question,
    needs=_needs,
    unknown=Message("What the dice bring is not known."),
    has_board=True,
)
