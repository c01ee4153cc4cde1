"""Statistics of Oh Hell: the share of bids made, and each bid with the tricks taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Best, Figures, Message, Pairs, Share, Step
from companion_oh_hell.options import MOST
from companion_oh_hell.rulebook import MADE
from companion_oh_hell.rules import State


def _count(
    states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        [
            _of_seat([step for of_deal in steps for step in of_deal if step.seat == seat])
            for seat in range(states[-1].setup.seats)
        ]
    )


def _of_seat(steps: Sequence[Step]) -> Mapping[str, Any]:
    longest = run = 0
    for step in steps:
        run = run + 1 if step.rule == MADE else 0
        longest = max(longest, run)
    return {
        "made": sum(step.rule == MADE for step in steps),
        "bids": len(steps),
        "in_a_row": longest,
        "said": [[step.values["bid"], step.values["tricks"]] for step in steps],
    }


FIGURES = Figures(
    (
        Share("made", Message("Bids made"), of="bids"),
        Best("in_a_row", Message("Most bids made in a row")),
        Pairs("said", Message("Bids and tricks"), across=Message("bid"), up=Message("tricks taken"), most=MOST),
    ),
    _count,
)
