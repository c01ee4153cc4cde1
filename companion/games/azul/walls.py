"""The wall of Azul: its colours, where a tile may lie, and which rows, columns and colours are complete.

Rows and columns count from 1, from the top and from the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Message, RuleError, items, one_of

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
Grid = Sequence[Sequence[str | None]]  # a wall while it is being tiled, too

EMPTY: Wall = ((None,) * SIZE,) * SIZE

_WALL = Message("the wall")
_ROW_OF = [Message("row {row} of the wall", row=row) for row in PLACES]
_SPACE_OF = [
    [Message("row {row}, column {column} of the wall", row=row, column=column) for column in PLACES] for row in PLACES
]


def column_of(row: int, colour: str) -> int:
    """Where a colour lies in a row of the coloured wall: each row is shifted one space to the right.

    >>> [column_of(row, "yellow") for row in (1, 2, 3, 4, 5)]
    [2, 3, 4, 5, 1]
    """
    return (COLOURS.index(colour) + row - 1) % SIZE + 1


def twice_in_row(row: int, colour: str) -> Message:
    """What is wrong where a row would get a colour that it has."""
    return Message("row {row} has a {colour} tile already", row=row, colour=COLOUR_NAMES[colour])


def obstacle(wall: Grid, row: int, column: int, colour: str) -> str | None:
    """What keeps a tile out of a space of a wall of either kind: "row", "taken" or "column"; None where it may lie.

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


def fault(wall: Grid, row: int, column: int, colour: str) -> Message | None:
    """Why a tile may not lie in a space of a wall of either kind, or None where it may.

    >>> str(fault((("red", None, None, None, None), *EMPTY[1:]), 2, 1, "red"))
    'column 1 has a red tile already'
    """
    found = obstacle(wall, row, column, colour)
    if found is None:
        return None
    if found == "row":
        return twice_in_row(row, colour)
    if found == "taken":
        return Message("row {row}, column {column} is taken already", row=row, column=column)
    return Message("column {column} has a {colour} tile already", column=column, colour=COLOUR_NAMES[colour])


def open_columns(wall: Grid, row: int, colour: str) -> tuple[int, ...]:
    """The columns of a row of the grey wall that a colour may lie in (Azul, Variant).

    >>> open_columns((("red", None, None, None, None), ("blue", "black", None, None, None), *EMPTY[2:]), 2, "red")
    (3, 4, 5)
    """
    return tuple(column for column in PLACES if fault(wall, row, column, colour) is None)


def full_rows(wall: Grid) -> tuple[int, ...]:
    """The rows that hold five tiles."""
    return tuple(row for row, line in enumerate(wall, 1) if None not in line)


def full_columns(wall: Grid) -> tuple[int, ...]:
    """The columns that hold five tiles."""
    return tuple(column for column, spaces in enumerate(zip(*wall, strict=True), 1) if None not in spaces)


def full_colours(wall: Grid) -> tuple[str, ...]:
    """The colours of which all five tiles lie on the wall."""
    return tuple(colour for colour in COLOURS if all(colour in line for line in wall))


def check_wall(value: Any, kind: str) -> Wall:
    """A wall from plain JSON, five rows of colours and null, or `RuleError` where no game could have built it.

    A coloured wall has each colour in its printed space, a grey one no colour twice in a row or column. A wall of
    which only that is known passes as "grey", since the coloured wall keeps that rule as well.
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
        raise RuleError(
            Message(
                "on the coloured wall {colour} lies in column {place} of row {row}, not in column {column}",
                colour=COLOUR_NAMES[colour],
                place=place,
                row=row,
                column=column,
            )
        )
    if wrong := fault(wall, row, column, colour):
        raise RuleError(wrong)
    return colour
