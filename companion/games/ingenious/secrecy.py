"""Secrecy of Ingenious: at a table that hides totals, each seat sees only its own markers; the board is open."""

from __future__ import annotations

from typing import Any

from companion.game import Message
from companion.game.pages.secrecy import Owners, Readable, Secrecy, open_parts
from companion.games.ingenious import track_table
from companion.games.ingenious.form import extra, may_not_swap
from companion.games.ingenious.preview import TilePreview
from companion.games.ingenious.state import State

_LIMITS = Message(
    "Secret in Ingenious: markers, points, totals and places. By the rules the tracks lie open on the table; "
    "leave those away. Extra tiles cannot be kept secret, nor can the board: whoever counts every tile on it "
    "can add up. In a duel one track serves both players, so each knows the other's."
)


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value; in this game the only part is a tile."""
    return Message("a tile")


def _sides(state: State) -> Owners:
    """Return the seats that share each track; in a duel both players share one."""
    return [(0, 1)] if state.mode == "duel" else track_table.sides(state)


SECRECY = Secrecy(
    limits=_LIMITS,
    types={
        State: Readable(
            open=("setup", "finished", "turn", "owed", "turns", "swapped", "board", "laid", "swaps"),
            by_seat=("totals",),
            by_side=("tracks",),
            holders=("tokens",),
        ),
        TilePreview: Readable(open=("seat", "fault", "after"), owned={"steps": "seat"}),
    },
    entry=Readable(open=("seat", "swap", "tile", "at")),
    part_access=open_parts,
    part=_part,
    disclosed=(extra, may_not_swap),
    sides=_sides,
)
