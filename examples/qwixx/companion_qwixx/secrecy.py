"""Secrecy of Qwixx: what all may read at a table that hides totals."""

from __future__ import annotations

from typing import Any

from companion.engine import Message, Seat
from companion.engine.pages.secrecy import Readable, Secrecy
from companion_qwixx.draft import SLOTS
from companion_qwixx.rules import State


def _part(slot: str, value: Any) -> Message:
    return Message("the paper of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=Message(
        "Secret in Qwixx: the papers, points and places of the others. Which rows are locked is told to all, as it is "
        "at the table."
    ),
    types={State: Readable(open=("setup", "locked", "entries", "finished"), by_seat=("totals", "papers"))},
    entry=Readable(open=(), by_seat=("papers",)),
    part_access=SLOTS.owner,
    part=_part,
)
