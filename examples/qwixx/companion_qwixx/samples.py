"""Sample games of Qwixx: each entry adds random crosses and penalties."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.pages.parts import Samples, SampleSetup
from companion_qwixx.paper import BEFORE_LOCK, MOST_PENALTIES, ROWS, Paper
from companion_qwixx.rules import State


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
