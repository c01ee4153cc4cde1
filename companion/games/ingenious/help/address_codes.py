"""Short codes for tiles, symbols and markers in an address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.games.ingenious.board import Placed
from companion.games.ingenious.colours import COLOURS
from companion.games.ingenious.form_state import LETTERS
from companion.games.ingenious.hexes import DIRECTIONS, RADIUS, neighbours
from companion.games.ingenious.track_table import PartialTrack

MOST_TILES = 84
"""More than fit on the whole board."""

_REACH = RADIUS["all"]
_STEPS = "abcdefghijklmno"
_TILE = re.compile(r"([rgboyp])([rgboyp])([a-o])([a-o])([0-5])")
_NUMBER = re.compile(r"-?[0-9]{1,2}")


def tile_code(placed: Placed) -> str:
    """Return the code of a tile, five letters: its colours, the space of its first half, the direction of the second.

    >>> tile_code(Placed(("red", "blue"), ((3, 0), (4, 0))))
    'rbkh0'
    """
    (q, r), second = placed.at
    direction = neighbours((q, r)).index(second)
    return f"{placed.tile[0][0]}{placed.tile[1][0]}{_STEPS[q + _REACH]}{_STEPS[r + _REACH]}{direction}"


def read_tiles(text: str) -> list[Placed]:
    """Parse tile codes; invalid ones are ignored.

    >>> read_tiles("rbkh0" + "zzz!!" + "rb")
    [Placed(tile=('red', 'blue'), at=((3, 0), (4, 0)))]
    """
    codes = [text[start : start + 5] for start in range(0, min(len(text), 5 * MOST_TILES), 5)]
    matches = [_TILE.fullmatch(code) for code in codes]
    return [_placed(*match.groups()) for match in matches if match]


def _placed(first: str, second: str, column: str, row: str, direction: str) -> Placed:
    q, r = _STEPS.index(column) - _REACH, _STEPS.index(row) - _REACH
    dq, dr = DIRECTIONS[int(direction)]
    return Placed((LETTERS[first], LETTERS[second]), ((q, r), (q + dq, r + dr)))


def symbols_code(symbols: Sequence[str]) -> str:
    """Return the code of six printed symbols: their first letters."""
    return "".join([colour[0] for colour in symbols])


def read_symbols_code(text: str) -> tuple[str, ...]:
    """Parse the code of six printed symbols; return the usual ones if it is invalid."""
    if sorted(text) == sorted(symbols_code(COLOURS)):
        return tuple([LETTERS[letter] for letter in text])
    return COLOURS


def track_code(track: PartialTrack) -> str:
    """Return the code of six markers: numbers separated by dots, empty for missing markers.

    >>> track_code((4, None, -2, 0, None, None))
    '4..-2.0..'
    """
    return ".".join(["" if value is None else str(value) for value in track])


def read_track_code(text: str, low: int, high: int) -> PartialTrack:
    """Parse the code of six markers; None for each marker that is missing or out of range."""
    parts = [*text.split(".", len(COLOURS))[: len(COLOURS)], *[""] * len(COLOURS)][: len(COLOURS)]
    values = [int(part) if part.isascii() and _NUMBER.fullmatch(part) else None for part in parts]
    return tuple([value if value is not None and low <= value <= high else None for value in values])
