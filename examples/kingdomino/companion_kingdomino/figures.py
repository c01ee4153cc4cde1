"""Secrecy of Kingdomino, whose kingdoms lie open on the table, and its sample games: random dominoes."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.engine import Message
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy, open_parts
from companion_kingdomino.kingdom import placements
from companion_kingdomino.rules import State, dominoes_left, size_of


def _part(slot: str, value: Any) -> Message:
    """Name a part; never called, as this form has no parts."""
    return Message("a domino")


SECRECY = Secrecy(
    limits=Message(
        "Secret in Kingdomino: points, totals and places. The kingdoms lie open on the table and are drawn for all, "
        "so whoever counts can add up."
    ),
    types={State: Readable(open=("setup", "kingdoms", "turns", "finished"), by_seat=("totals",))},
    entry=Readable(open=("seat", "squares", "discarded")),
    part_access=open_parts,
    part=_part,
)


def next_entry(state: State, random: Random) -> Any:
    """Return a random domino for the seat with the fewest; it is discarded if it fits nowhere."""
    seat = min(range(state.setup.seats), key=lambda candidate: state.turns[candidate])
    domino = random.choice(sorted(dominoes_left(state.kingdoms)))
    places = placements(state.kingdoms[seat], domino, size_of(state.setup))
    if not places:
        return {"seat": seat, "discarded": True}
    return {"seat": seat, "squares": [list(square) for square in random.choice(places)]}


SAMPLES = Samples(
    next_entry=next_entry,
    finished=(SampleSetup(3, {"middle": True, "harmony": True}),),
    running=(SampleSetup(2, {"size": 7}),),
)
