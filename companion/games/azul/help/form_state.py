"""A wall that is tapped to ask about it: its fields in an address, and what each tap does to it.

`wall` is 25 letters, row by row, `-` for a free space. `put` says what a tap lays: a tile of the wall, or the one in
question, which `tile` holds as row, letter and column: "3R4". `colour` is what is laid on the grey wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.game.form import Posted
from companion.game.help import Fields
from companion.games.azul.drawing import lay
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES, SIZE, Wall, column_of

LETTERS = MappingProxyType(dict(zip(COLOURS, "BYRKW", strict=True)))
WALL, TILE = "wall", "tile"
_COLOUR_OF = {letter: colour for colour, letter in LETTERS.items()}
_FREE = "-"

Spaces = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Tapped:
    """What is tapped so far: the wall, what the next tap lays, and the tile in question."""

    kind: str
    wall: Wall
    puts: str
    brush: str
    tile: Line | None

    @property
    def fields(self) -> Fields:
        """The wall and the tile as they stand in an address."""
        made = [("kind", self.kind), ("wall", wall_text(self.wall)), ("put", self.puts)]
        made += [("colour", self.brush)] if self.kind == GREY else []
        return (*made, *([("tile", _tile_text(self.tile))] if self.tile else []))

    def colour_of(self, row: int, column: int) -> str:
        """What a tap on a space lays there: on the coloured wall what is printed."""
        return self.brush if self.kind == GREY else COLOURS[(column - row) % SIZE]


def wall_text(wall: Wall) -> str:
    """A wall in 25 letters.

    >>> wall_text((("blue", None, "black", None, None), *[(None,) * 5] * 4))
    'B-K----------------------'
    """
    return "".join(LETTERS[colour] if colour else _FREE for line in wall for colour in line)


def wall_in(text: str) -> Wall:
    """The wall that such letters tell; whatever is no letter of a colour is a free space.

    >>> wall_in("B?K")[0]
    ('blue', None, 'black', None, None)
    """
    colours = [_COLOUR_OF.get(letter) for letter in text[: SIZE * SIZE].ljust(SIZE * SIZE, _FREE)]
    return tuple(tuple(colours[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))


def _tile_text(tile: Line) -> str:
    return f"{tile.row}{LETTERS[tile.colour]}{tile.column or ''}"


def _tile_in(text: str, kind: str) -> Line | None:
    """The tile that an address names; on the coloured wall it lies where its colour is printed."""
    row, colour, column = _place(text[:1]), _COLOUR_OF.get(text[1:2]), _place(text[2:])
    if row is None or colour is None:
        return None
    return Line(row, colour, column_of(row, colour) if kind == COLOURED else column)


def _place(text: str) -> int | None:
    return int(text) if text in _PLACES else None


_PLACES = {str(place) for place in PLACES}


def read_tapped(posted: Posted, kind: str | None = None) -> Tapped:
    """What the fields of an address say, without the last tap; `kind` where only that wall can be asked about."""
    kind = kind or (GREY if posted.get("kind") == GREY else COLOURED)
    tile = _tile_in(posted.get("tile") or "", kind)
    puts = TILE if posted.get("put") == TILE else WALL
    brush = posted.get("colour")
    if brush not in COLOURS:
        brush = tile.colour if tile and puts == TILE else COLOURS[0]
    if kind == GREY and tile and puts == TILE:
        tile = tile._replace(colour=brush)
    return Tapped(kind, wall_in(posted.get("wall") or ""), puts, brush, tile)


def tap(tapped: Tapped, at: str) -> Tapped:
    """After a tap on a space, "34" for row 3, column 4; tapped again, it is as before."""
    row, column = _place(at[:1]), _place(at[1:])
    if row is None or column is None:
        return tapped
    laid = Line(row, tapped.colour_of(row, column), column)
    if tapped.puts == TILE:
        is_there = tapped.tile is not None and (tapped.tile.row, tapped.tile.column) == (row, column)
        return replace(tapped, tile=None if is_there else laid)
    if tapped.wall[row - 1][column - 1]:
        return replace(tapped, wall=cleared(tapped.wall, [(row, column)]))
    return replace(tapped, wall=lay(tapped.wall, [laid]))


def cleared(wall: Wall, spaces: Spaces) -> Wall:
    """The wall without the tiles in these spaces."""
    return tuple(
        tuple(None if (row, column) in spaces else colour for column, colour in enumerate(line, 1))
        for row, line in enumerate(wall, 1)
    )
