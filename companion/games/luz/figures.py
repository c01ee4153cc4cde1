"""Statistics of a finished game of Luz: for each seat its bets and the sources of its points."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Figures, Json, Message, Pairs, Share, Split, State, Step
from companion.games.luz.rules import EXACT, FLOOR, MISSED, TRICKS, WITH_SAFETY

SOURCES = MappingProxyType({EXACT: "exact", WITH_SAFETY: "safety", MISSED: "missed", FLOOR: "floor"})
_SHOWN = (
    Share("made", Message("Bets made"), of="bets"),
    Share("safe", Message("Bets with the safety bead"), of="bets"),
    Share("safe_made", Message("Of these made"), of="safe"),
    Pairs("deals", Message("Bets against tricks"), Message("bet"), Message("took"), TRICKS),
    Split(
        "points",
        Message("Where the points came from"),
        {
            "exact": Message("Exact bets"),
            "safety": Message("With the safety bead"),
            "missed": Message("Missed bets"),
            "floor": Message("Given back at 0"),
        },
    ),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; `deals` holds [beads, tricks, safety] per deal; `safety` is 1 or 0."""
    all_steps = [step for deal_steps in steps for step in deal_steps]
    return tuple([_of_seat([step for step in all_steps if step.seat == seat]) for seat in range(states[0].setup.seats)])


def _of_seat(steps: Sequence[Step]) -> Json:
    points = dict.fromkeys(SOURCES.values(), 0)
    for step in steps:
        points[SOURCES[step.rule]] += step.points or 0
    bets = [step for step in steps if step.rule != FLOOR]
    safe = [step for step in bets if step.values["safety"]]
    return {
        "bets": len(bets),
        "made": sum(step.rule != MISSED for step in bets),
        "safe": len(safe),
        "safe_made": sum(step.rule != MISSED for step in safe),
        "deals": [[step.values["beads"], step.values["tricks"], int(step.values["safety"])] for step in bets],
        "points": points,
    }


FIGURES = Figures(shown=_SHOWN, count=figures)
