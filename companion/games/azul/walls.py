"""The wall of Azul: its colours, where tiles are allowed, and which rows, columns and colours are complete.

Rows and columns count from 1, from the top and from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Message, Refusal, RuleError, items, one_of, raise_if
from companion.games.azul.refusals import COLOUR_IN_COLUMN, COLOUR_IN_ROW, OTHER_SPACE, SPACE_TAKEN

SIZE = 5
PLACES = range(1, SIZE + 1)
COLOURS = ("blue", "yellow", "red", "black", "white")
COLOUR_NAMES = MappingProxyType(
    {
        "blue": Message("blue"),
        "yellow": Message("yellow"),
        "red": Message("red"),
        "black": Message("black"),
        "white": Message("white"),
    }
)
COLOURED, GREY = KINDS = ("coloured", "grey")

Wall = tuple[tuple[str | None, ...], ...]
Grid = Sequence[Sequence[str | None]]  # a wall that may be mutable

EMPTY: Wall = ((None,) * SIZE,) * SIZE

_WALL = Message("the wall")
_ROW_OF = [Message("row {row} of the wall", row=row) for row in PLACES]
_SPACE_OF = [
    [Message("row {row}, column {column} of the wall", row=row, column=column) for column in PLACES] for row in PLACES
]


def column_of(row: int, colour: str) -> int:
    """Return the column of a colour in a row of the coloured wall: each row is shifted one space to the right.

    >>> [column_of(row, "yellow") for row in (1, 2, 3, 4, 5)]
    [2, 3, 4, 5, 1]
    """
    return (COLOURS.index(colour) + row - 1) % SIZE + 1


def twice_in_row(row: int, colour: str) -> Refusal:
    """Return the refusal of a colour that its row already has."""
    return COLOUR_IN_ROW.of(row=row, colour=COLOUR_NAMES[colour])


def obstacle(wall: Grid, row: int, column: int, colour: str) -> str | None:
    """Return why a tile is not allowed in a space: "row", "taken" or "column"; None if it is allowed.

    >>> obstacle((("red", None, None, None, None), *EMPTY[1:]), 2, 1, "red")
    'column'
    """
    line = wall[row - 1]
    if colour in line:
        return "row"
    if line[column - 1] is not None:
        return "taken"
    if colour in [other[column - 1] for other in wall]:
        return "column"
    return None


def fault(wall: Grid, row: int, column: int, colour: str) -> Refusal | None:
    """Return the refusal of a tile in a space; None if the tile is allowed (Azul A; Variant).

    >>> str(fault((("red", None, None, None, None), *EMPTY[1:]), 2, 1, "red"))
    'column 1 has a red tile already'
    """
    reason = obstacle(wall, row, column, colour)
    if reason is None:
        return None
    if reason == "row":
        return twice_in_row(row, colour)
    if reason == "taken":
        return SPACE_TAKEN.of(row=row, column=column)
    return COLOUR_IN_COLUMN.of(column=column, colour=COLOUR_NAMES[colour])


def open_columns(wall: Grid, row: int, colour: str) -> tuple[int, ...]:
    """Return the columns of a row of the grey wall in which a colour is allowed (Azul, Variant).

    >>> open_columns((("red", None, None, None, None), ("blue", "black", None, None, None), *EMPTY[2:]), 2, "red")
    (3, 4, 5)
    """
    return tuple(column for column in PLACES if fault(wall, row, column, colour) is None)


def full_rows(wall: Grid) -> tuple[int, ...]:
    """Return the rows with five tiles."""
    return tuple([row for row, line in enumerate(wall, 1) if None not in line])


def full_columns(wall: Grid) -> tuple[int, ...]:
    """Return the columns with five tiles."""
    return tuple([column for column, spaces in enumerate(zip(*wall, strict=True), 1) if None not in spaces])


def full_colours(wall: Grid) -> tuple[str, ...]:
    """Return the colours with all five tiles on the wall."""
    spaces = [space for line in wall for space in line]
    return tuple([colour for colour in COLOURS if spaces.count(colour) == SIZE])


def check_wall(value: Any, kind: str) -> Wall:
    """Read a wall from JSON, five rows of five colours or null; raise `RuleError` if no game could produce it.

    A coloured wall has each colour in its printed space, a grey wall no colour twice in a row or column. Check a wall
    of unknown kind as "grey": coloured walls obey that rule too.
    """
    wall: list[list[str | None]] = [[None] * SIZE for _ in PLACES]
    for row, line in enumerate(items(value, _WALL, SIZE), 1):
        for column, colour in enumerate(items(line, _ROW_OF[row - 1], SIZE), 1):
            if colour is not None:
                wall[row - 1][column - 1] = _check_space(wall, kind, row, column, colour)
    return tuple(tuple(line) for line in wall)


def _check_space(wall: Grid, kind: str, row: int, column: int, value: Any) -> str:
    colour: str = one_of(value, _SPACE_OF[row - 1][column - 1], COLOURS)
    if kind == COLOURED and column != (place := column_of(row, colour)):
        raise RuleError(OTHER_SPACE.of(colour=COLOUR_NAMES[colour], place=place, row=row, column=column))
    raise_if(fault(wall, row, column, colour))
    return colour
