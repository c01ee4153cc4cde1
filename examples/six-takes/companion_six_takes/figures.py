"""The statistics of Six Takes: cards taken, the worst round, and where the bull heads came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Best, Count, Figures, Message, Split, Step
from companion_six_takes.deck import HEADS
from companion_six_takes.rulebook import ELEVENS, FIFTY_FIVE, FIVES, OTHERS, TENS
from companion_six_takes.rules import State

_LABELS = {
    FIFTY_FIVE: Message("the 55"),
    ELEVENS: Message("multiples of eleven"),
    TENS: Message("multiples of ten"),
    FIVES: Message("other fives"),
    OTHERS: Message("all others"),
}


def _count(
    states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    return tuple([_of_seat(seat, entries, steps) for seat in range(states[-1].setup.seats)])


def _of_seat(seat: int, entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> Mapping[str, Any]:
    rounds = [{step.rule: step.points or 0 for step in of_round if step.seat == seat} for of_round in steps]
    return {
        "cards": sum(len(entry["taken"][seat]) for entry in entries if "taken" in entry),
        "fewest": min((sum(heads.values()) for heads in rounds if heads), default=0),
        "heads": {kind: sum(heads.get(kind, 0) for heads in rounds) for kind in HEADS},
    }


FIGURES = Figures(
    shown=(
        Count("cards", Message("Cards taken")),
        Best("fewest", Message("Best round"), is_least=True),
        Split("heads", Message("Bull heads"), _LABELS),
    ),
    count=_count,
)
