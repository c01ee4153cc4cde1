"""One seat's part of a round: its completed lines are tiled from the top down, then the floor line is scored."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, NamedTuple

from companion.game import Message, RuleError, Seat, Step, entry_keys, integer, items, joined, one_of, record
from companion.games.azul.refusals import COLUMN_OPEN, ROW_TWICE
from companion.games.azul.scoring import FLOOR_SPACES, floor_loss, tile_score
from companion.games.azul.walls import (
    COLOUR_NAMES,
    COLOURS,
    GREY,
    SIZE,
    Grid,
    Wall,
    column_of,
    fault,
    obstacle,
    open_columns,
    twice_in_row,
)

TILE, FELL, FLOOR, START_MARKER = "azul/tile", "azul/line-fell", "azul/floor", "azul/start-marker"
SPACE = "azul/space"

# Names of values for error messages, created once: they are passed for every tile but rarely shown.
_SEATS = [Seat(index) for index in range(4)]
_PART_OF = [Message("the tiling of {seat}", seat=seat) for seat in _SEATS]
_TILES_OF = [Message("the tiles of {seat}", seat=seat) for seat in _SEATS]
_TILE_OF = [Message("a tile of {seat}", seat=seat) for seat in _SEATS]
_ROW_OF = [Message("the row of a tile of {seat}", seat=seat) for seat in _SEATS]
_COLUMN_OF = [Message("the column of a tile of {seat}", seat=seat) for seat in _SEATS]
_COLOUR_OF = [Message("the colour of a tile of {seat}", seat=seat) for seat in _SEATS]
_FLOOR_OF = [Message("the floor of {seat}", seat=seat) for seat in _SEATS]


class PatternLine(NamedTuple):
    """A completed pattern line and the column of its tile; None if the whole line falls to the floor."""

    row: int
    colour: str
    column: int | None


@record
class Tiling:
    """A seat's round: its completed lines, and the number of floor spaces taken before any line falls."""

    lines: tuple[PatternLine, ...]
    floor: int

    @property
    def fallen(self) -> int:
        """The number of tiles that fall to the floor from lines without an open column."""
        return sum(line.row for line in self.lines if line.column is None)


@record
class Tiled:
    """A wall after its lines were tiled: the steps, their points, and how many tiles fell to the floor."""

    wall: Wall
    steps: tuple[Step, ...]
    points: int
    fell: int


@record
class Scored:
    """A seat after a round: its wall, its total, the steps, and the points that it lost on the floor."""

    wall: Wall
    total: int
    steps: tuple[Step, ...]
    lost: int


def read_tiling(value: Any, kind: str, seat: int) -> Tiling:
    """Read a seat's part of an entry; raise `RuleError`. `tile_lines` checks whether the tiles fit the wall."""
    entry_keys(value, _PART_OF[seat], ("tiles", "floor"))
    lines = tuple([_read_line(tile, kind, seat) for tile in items(value["tiles"], _TILES_OF[seat])])
    return Tiling(lines, integer(value["floor"], _FLOOR_OF[seat], 0, FLOOR_SPACES))


def _read_line(value: Any, kind: str, seat: int) -> PatternLine:
    if kind == GREY:
        entry_keys(value, _TILE_OF[seat], ("row", "colour", "column"))
    elif type(value) is dict and "column" in value:
        raise RuleError(
            Message("a tile of {seat} names a column; on the coloured wall the colour says where", seat=Seat(seat))
        )
    else:
        entry_keys(value, _TILE_OF[seat], ("row", "colour"))
    row = integer(value["row"], _ROW_OF[seat], 1, SIZE)
    colour = one_of(value["colour"], _COLOUR_OF[seat], COLOURS)
    if kind != GREY:
        return PatternLine(row, colour, column_of(row, colour))
    column = value["column"]
    return PatternLine(row, colour, None if column is None else integer(column, _COLUMN_OF[seat], 1, SIZE))


def tile_lines(wall: Wall, lines: Iterable[PatternLine], seat: int) -> Tiled:
    """Tile lines, given in any order, from the top down; raise `RuleError` if one is not allowed (Azul B, A).

    >>> from companion.games.azul.walls import EMPTY
    >>> tiled = tile_lines(EMPTY, [PatternLine(2, "blue", 2), PatternLine(1, "yellow", 2)], 0)
    >>> [(step.values["row"], step.points) for step in tiled.steps], tiled.points
    ([(1, 1), (2, 2)], 3)
    """
    rows = list(wall)
    steps = []
    points = fell = before = 0
    for row, colour, column in sorted(lines, key=itemgetter(0)):
        if row == before:
            raise RuleError(ROW_TWICE.of(seat=Seat(seat), row=row))
        before = row
        if column is None:
            steps.append(_drop_line(rows, row, colour, seat))
            fell += row
        else:
            step = _place_tile(rows, row, column, colour, seat)
            steps.append(step)
            points += step.points or 0
    return Tiled(tuple(rows), tuple(steps), points, fell)


