"""Sample tables of Oh Hell for a demo, in which most bids are made."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine.pages.parts import Samples, SampleSetup
from companion_oh_hell.rules import State, cards_of, dealer_of


def next_entry(state: State, random: Random) -> Any:
    """Return a deal: random tricks, and bids close to them; the dealer avoids the forbidden bid."""
    seats, cards, dealer = state.setup.seats, cards_of(state), dealer_of(state)
    takers = [random.randrange(seats) for _ in range(cards)]
    tricks = [takers.count(seat) for seat in range(seats)]
    bids = [min(max(count + random.choice((0, 0, 0, 1, -1)), 0), cards) for count in tricks]
    if state.setup.options["hook"] and sum(bids) == cards:
        bids[dealer] += 1 if bids[dealer] < cards else -1
    return {"bids": bids, "tricks": tricks}


SAMPLES = Samples(
    next_entry,
    finished=(SampleSetup(4), SampleSetup(3, {"largest": 5, "missed": "minus"}), SampleSetup(5, hidden=True)),
    running=(SampleSetup(4), SampleSetup(7, {"hook": False, "back": False}, hidden=True)),
)
