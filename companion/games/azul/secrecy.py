"""Secrecy of Azul: at a table that hides totals, each seat sees only its own wall, floor line and points."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Readable, Secrecy
from companion.games.azul.draft import SLOTS, marker_holder
from companion.games.azul.form import last_round_entered, last_round_in, last_round_played
from companion.games.azul.help.needs import round_ends
from companion.games.azul.preview import preview_without_points
from companion.games.azul.state import State

_LIMITS = Message(
    "Secret in Azul: points, totals, places, and the walls of the others. All walls lie open on the table, so "
    "whoever counts along there can add up."
)


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value: whose wall it is."""
    return Message("the wall of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=_LIMITS,
    types={State: Readable(open=("setup", "finished", "rounds", "first"), by_seat=("totals", "walls", "lost"))},
    entry=Readable(open=("first",), by_seat=("tiling",)),
    part_access=SLOTS.owner,
    part=_part,
    disclosed=(last_round_entered, last_round_in, last_round_played, marker_holder, preview_without_points, round_ends),
)
