"""Validation of the entries of Ingenious: the points of a tile, a tile on the board, or a swap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, RuleError, entry_keys, integer, items, one_of, record, shown
from companion.games.ingenious.board import Half, Placed, read_spots
from companion.games.ingenious.colours import read_colour, read_tile
from companion.games.ingenious.refusals import BELOW_ZERO

_ENTRY, _SEAT, _SWAP = Message("the entry"), Message("seat"), Message("swap")
_POINTS, _HALF, _COLOUR = Message("points"), Message("a half"), Message("the colour")


@record
class ParsedEntry:
    """A parsed entry: its seat, and either the halves that scored or the tile on the board; neither for a swap."""

    seat: int
    halves: tuple[Half, ...] | None
    placed: Placed | None


def read_entry(entry: Any, seats: int, has_board: bool) -> ParsedEntry:
    """Parse an entry; raise `RuleError` if it is malformed. Whether the rules allow it is not checked."""
    if type(entry) is dict and "swap" in entry:
        entry_keys(entry, _ENTRY, ("seat", "swap"))
        one_of(entry["swap"], _SWAP, (True,))
        return ParsedEntry(integer(entry["seat"], _SEAT, 0, seats - 1), None, None)
    entry_keys(entry, _ENTRY, ("seat", "tile", "at") if has_board else ("seat", "points"))
    seat = integer(entry["seat"], _SEAT, 0, seats - 1)
    if not has_board:
        return ParsedEntry(seat, _read_points(entry["points"]), None)
    return ParsedEntry(seat, None, _parse_placed(entry))


def read_placed(value: Any, what: Message) -> Placed:
    """Parse a tile with its two spaces; raise `RuleError` if it is malformed. Whether it fits is not checked."""
    entry_keys(value, what, ("tile", "at"))
    return _parse_placed(value)


def _parse_placed(value: Mapping[str, Any]) -> Placed:
    return Placed(read_tile(value["tile"]), read_spots(value["at"]))


def _read_points(value: Any) -> tuple[Half, ...]:
    if len(items(value, _POINTS)) > 2:
        raise RuleError(Message("a tile has two halves, not {count}", count=len(value)))
    return tuple([_read_half(half) for half in value])


def _read_half(value: Any) -> Half:
    colour, points = items(value, _HALF, 2)
    colour = read_colour(colour, _COLOUR)
    if type(points) is not int:
        raise RuleError(Message("the points of a half must be a whole number, not {value}", value=shown(points)))
    if points < 0:
        raise RuleError(BELOW_ZERO.of(value=shown(points)))
    return Half(colour, points, None)
