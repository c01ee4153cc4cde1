"""Secrecy of Six Takes: what all may read at a table that hides totals."""

from __future__ import annotations

from typing import Any

from companion.engine import Message, Seat
from companion.engine.pages.secrecy import Readable, Secrecy
from companion_six_takes.draft import SLOTS
from companion_six_takes.rules import State


def _part(slot: str, value: Any) -> Message:
    return Message("the cards of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=Message(
        "Secret in Six Takes: the cards that others took, their bull heads and places. Everybody sees at the table who "
        "takes a row; and whoever enters sees which cards are not free any more, as they are crossed out."
    ),
    types={State: Readable(open=("setup", "rounds", "finished"), by_seat=("totals",))},
    entry=Readable(open=(), by_seat=("taken",)),
    part_access=SLOTS.owner,
    part=_part,
)
