"""The six symbols of Ingenious, by their colours, and the tiles with two of them."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any

from companion.game import Message, RuleError, items, joined, one_of

COLOURS = ("red", "green", "blue", "orange", "yellow", "purple")
COLOUR_NAMES = MappingProxyType(
    {
        "red": Message("red"),
        "green": Message("green"),
        "blue": Message("blue"),
        "orange": Message("orange"),
        "yellow": Message("yellow"),
        "purple": Message("purple"),
    }
)
ROTATIONS = tuple(COLOURS[turn:] + COLOURS[:turn] for turn in range(6))
"""The symbols clockwise from the upper left, for each way to turn the board."""
PLACE_OF = MappingProxyType({colour: place for place, colour in enumerate(COLOURS)})
PAIRS, DOUBLES = 6, 5

Tile = tuple[str, str]

_TILE, _COLOUR = Message("tile"), Message("the colour")


def copies(tile: Tile) -> int:
    """Return how many copies of a tile the game has: six with two colours, five doubles (Ingenious, Components).

    >>> copies(("red", "blue")), copies(("red", "red"))
    (6, 5)
    """
    return DOUBLES if tile[0] == tile[1] else PAIRS


def read_colour(value: Any, what: Message) -> str:
    """Read one of the six colours; raise `RuleError` for any other value. `what` names the value in the message."""
    if type(value) is str and value in PLACE_OF:
        return value
    colour: str = one_of(value, what, COLOURS)
    return colour


def read_tile(value: Any) -> Tile:
    """Read the two colours of a tile; raise `RuleError` if they are invalid."""
    first, second = items(value, _TILE, 2)
    return read_colour(first, _COLOUR), read_colour(second, _COLOUR)


def read_symbols(value: Any, what: Message) -> tuple[str, ...]:
    """Read the six printed symbols, clockwise from the upper left; raise `RuleError` if one is repeated or invalid."""
    symbols = tuple(read_colour(colour, what) for colour in items(value, what, len(COLOURS)))
    for index, colour in enumerate(symbols):
        if colour in symbols[:index]:
            raise RuleError(Message("the board shows {colour} once, not twice", colour=COLOUR_NAMES[colour]))
    return symbols


def tile_name(tile: Tile) -> Message:
    """Return the name of a tile.

    >>> str(tile_name(("red", "blue"))), str(tile_name(("red", "red")))
    ('red and blue', 'double red')
    """
    first, second = COLOUR_NAMES[tile[0]], COLOUR_NAMES[tile[1]]
    if tile[0] == tile[1]:
        return Message("double {colour}", colour=first)
    return Message("{first} and {second}", first=first, second=second)


def colour_names(colours: Iterable[str]) -> joined:
    """Return the names of several colours as one value of a message."""
    return joined([COLOUR_NAMES[colour] for colour in colours])
