"""Secrecy of Luz: at a table that hides totals, each seat sees only its own bets and points; tricks are open."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import PartAccess, Readable, Secrecy
from companion.games.luz.draft import SLOTS, describe_part
from companion.games.luz.rules import opener
from companion.games.luz.state import State

_LIMITS = Message(
    "Secret in Luz: bets, points, totals and places. Who took which trick is shown to all. The beads of a bet "
    "lie open on the table, so whoever counts along there can add up. With three players the leader opens deal "
    "4: all know then who is first."
)


def _part_access(slot: str) -> PartAccess:
    """Return who may read a part: everybody a trick, only its seat a bet."""
    seat = SLOTS.seat_of(slot)
    return "open" if seat is None else seat


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value: a trick fully, a bet by its seat."""
    seat = SLOTS.seat_of(slot)
    return describe_part(slot, value) if seat is None else Message("the bet of {seat}", seat=Seat(seat))


SECRECY = Secrecy(
    limits=_LIMITS,
    types={State: Readable(open=("setup", "finished", "starts"), by_seat=("totals", "latest"))},
    entry=Readable(open=("winners", "tricks"), by_seat=("bets",)),
    part_access=_part_access,
    part=_part,
    disclosed=(opener,),
)
