"""Sample games of 5211: random hands from the remaining deck."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.g5211.cards import HAND
from companion.games.g5211.rules import copies_left
from companion.games.g5211.state import State


def _next_entry(state: State, random: Random) -> Any:
    deck = [card for card, copies in copies_left(state).items() for _ in range(copies)]
    dealt = random.sample(deck, HAND * state.setup.seats)
    return {"cards": [dealt[seat * HAND : (seat + 1) * HAND] for seat in range(state.setup.seats)]}


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(5), SampleSetup(3, {"long": True})),
    running=(SampleSetup(4, {"long": True}),),
)
