"""Statistics of Qwixx, what all may read at a table that hides totals, and sample games with random crosses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Count, Figures, Message, Seat, Split, Step
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy
from companion_qwixx.form import SLOTS
from companion_qwixx.paper import BEFORE_LOCK, MOST_PENALTIES, ROWS, Paper, crosses_of, is_locked, row_points
from companion_qwixx.rulebook import ROW_NAMES
from companion_qwixx.rules import State


def _of_paper(paper: Paper) -> Mapping[str, Any]:
    return {
        "locks": sum(is_locked(paper, row) for row in ROWS),
        "penalties": paper["penalties"],
        "rows": {row: row_points(crosses_of(paper, row)) for row in ROWS},
    }


def _count(
    states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    return tuple(map(_of_paper, states[-1].papers))


FIGURES = Figures(
    shown=(
        Count("locks", Message("Rows locked")),
        Count("penalties", Message("Penalties")),
        Split("rows", Message("Points by row"), ROW_NAMES, {row: (row, "x") for row in ROWS}),
    ),
    count=_count,
)


def _part(slot: str, value: Any) -> Message:
    return Message("the paper of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=Message(
        "Secret in Qwixx: the papers, points and places of the others. Which rows are locked is told to all, as it is "
        "at the table."
    ),
    types={State: Readable(open=("setup", "locked", "entries", "finished"), by_seat=("totals", "papers"))},
    entry=Readable(open=(), by_seat=("papers",)),
    part_access=SLOTS.owner,
    part=_part,
)


def _next_entry(state: State, random: Random) -> Any:
    return {"papers": [_next_paper(paper, state.locked, random) for paper in state.papers]}


def _next_paper(paper: Paper, locked: tuple[str, ...], random: Random) -> Paper:
    rows = {row: paper[row] if row in locked else _next_row(row, paper[row], random) for row in ROWS}
    penalties = min(paper["penalties"] + (random.random() < 0.2), MOST_PENALTIES)
    return {**rows, "penalties": penalties}


def _next_row(row: str, crossed: list[int], random: Random) -> list[int]:
    numbers = list(ROWS[row])
    index = numbers.index(crossed[-1]) + 1 if crossed else 0
    while index < len(numbers) and random.random() < 0.5:
        index += random.random() < 0.3
        if index >= len(numbers) - (len(crossed) < BEFORE_LOCK):
            break
        crossed = [*crossed, numbers[index]]
        index += 1
    return crossed


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(3), SampleSetup(5)),
    running=(SampleSetup(4), SampleSetup(2, hidden=True)),
)
