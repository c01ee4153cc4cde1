"""Secrecy of 5211: at a table that hides totals, the cards kept by each seat are secret; what scored is open."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Readable, Secrecy
from companion.games.g5211.draft import SLOTS
from companion.games.g5211.form import latest, scored
from companion.games.g5211.rules import NEW_DECK, copies_left, rounds_played
from companion.games.g5211.state import State

_LIMITS = Message(
    "Secret in 5211: who keeps which cards, points, totals and places. Which colour scores is shown to all. "
    "The played cards lie open on the table, so whoever counts along there can add up."
)


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value: whose cards they are."""
    return Message("the cards of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=_LIMITS,
    types={State: Readable(open=("setup", "finished", "deck", "round"), by_seat=("totals", "cards", "pile"))},
    entry=Readable(open=(), by_seat=("cards",)),
    part_access=SLOTS.owner,
    part=_part,
    disclosed=(copies_left, latest, rounds_played, scored),
    open_rules=(NEW_DECK,),
)
