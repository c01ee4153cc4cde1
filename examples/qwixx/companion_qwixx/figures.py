"""The statistics of Qwixx: points by row, locks, penalties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Count, Figures, Message, Split, Step
from companion_qwixx.paper import ROWS, Paper, crosses_of, is_locked, row_points
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
