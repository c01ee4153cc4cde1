"""What the pages draw of Azul: walls with what a round laid on them, floor lines, and the bonuses in sight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.game import Message, Seat, joined
from companion.games.azul.scoring import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR_SPACES,
    ROW_BONUS,
    bonuses,
    run_spaces,
    tile_score,
)
from companion.games.azul.tiling import Line
from companion.games.azul.walls import COLOURED, COLOURS, PLACES, SIZE, Wall, fault, full_rows

GLYPHS = MappingProxyType({"blue": "drop", "yellow": "sun", "red": "heart", "black": "swallow", "white": "star"})


@dataclass(frozen=True)
class Space:
    """A space of a wall: its colour where one lies or is printed there, and what a tile of this round scores on it."""

    row: int
    column: int
    colour: str | None
    is_taken: bool
    points: int | None
    is_lit: bool
    is_new: bool


@dataclass(frozen=True)
class Drawn:
    """A wall after a round's lines: its spaces row by row, and what each tile scored, from the top down."""

    wall: Wall
    rows: Sequence[Sequence[Space]]
    points: Sequence[int]


def draw(wall: Wall, lines: Iterable[Line], kind: str) -> Drawn:
    """A wall with a round's tiles on it, the runs they score lit. Lines that may not lie there are passed over."""
    after = wall
    points: dict[tuple[int, int], int] = {}
    lit: set[tuple[int, int]] = set()
    for line in sorted(lines, key=lambda line: line.row):
        if line.column is None or fault(after, line.row, line.column, line.colour):
            continue
        after = lay(after, [line])
        at = (line.row, line.column)
        points[at] = tile_score(after, *at).points
        lit.update((at, *(space for run in run_spaces(after, *at) for space in run)))
    rows = [[_space(wall, after, (row, column), kind, points, lit) for column in PLACES] for row in PLACES]
    return Drawn(after, rows, list(points.values()))


def _space(
    before: Wall,
    after: Wall,
    at: tuple[int, int],
    kind: str,
    points: dict[tuple[int, int], int],
    lit: set[tuple[int, int]],
) -> Space:
    row, column = at
    printed = COLOURS[(column - row) % SIZE] if kind == COLOURED else None
    colour = after[row - 1][column - 1] or printed
    return Space(row, column, colour, before[row - 1][column - 1] is not None, points.get(at), at in lit, at in points)


def lay(wall: Wall, lines: Iterable[Line]) -> Wall:
    """The wall with the tiles of these lines, whether they may lie there or not."""
    rows = [list(line) for line in wall]
    for line in lines:
        if line.column is not None:
            rows[line.row - 1][line.column - 1] = line.colour
    return tuple(tuple(line) for line in rows)


def floor_glyphs(taken: int, fell: int, has_marker: bool) -> list[str]:
    """What lies on each taken space of a floor line: the start marker, tiles, and those of lines that fell.

    >>> floor_glyphs(2, 3, has_marker=True)
    ['first', 'x', 'down', 'down', 'down']
    """
    marker = ["first"] if has_marker and taken else []
    return [*marker, *["x"] * (taken - len(marker)), *["down"] * fell][:FLOOR_SPACES]


def in_sight(wall: Wall) -> Message:
    """The bonuses of a wall if the game ended now."""
    earned = bonuses(wall)
    if not earned.points:
        return Message("Bonus so far: 0.")
    return Message(
        "Bonus so far: rows {rows}, columns {columns}, colours {colours} = +{points}.",
        rows=len(earned.rows),
        columns=len(earned.columns),
        colours=len(earned.colours),
        points=earned.points,
    )


def if_it_ended(walls: Sequence[Wall], totals: Sequence[int]) -> tuple[list[tuple[Message, list[int]]], list[int]]:
    """What the walls would bring if the game ended as it stands, a line a kind of bonus, and what the totals would be.

    >>> from companion.games.azul.walls import EMPTY
    >>> if_it_ended([(("blue", "yellow", "red", "black", "white"), *EMPTY[1:])], [30])[1]
    [32]
    """
    lines = bonus_lines(walls)
    return lines, [total + bonuses(wall).points for total, wall in zip(totals, walls, strict=True)]


def bonus_lines(walls: Sequence[Wall]) -> list[tuple[Message, list[int]]]:
    """What the walls bring at the end by seat, a line a kind of bonus."""
    earned = [bonuses(wall) for wall in walls]
    return [
        (Message("rows, {points} each", points=ROW_BONUS), [ROW_BONUS * len(one.rows) for one in earned]),
        (Message("columns, {points} each", points=COLUMN_BONUS), [COLUMN_BONUS * len(one.columns) for one in earned]),
        (Message("colours, {points} each", points=COLOUR_BONUS), [COLOUR_BONUS * len(one.colours) for one in earned]),
    ]


def counted(wall: Wall) -> Message:
    """What of a wall is complete at the end of the game, and what that brings."""
    earned = bonuses(wall)
    return Message(
        "Rows {rows}, columns {columns}, colours {colours}: {points}",
        rows=len(earned.rows),
        columns=len(earned.columns),
        colours=len(earned.colours),
        points=f"+{earned.points}" if earned.points else 0,
    )


def last_round(walls: Iterable[tuple[int, Wall]]) -> Message | joined | None:
    """That this is the last round, and by whose rows; None while no wall has a full one."""
    told = [
        Message(
            "{seat} has filled row {rows}: this is the last round.",
            "{seat} has filled rows {rows}: this is the last round.",
            len(rows),
            seat=Seat(seat),
            rows=joined(rows),
        )
        for seat, wall in walls
        if (rows := full_rows(wall))
    ]
    return _ending(told)


def _ending(told: Sequence[Message]) -> Message | joined | None:
    return None if not told else told[0] if len(told) == 1 else joined(told)
