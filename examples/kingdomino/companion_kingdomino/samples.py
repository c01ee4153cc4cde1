"""Sample games of Kingdomino: random dominoes on random squares that the rules allow."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.pages.parts import Samples, SampleSetup
from companion_kingdomino.kingdom import laid, placements
from companion_kingdomino.rules import State, dominoes_left, size_of


def next_entry(state: State, random: Random) -> Any:
    """Return a random domino for the seat with the fewest; it is discarded if it fits nowhere."""
    seat = min(range(state.setup.seats), key=lambda candidate: state.turns[candidate])
    domino = random.choice(sorted(dominoes_left(state.kingdoms)))
    places = placements(state.kingdoms[seat], domino, size_of(state.setup))
    if not places:
        return {"seat": seat, "discarded": True}
    return {"seat": seat, "squares": [list(square) for square in laid(domino, random.choice(places))]}


SAMPLES = Samples(
    next_entry=next_entry,
    finished=(SampleSetup(3, {"middle": True, "harmony": True}),),
    running=(SampleSetup(2, {"size": 7}),),
)
