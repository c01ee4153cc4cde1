"""Secrecy of Kingdomino: kingdoms lie open on the table, but their points can stay secret."""

from __future__ import annotations

from typing import Any

from companion.engine import Message
from companion.engine.pages.secrecy import Readable, Secrecy, open_parts
from companion_kingdomino.rules import State


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
