"""Sample games of Luz: random tricks, and bets close to them."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.game.pages.samples import Samples, SampleSetup
from companion.games.luz.rules import TRICKS
from companion.games.luz.state import State

_MISSES = (-2, -1, -1, 0, 0, 0, 0, 1, 1)  # how far a bet is from the tricks; players do not see their own cards


def _next_entry(state: State, random: Random) -> Any:
    seats = state.setup.seats
    winners = random.choices(range(seats), k=TRICKS)
    bets = [
        {
            "beads": min(max(winners.count(seat) + random.choice(_MISSES), 0), TRICKS),
            "safety": random.random() < 0.4,
        }
        for seat in range(seats)
    ]
    return {"bets": bets, "winners": winners}


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(4), SampleSetup(3)),
    running=(SampleSetup(5), SampleSetup(4, hidden=True)),
)
