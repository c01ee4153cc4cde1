"""Statistics of Skull King, and sample tables for a demo."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.engine import Count, Figures, Json, Message, Share, Step
from companion.forms.parts import Samples, SampleSetup
from companion_skull_king.rulebook import BONUS, MADE, ZERO
from companion_skull_king.rules import State, cards_of


def _count(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    counted: list[Json] = [{"made": 0, "bids": len(entries), "bonus": 0} for _ in range(states[0].setup.seats)]
    for step in (step for of_round in steps for step in of_round):
        seat, points = counted[step.seat or 0], step.points or 0
        seat["made"] += points > 0 and step.rule in (MADE, ZERO)
        seat["bonus"] += points if step.rule == BONUS else 0
    return tuple(counted)


FIGURES = Figures(
    (
        Share("made", Message("Bids made"), of="bids"),
        Count("bonus", Message("Points by captures")),
    ),
    _count,
)


def next_entry(state: State, random: Random) -> Any:
    """Return a round: random tricks, bids close to them, and a few captures."""
    seats, cards = range(state.setup.seats), cards_of(state)
    takers = [random.choice(seats) for _ in range(cards - (cards > 2 and state.setup.options["beasts"]))]
    tricks = [takers.count(seat) for seat in seats]
    bids = [min(max(count + random.choice((0, 0, 0, 1, -1)), 0), cards) for count in tricks]
    return {
        "bids": bids,
        "tricks": tricks,
        "bonus": [random.choice((0, 0, 10, 30)) if count else 0 for count in tricks],
    }


SAMPLES = Samples(
    next_entry, finished=(SampleSetup(4), SampleSetup(8, {"beasts": True})), running=(SampleSetup(6), SampleSetup(2))
)
