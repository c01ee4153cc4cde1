"""Drawings of Azul: walls with the tiles of a round, floor lines, and the current bonuses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.engine import Message, Seat, joined
from companion.forms.viewer import View
from companion.games.azul.rulebook import COLOUR_BONUS, COLOUR_NAMES, COLUMN_BONUS, ROW_BONUS
from companion.games.azul.rules import PatternLine
from companion.games.azul.walls import (
    COLOURED,
    FLOOR_SPACES,
    PLACES,
    Wall,
    bonuses,
    fault,
    full_rows,
    printed_colour,
    runs,
    tile_score,
)

GLYPHS: Mapping[str, str] = {"blue": "drop", "yellow": "sun", "red": "heart", "black": "swallow", "white": "star"}


@dataclass(frozen=True)
class Space:
    """A space of a wall.

    `colour` is the colour of its tile, or the printed colour. `points` is the score of a tile of this round. `is_lit`
    marks the runs that such tiles score, `is_new` a tile of this round, `is_taken` an earlier tile.
    """

    row: int
    column: int
    colour: str | None
    is_taken: bool
    points: int | None
    is_lit: bool
    is_new: bool

    @property
    def tile(self) -> Message | None:
        """The tile on this space, in words for screen readers; None on a free space."""
        if self.colour is None or not (self.is_taken or self.is_new):
            return None
        tile = Message("{colour} in column {column}", colour=COLOUR_NAMES[self.colour], column=self.column)
        return tile if self.points is None else Message("{tile}, new, +{points}", tile=tile, points=self.points)


@dataclass(frozen=True)
class DrawnWall:
    """A wall after the lines of a round: its spaces by row, and the points of each new tile, from the top down."""

    wall: Wall
    rows: Sequence[Sequence[Space]]
    points: Sequence[int]


def draw(wall: Wall, lines: Iterable[PatternLine], kind: str) -> DrawnWall:
    """Draw a wall with the tiles of a round and the runs they score; skip lines whose tile is not allowed."""
    after = wall
    points: dict[tuple[int, int], int] = {}
    lit: set[tuple[int, int]] = set()
    for line in sorted(lines, key=lambda line: line.row):
        if line.column is None or fault(after, line.row, line.column, line.colour):
            continue
        after = place_tiles(after, [line])
        at = (line.row, line.column)
        points[at], *_ = tile_score(after, *at)
        across, down = runs(after, *at)
        lit |= {at, *((line.row, column) for column in across), *((row, line.column) for row in down)}
    rows = [
        [
            Space(
                row,
                column,
                after[row - 1][column - 1] or (printed_colour(row, column) if kind == COLOURED else None),
                wall[row - 1][column - 1] is not None,
                points.get((row, column)),
                (row, column) in lit,
                (row, column) in points,
            )
            for column in PLACES
        ]
        for row in PLACES
    ]
    return DrawnWall(after, rows, list(points.values()))


def place_tiles(wall: Wall, lines: Iterable[PatternLine]) -> Wall:
    """Return the wall with the tiles of these lines, allowed or not."""
    rows = [list(line) for line in wall]
    for line in lines:
        if line.column is not None:
            rows[line.row - 1][line.column - 1] = line.colour
    return tuple(tuple(line) for line in rows)


def floor_glyphs(taken: int, fell: int, has_marker: bool) -> list[str]:
    """Return the glyph of each floor space: `taken` spaces, one of them with the marker, then `fell` fallen tiles.

    >>> floor_glyphs(2, 3, has_marker=True)
    ['first', 'x', 'down', 'down', 'down']
    """
    marker = ["first"] if has_marker and taken else []
    return [*marker, *["x"] * (taken - len(marker)), *["down"] * fell][:FLOOR_SPACES]


def current_bonuses(wall: Wall) -> Message:
    """Describe the bonuses of a wall if the game ended now."""
    earned = bonuses(wall)
    if not earned.points:
        return Message("Bonus so far: 0.")
    return Message(
        "Bonus so far: rows {rows}, columns {columns}, colours {colours} = +{points}.",
        **earned.as_json(),
        points=earned.points,
    )


def bonus_table(walls: Sequence[Wall | None], totals: Sequence[int | None]) -> View:
    """Return the bonuses at the end of a game: a line for each kind, and the totals with them; None for hidden seats.

    >>> from companion.games.azul.walls import EMPTY
    >>> bonus_table([(("blue", "yellow", "red", "black", "white"), *EMPTY[1:]), None], [30, None]).sums
    [32, None]
    """
    kinds = (
        ("rows", Message("rows, {points} each", points=ROW_BONUS), ROW_BONUS),
        ("columns", Message("columns, {points} each", points=COLUMN_BONUS), COLUMN_BONUS),
        ("colours", Message("colours, {points} each", points=COLOUR_BONUS), COLOUR_BONUS),
    )
    earned = [None if wall is None else bonuses(wall) for wall in walls]
    return View(
        lines=[
            (title, [None if each is None else points * each.as_json()[kind] for each in earned])
            for kind, title, points in kinds
        ],
        sums=[
            None if each is None or total is None else total + each.points
            for each, total in zip(earned, totals, strict=True)
        ],
    )


def final_bonuses(wall: Wall) -> Message:
    """Describe what is complete on a wall at the end of the game, and its points; no number is torn off its word."""
    earned = bonuses(wall)
    return Message(
        "Rows\u00a0{rows}, columns\u00a0{columns}, colours\u00a0{colours}:\u00a0{points}",
        **earned.as_json(),
        points=f"+{earned.points}" if earned.points else 0,
    )


def last_round(walls: Iterable[tuple[int, Wall]]) -> Message | joined | None:
    """Say that this is the last round, and who filled which rows; None if no row is full."""
    messages = [
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
    return joined(messages) if len(messages) > 1 else next(iter(messages), None)