def _place_tile(rows: list[tuple[str | None, ...]], row: int, column: int, colour: str, seat: int) -> Step:
    """Place a tile on the wall (changes `rows`) and score it."""
    if refusal := fault(rows, row, column, colour):
        raise RuleError(Message("{seat}: {wrong}", seat=Seat(seat), wrong=refusal))
    before = rows[row - 1]
    rows[row - 1] = (*before[: column - 1], colour, *before[column:])
    return tile_step(rows, row, column, colour, seat)


def tile_step(wall: Grid, row: int, column: int, colour: str, seat: int | None = None) -> Step:
    """Return the step for a tile in a space, which may already hold the tile or still be empty (Azul B, Scoring).

    >>> tile_step([["red", None, "blue", None, None], *[[None] * 5] * 4], 1, 2, "yellow").points
    3
    """
    points, horizontal, vertical = tile_score(wall, row, column)
    values = {"row": row, "column": column, "colour": colour, "horizontal": horizontal, "vertical": vertical}
    return Step(TILE, seat, points, values)


def _drop_line(rows: Grid, row: int, colour: str, seat: int) -> Step:
    """Return the step for a line that falls to the floor; raise `RuleError` if a column is open (Azul, Variant)."""
    if colour in rows[row - 1]:
        raise RuleError(Message("{seat}: {wrong}", seat=Seat(seat), wrong=twice_in_row(row, colour)))
    if columns := open_columns(rows, row, colour):
        raise RuleError(
            COLUMN_OPEN.of(len(columns), seat=Seat(seat), colour=COLOUR_NAMES[colour], row=row, columns=joined(columns))
        )
    return fall_step(row, colour, seat)


def fall_step(row: int, colour: str, seat: int | None = None) -> Step:
    """Return the step for a line without an open column, whose `row` tiles fall to the floor (Azul, Variant)."""
    return Step(FELL, seat, values={"row": row, "colour": colour, "tiles": row})


def space_step(wall: Grid, row: int, column: int, colour: str) -> Step:
    """Return the step that says whether a colour is allowed in a space, and the obstacle if not (Azul A; Variant)."""
    values = {"row": row, "column": column, "colour": colour, "obstacle": obstacle(wall, row, column, colour)}
    return Step(SPACE, values=values)


def score_tiling(wall: Wall, total: int, tiling: Tiling, seat: int, has_marker: bool) -> Scored:
    """Score a seat's round: tile its lines, then subtract the floor line; the total stays at 0 or above (Azul B).

    >>> from companion.games.azul.walls import EMPTY
    >>> tiling = Tiling((PatternLine(2, "red", 4), PatternLine(4, "blue", 4)), 3)
    >>> scored = score_tiling(EMPTY, 5, tiling, 0, has_marker=False)
    >>> scored.total, [step.points for step in scored.steps]
    (3, [1, 1, -4])
    """
    tiled = tile_lines(wall, tiling.lines, seat)
    score = total + tiled.points
    taken = min(tiling.floor + tiled.fell, FLOOR_SPACES)
    if not taken:
        return Scored(tiled.wall, score, tiled.steps, 0)
    floor = floor_step(taken, score, seat, fell=tiled.fell, marker=has_marker)
    steps = (*tiled.steps, floor)
    if has_marker and tiling.floor == FLOOR_SPACES:
        steps = (*steps, Step(START_MARKER, seat, values={"spaces": FLOOR_SPACES}))
    lost = -(floor.points or 0)
    return Scored(tiled.wall, score - lost, steps, lost)


def floor_step(taken: int, score: int | None, seat: int | None = None, **values: Any) -> Step:
    """Return the step of a floor line (Azul B). It costs at most `score`, the score before it; None sets no limit.

    `values` are further values of the step.

    >>> floor_step(5, 20).points, floor_step(5, 3).points, floor_step(5, None).points
    (-8, -3, -8)
    """
    loss = floor_loss(taken)
    values = {"taken": taken, **values, "loss": loss}
    if score is None:
        return Step(FLOOR, seat, -loss, values)
    return Step(FLOOR, seat, -min(loss, score), {**values, "score": score})
