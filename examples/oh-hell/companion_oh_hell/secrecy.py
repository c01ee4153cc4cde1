"""Secrecy of Oh Hell at a table that hides totals: points, and the bids and tricks of finished deals."""

from __future__ import annotations

from typing import Any

from companion.engine import Message
from companion.engine.pages.secrecy import PartAccess, Readable, Secrecy
from companion_oh_hell.draft import TRICKS, DealDraft
from companion_oh_hell.rules import State


def _access(slot: str) -> PartAccess:
    """Bids are announced, so all may read them; tricks reveal the points, so each seat reads only its own."""
    return "by seat" if slot == TRICKS else "open"


def _part(slot: str, value: Any) -> Message:
    """Describe a part without revealing points."""
    return Message("the tricks") if slot == TRICKS else DealDraft().describe_part(slot, value)


SECRECY = Secrecy(
    limits=Message(
        "Secret in Oh Hell: points, totals, places, and the tricks taken. The bids of the running deal are shown, as "
        "they are said aloud; who watches the tricks on the table can add up. Whoever enters the tricks sees them all."
    ),
    types={State: Readable(open=("setup", "played", "finished"), by_seat=("totals",))},
    entry=Readable(open=(), by_seat=("bids", "tricks")),
    part_access=_access,
    part=_part,
)
