"""Sample games of Six Takes: random rounds."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.pages.parts import Samples, SampleSetup
from companion_six_takes.deck import CARDS, HAND
from companion_six_takes.rules import State, least_taken


def _next_entry(state: State, random: Random) -> Any:
    seats = state.setup.seats
    taken: list[list[int]] = [[] for _ in range(seats)]
    for card in random.sample(CARDS, random.randint(least_taken(seats), HAND * seats)):
        taken[random.randrange(seats)].append(card)
    return {"taken": [sorted(cards) for cards in taken]}


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(4), SampleSetup(2, {"limit": 33})),
    running=(SampleSetup(5, {"limit": 100}), SampleSetup(3, {"limit": 100}, hidden=True)),
)
