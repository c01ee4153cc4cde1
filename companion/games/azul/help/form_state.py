"""The state of the forms that ask about a wall: its fields in the address, and the effect of each tap.

Fields: `wall` is 25 letters, row by row, `-` for a free space. `put` says what a tap places: with "wall" a tile of the
wall, with "tile" the tile in question. `tile` is the tile in question as row, letter and column: "3R4". `colour` is
the colour that a tap places on the grey wall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.game import Message
from companion.game.pages.form import Posted
from companion.game.pages.help import AskView, Fields
from companion.games.azul.drawing import GLYPHS, Space, draw, place_tiles
from companion.games.azul.tiling import PatternLine
from companion.games.azul.walls import COLOUR_NAMES, COLOURED, COLOURS, GREY, PLACES, SIZE, Wall, column_of, fault

LETTERS = MappingProxyType(dict(zip(COLOURS, "BYRKW", strict=True)))
WALL, TILE = "wall", "tile"
_COLOUR_OF = {letter: colour for colour, letter in LETTERS.items()}
_FREE = "-"

Spaces = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class WallQuestion:
    """The wall, what the next tap places (`puts`, in the colour `brush`), and the tile in question."""

    kind: str
    wall: Wall
    puts: str
    brush: str
    tile: PatternLine | None

    @property
    def fields(self) -> Fields:
        """The wall and the tile as fields of the address."""
        pairs = [("kind", self.kind), ("wall", wall_text(self.wall)), ("put", self.puts)]
        pairs += [("colour", self.brush)] if self.kind == GREY else []
        return (*pairs, *([("tile", _tile_text(self.tile))] if self.tile else []))

    def colour_of(self, row: int, column: int) -> str:
        """Return the colour that a tap on a space places: on the coloured wall the printed one."""
        return self.brush if self.kind == GREY else COLOURS[(column - row) % SIZE]


def wall_text(wall: Wall) -> str:
    """Return a wall as 25 letters.

    >>> wall_text((("blue", None, "black", None, None), *[(None,) * 5] * 4))
    'B-K----------------------'
    """
    return "".join(LETTERS[colour] if colour else _FREE for line in wall for colour in line)


def wall_from_text(text: str) -> Wall:
    """Read a wall from the letters of `wall_text`; any other character is a free space.

    >>> wall_from_text("B?K")[0]
    ('blue', None, 'black', None, None)
    """
    colours = [_COLOUR_OF.get(letter) for letter in text[: SIZE * SIZE].ljust(SIZE * SIZE, _FREE)]
    return tuple(tuple(colours[start : start + SIZE]) for start in range(0, SIZE * SIZE, SIZE))


def _tile_text(tile: PatternLine) -> str:
    return f"{tile.row}{LETTERS[tile.colour]}{tile.column or ''}"


def _tile_from_text(text: str, kind: str) -> PatternLine | None:
    """Read the tile in question; on the coloured wall its column is the printed one."""
    row, colour, column = _place(text[:1]), _COLOUR_OF.get(text[1:2]), _place(text[2:])
    if row is None or colour is None:
        return None
    return PatternLine(row, colour, column_of(row, colour) if kind == COLOURED else column)


def _place(text: str) -> int | None:
    return int(text) if text in _PLACES else None


_PLACES = {str(place) for place in PLACES}


def read_question(posted: Posted, kind: str | None = None) -> WallQuestion:
    """Read the fields of the address, without the last tap; `kind` overrides the kind of the wall."""
    kind = kind or (GREY if posted.get("kind") == GREY else COLOURED)
    tile = _tile_from_text(posted.get("tile") or "", kind)
    puts = TILE if posted.get("put") == TILE else WALL
    brush = posted.get("colour")
    if brush not in COLOURS:
        brush = tile.colour if tile and puts == TILE else COLOURS[0]
    if kind == GREY and tile and puts == TILE:
        tile = tile._replace(colour=brush)
    return WallQuestion(kind, wall_from_text(posted.get("wall") or ""), puts, brush, tile)


def apply_tap(question: WallQuestion, space: str) -> WallQuestion:
    """Return the state after a tap on a space, "34" for row 3, column 4; a second tap removes the tile."""
    row, column = _place(space[:1]), _place(space[1:])
    if row is None or column is None:
        return question
    line = PatternLine(row, question.colour_of(row, column), column)
    if question.puts == TILE:
        is_there = question.tile is not None and (question.tile.row, question.tile.column) == (row, column)
        return replace(question, tile=None if is_there else line)
    if question.wall[row - 1][column - 1]:
        return replace(question, wall=clear_spaces(question.wall, [(row, column)]))
    return replace(question, wall=place_tiles(question.wall, [line]))


def clear_spaces(wall: Wall, spaces: Spaces) -> Wall:
    """Return the wall without the tiles in these spaces."""
    return tuple(
        tuple(None if (row, column) in spaces else colour for column, colour in enumerate(line, 1))
        for row, line in enumerate(wall, 1)
    )


def wall_json(wall: Wall) -> list[list[str | None]]:
    """Return a wall as in the JSON of a question."""
    return [list(line) for line in wall]


@dataclass(frozen=True, kw_only=True)
class WallAsk(AskView):
    """A wall to tap, with the tile in question; `blocked` and `open` are spaces where it may not and may lie."""

    kind: str
    fields: Mapping[str, str]
    puts: str
    brush: str
    tile: PatternLine | None
    rows: Sequence[Sequence[Space]]
    blocked: Sequence[tuple[int, int]]
    open: Sequence[tuple[int, int]] = ()
    full: Sequence[str] = ()
    glyphs: Mapping[str, str] = field(default_factory=lambda: GLYPHS)
    colour_names: Mapping[str, Message] = field(default_factory=lambda: COLOUR_NAMES)
    places: Sequence[int] = PLACES


def wall_view(question: WallQuestion, lines: Sequence[PatternLine]) -> WallAsk:
    """Return the wall with the tile in question, and the space where it is not allowed."""
    blocked = [(row, column) for row, colour, column in lines if column and fault(question.wall, row, column, colour)]
    return WallAsk(
        kind=question.kind,
        fields=dict(question.fields),
        puts=question.puts,
        brush=question.brush,
        tile=question.tile,
        rows=draw(question.wall, lines, question.kind).rows,
        blocked=blocked,
    )
