"""The engine of Qwixx: an entry is the current papers of all seats, at the end or in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, Setup, Standing, Step, entry_keys, items, rank
from companion_qwixx.paper import (
    EMPTY,
    MOST_PENALTIES,
    PENALTY,
    ROWS,
    Paper,
    crosses_of,
    is_locked,
    points_of,
    read_paper,
    row_points,
)
from companion_qwixx.rulebook import PENALTIES, ROW, SHARED

ROWS_TO_END = 2


@dataclass(frozen=True)
class State:
    """Each seat's paper and points, and the rows that are locked for all. It is never changed, only replaced."""

    setup: Setup
    totals: tuple[int, ...]
    papers: tuple[Paper, ...]
    locked: tuple[str, ...] = ()
    entries: int = 0
    finished: bool = False


def start(setup: Setup) -> State:
    """Return the state before the first cross."""
    return State(setup, (0,) * setup.seats, (EMPTY,) * setup.seats)


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Count the current papers, `{"papers": [...]}`; raises `RuleError` if they are not possible."""
    entry_keys(entry, Message("the entry"), ("papers",))
    values = items(entry["papers"], Message("the papers"), state.setup.seats)
    papers = tuple([read_paper(paper, seat, state.papers[seat], state.locked) for seat, paper in enumerate(values)])
    steps = [step for seat, paper in enumerate(papers) for step in _steps(seat, state.papers[seat], paper)]
    locked = tuple([row for row in ROWS if any(is_locked(paper, row) for paper in papers)])
    after = replace(
        state,
        totals=tuple(map(points_of, papers)),
        papers=papers,
        locked=locked,
        entries=state.entries + 1,
        finished=is_over(papers, locked),
    )
    return after, tuple(steps)


def is_over(papers: Sequence[Paper], locked: Sequence[str]) -> bool:
    """Whether two rows are locked, or somebody has the fourth penalty."""
    return len(locked) >= ROWS_TO_END or any(paper["penalties"] == MOST_PENALTIES for paper in papers)


def _steps(seat: int, before: Paper, paper: Paper) -> Iterator[Step]:
    """Yield a step for each gain of a paper since the previous entry."""
    for row in ROWS:
        if paper[row] != before[row]:
            yield row_step(row, crosses_of(paper, row), crosses_of(before, row), seat)
    if added := paper["penalties"] - before["penalties"]:
        yield Step(PENALTIES, seat, PENALTY * added, {"count": added})


def row_step(row: str, crosses: int, before: int = 0, seat: int | None = None) -> Step:
    """Return the step of a row with this many crosses, including its lock; it had `before` crosses earlier."""
    points = row_points(crosses)
    return Step(ROW, seat, points - row_points(before), {"row": row, "crosses": crosses, "total": points})


def standing(state: State) -> Standing:
    """Rank by the total, most points first; equal totals share the place."""
    ranking, reasons = rank([(total,) for total in state.totals], [SHARED])
    return Standing(state.totals, ranking, reasons, {"locked": list(state.locked)})
