"""Hide the markers of other seats, and what a tile adds to them, at tables with secret totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message
from companion.game.pages.secrecy import Hidden, Secrecy
from companion.games.ingenious.drawing import Drawing
from companion.games.ingenious.refusals import SWAP_BELOW_NINE
from companion.games.ingenious.track_table import Marker, Row

_LIMITS = Message(
    "Secret in Ingenious: markers, points, totals and places. By the rules the tracks lie open on the table; "
    "leave those away. Extra tiles cannot be kept secret, nor can the board: whoever counts every tile on it "
    "can add up. In a duel one track serves both players, so each knows the other's."
)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The table page without the markers of hidden seats."""
    return {**values, "rows": _rows(values["rows"], hidden), "swap": _swap(values["swap"], hidden)}


def _rows(rows: Sequence[Row], hidden: Hidden) -> list[Row]:
    """A track a side; empty where none of its seats is open."""
    return [row if set(row.seats) - hidden else _blank(row) for row in rows]


def _blank(row: Row) -> Row:
    markers = tuple([Marker(marker.colour, None, 0, 0, 0, False, False) for marker in row.markers])
    return row._replace(markers=markers, total=None)


def _swap(swap: Mapping[str, Any] | None, hidden: Hidden) -> dict[str, Any] | None:
    """Who may swap, without the lowest symbols of a hidden seat; nothing where it may not whatever its markers are.

    In a duel a swap is offered whether or not a marker stands on the top space, as only the markers tell that.
    """
    if swap is None or swap["seat"] not in hidden:
        return None if swap is None else dict(swap)
    fault = swap["fault"]
    if fault is not None and fault.one != SWAP_BELOW_NINE.one:
        return None
    return {**swap, "fault": None, "colours": ()}


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The page of an entry without the markers and points of hidden seats."""
    board = values["board"]
    is_hidden = values["seat"] in hidden
    return {**values, "rows": _rows(values["rows"], hidden), "board": _unscored(board) if is_hidden else board}


def _unscored(board: Drawing | None) -> Drawing | None:
    """A board without the lines that a tile scored."""
    return board and replace(board, rays=())


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The form of a tile; for a hidden seat without what it would come to, so that nobody can try numbers out."""
    values = {**values, **sheet(values, hidden), "stage": values["stage"].partition("(")[0]}
    if values["seat"] not in hidden:
        return values
    save = values["save"] if not values["is_ready"] else Message("Save the tile")
    board = values["board"]
    halves = [replace(half, points=None, note=None) for half in values["halves"]] if board else values["halves"]
    return {**values, "sentences": [], "extra": 0, "save": save, "halves": halves, "board": _unscored(board)}


def part(slot: str, value: Any) -> Message:
    """A part of a draft in a few words; a tile is never sent in parts."""
    return Message("a tile")


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part)
