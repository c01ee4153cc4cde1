"""The wall of Azul: its colours, where tiles are allowed, and which rows, columns and colours are complete.

Rows and columns count from 1, from the top and from the left.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.engine import Json, Message, Refusal, RuleError, items, one_of, raise_if
from companion.games.azul import rulebook

SIZE = 5
PLACES = range(1, SIZE + 1)
PLACE_OF = {str(place): place for place in PLACES}
COLOURS = ("blue", "yellow", "red", "black", "white")
COLOURED, GREY = KINDS = ("coloured", "grey")

Wall = tuple[tuple[str | None, ...], ...]
Grid = Sequence[Sequence[str | None]]  # a wall that may be mutable

EMPTY: Wall = ((None,) * SIZE,) * SIZE


def column_of(row: int, colour: str) -> int:
    """Return the column of a colour in a row of the coloured wall: each row is shifted one space to the right.

    >>> [column_of(row, "yellow") for row in (1, 2, 3, 4, 5)]
    [2, 3, 4, 5, 1]
    """
    return (COLOURS.index(colour) + row - 1) % SIZE + 1


def printed_colour(row: int, column: int) -> str:
    """Return the colour that is printed on a space of the coloured wall."""
    return COLOURS[(column - row) % SIZE]


def twice_in_row(row: int, colour: str) -> Refusal:
    """Return the refusal of a colour that its row already has."""
    return rulebook.COLOUR_IN_ROW.of(row=row, colour=rulebook.COLOUR_NAMES[colour])


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
    for other in wall:
        if other[column - 1] == colour:
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
        return rulebook.SPACE_TAKEN.of(row=row, column=column)
    return rulebook.COLOUR_IN_COLUMN.of(column=column, colour=rulebook.COLOUR_NAMES[colour])


def open_columns(wall: Grid, row: int, colour: str) -> tuple[int, ...]:
    """Return the columns of a row of the grey wall in which a colour is allowed (Azul, Variant).

    >>> open_columns((("red", None, None, None, None), ("blue", "black", None, None, None), *EMPTY[2:]), 2, "red")
    (3, 4, 5)
    """
    return tuple(column for column in PLACES if fault(wall, row, column, colour) is None)


def full_rows(wall: Grid) -> tuple[int, ...]:
    """Return the rows with five tiles."""
    return tuple([row for row, line in enumerate(wall, 1) if None not in line])


def check_wall(value: Any, kind: str) -> Wall:
    """Read a wall from JSON, five rows of five colours or null; raise `RuleError` if no game could produce it.

    A coloured wall has each colour in its printed space, a grey wall no colour twice in a row or column. Check a wall
    of unknown kind as "grey": coloured walls obey that rule too.
    """
    wall: list[list[str | None]] = [[None] * SIZE for _ in PLACES]
    for row, line in enumerate(items(value, Message("the wall"), SIZE), 1):
        for column, colour in enumerate(items(line, Message("row {row} of the wall", row=row), SIZE), 1):
            if colour is not None:
                wall[row - 1][column - 1] = _check_space(wall, kind, row, column, colour)
    return tuple(tuple(line) for line in wall)


def _check_space(wall: Grid, kind: str, row: int, column: int, value: Any) -> str:
    what = Message("row {row}, column {column} of the wall", row=row, column=column)
    colour = one_of(value, what, COLOURS)
    if kind == COLOURED and column != (place := column_of(row, colour)):
        raise RuleError(
            rulebook.OTHER_SPACE.of(colour=rulebook.COLOUR_NAMES[colour], place=place, row=row, column=column)
        )
    raise_if(fault(wall, row, column, colour))
    return colour


FLOOR_SPACES = len(rulebook.FLOOR_COSTS)


class Bonuses(NamedTuple):
    """The complete rows, columns and colours of a wall."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colours: tuple[str, ...]

    @property
    def points(self) -> int:
        """The points of all bonuses."""
        return (
            rulebook.ROW_BONUS * len(self.rows)
            + rulebook.COLUMN_BONUS * len(self.columns)
            + rulebook.COLOUR_BONUS * len(self.colours)
        )

    def as_json(self) -> Json:
        """Return the number of bonuses of each kind."""
        return {"rows": len(self.rows), "columns": len(self.columns), "colours": len(self.colours)}


def tile_score(wall: Grid, row: int, column: int) -> tuple[int, int, int]:
    """Return the points of a tile in a space, which may still be empty, and its runs' lengths (Azul B, Scoring).

    The horizontal and the vertical run each count if they are longer than one tile; a tile without neighbours scores 1.

    >>> wall = [[None] * 5, ["white", "blue", "red", None, None], *([None] * 5 for _ in range(3))]
    >>> tile_score(wall, 2, 4), tile_score(wall, 3, 2), tile_score(wall, 4, 4)
    ((4, 4, 0), (2, 0, 2), (1, 0, 0))
    """
    across, down = runs(wall, row, column)
    horizontal, vertical = len(across), len(down)
    return horizontal + vertical or 1, horizontal, vertical


def runs(wall: Grid, row: int, column: int) -> tuple[range, range]:
    """Return the columns of the horizontal run of a tile and the rows of the vertical one; empty without neighbours.

    >>> runs((("blue", None, None, None, None), *[(None,) * 5] * 4), 1, 2)
    (range(1, 3), range(0, 0))
    """
    return _run(wall[row - 1], column), _run([line[column - 1] for line in wall], row)


def _run(spaces: Sequence[str | None], place: int) -> range:
    start = end = place
    while start > 1 and spaces[start - 2] is not None:
        start -= 1
    while end < SIZE and spaces[end] is not None:
        end += 1
    return range(start, end + 1) if end > start else range(0)


def floor_loss(taken: int) -> int:
    """Return the loss for a floor line with `taken` tiles; more than seven cost no more (Azul B, Scoring).

    >>> [floor_loss(taken) for taken in (0, 1, 5, 7, 12)]
    [0, 1, 8, 14, 14]
    """
    return sum(rulebook.FLOOR_COSTS[:taken])


def bonuses(wall: Grid) -> Bonuses:
    """Return the complete rows, columns and colours of a wall, worth 2, 7 and 10 points each at the end (Azul, End).

    >>> bonuses((("blue", "yellow", "red", "black", "white"), *EMPTY[1:]))
    Bonuses(rows=(1,), columns=(), colours=())
    """
    spaces = [space for line in wall for space in line]
    columns = tuple([column for column, line in enumerate(zip(*wall, strict=True), 1) if None not in line])
    return Bonuses(full_rows(wall), columns, tuple([colour for colour in COLOURS if spaces.count(colour) == SIZE]))
