"""The referee's questions about Azul: a tile, the open columns, the bonuses, the floor, the ranking, a final wall."""

from collections.abc import Sequence
from typing import Any

from companion.engine import Answer, Message, Question, RuleError, integer, joined, who_comes_first
from companion.engine.question import Choice, Column, Input, Number
from companion.games.azul import rulebook, rules, walls
from companion.games.azul.audit import MOST_ROUNDS, audit
from companion.games.azul.rulebook import RULES
from companion.games.azul.walls import Wall


def _read_column(value: Any, kind: str) -> int:
    if kind != walls.GREY:
        raise RuleError("on the coloured wall the colour says in which column; column may not be named")
    return integer(value, Message("column"), 1, walls.SIZE)


def _tile(kind: str, wall: Wall, row: int, colour: str, column: int | None = None) -> Answer:
    if kind != walls.GREY:
        column = walls.column_of(row, colour)
    elif column is None:
        raise RuleError("on the grey wall the column must be named")
    space = rules.space_step(wall, row, column, colour)
    place = Message("Row {row}, column {column}", row=row, column=column)
    if refusal := walls.fault(wall, row, column, colour):
        return Answer({"allowed": False}, (space,), Message("Not allowed: {wrong}", wrong=refusal), place)
    step = rules.tile_step(wall, row, column, colour)
    sizes = {key: step.values[key] for key in ("horizontal", "vertical")}
    verdict = {"allowed": True, "points": step.points, **sizes}
    across_down = Message("{horizontal} across, {vertical} down", **sizes)
    return Answer(verdict, (space, step), _points(step.points or 0), across_down, step.points)


def _columns(wall: Wall, row: int, colour: str) -> Answer:
    columns = walls.open_columns(wall, row, colour)
    line_name = Message("Row {row}, {colour}", row=row, colour=rulebook.COLOUR_NAMES[colour])
    steps = tuple(rules.space_step(wall, row, column, colour) for column in walls.PLACES)
    if colour in wall[row - 1]:
        refusal = Message("Not allowed: {wrong}", wrong=walls.twice_in_row(row, colour))
        return Answer({"open": []}, steps[:1], refusal, line_name)
    if not columns:
        return Answer({"open": []}, (*steps, rules.fall_step(row, colour)), Message("No column is open"), line_name)
    headline = Message("Open: column {columns}", "Open: columns {columns}", len(columns), columns=joined(columns))
    return Answer({"open": list(columns)}, steps, headline, line_name)


def _bonuses(wall: Wall) -> Answer:
    earned = walls.bonuses(wall)
    parts = earned.as_json()
    subline = Message("Rows {rows}, columns {columns}, colours {colours}", **parts)
    verdict = {**parts, "points": earned.points}
    return Answer(verdict, tuple(rules.bonus_steps(earned)), _points(earned.points), subline, earned.points)


def _floor(floor: int, total: int | None = None) -> Answer:
    fallen, floor = floor, min(floor, walls.FLOOR_SPACES)
    steps = (rules.floor_step(floor, total),) if floor else ()
    points = sum(step.points or 0 for step in steps)
    spaces = [-cost for cost in rulebook.FLOOR_COSTS[:floor]]
    headline = Message("Floor: {points}", points=points)
    return Answer({"spaces": spaces, "points": points}, steps, headline, _taken_spaces(spaces, fallen), points)


def _taken_spaces(spaces: Sequence[int], fallen: int) -> Message | None:
    if not spaces:
        return None
    if fallen > len(spaces):
        return Message(
            "Spaces: {spaces}; {count} tile more costs nothing",
            "Spaces: {spaces}; {count} tiles more cost nothing",
            fallen - len(spaces),
            spaces=joined(spaces),
        )
    return Message("Spaces: {spaces}", spaces=joined(spaces))


def _points(points: int) -> Message:
    return Message("{count} point", "{count} points", points)


_KIND = Choice("kind", walls.KINDS)
_GREY_WALL = Input("wall", reads=lambda value: walls.check_wall(value, walls.GREY))
_WALL = Input("wall", reads=walls.check_wall, needs=("kind",))
_ROW, _COLOUR = Number("row", 1, walls.SIZE), Choice("colour", walls.COLOURS)

QUESTIONS = (
    Question(
        "azul/tile",
        title="What does this tile score?",
        help="The wall before it, the row and the colour; on the grey wall also the column.",
        inputs=(
            _KIND,
            _WALL,
            _ROW,
            _COLOUR,
            Input("column", reads=_read_column, needs=("kind",), is_optional=True),
        ),
        answer=_tile,
        claims=True,
    ),
    Question(
        "azul/columns",
        title="Where may this colour lie?",
        help="The grey wall, the row and the colour: the columns that are open to it.",
        inputs=(_GREY_WALL, _ROW, _COLOUR),
        answer=_columns,
    ),
    Question(
        "azul/bonuses",
        title="What does this wall bring at the end?",
        help="The wall as it stands: full rows, full columns and complete colours.",
        inputs=(_GREY_WALL,),
        answer=_bonuses,
        claims=True,
    ),
    Question(
        "azul/floor",
        title="What does the floor cost?",
        help="The tiles that fell, the start marker counted; with the score before it, never below 0.",
        inputs=(
            # All tiles and the start marker (Azul, Setup).
            Number("floor", most=101, asks="Tap how far the floor line is taken"),
            Number("total", is_optional=True),
        ),
        answer=_floor,
        claims=True,
    ),
    who_comes_first(
        "azul",
        range(2, 5),
        rulebook.MOST_POINTS,
        RULES,
        Column("rows", title="Full rows", asks="Tap the full rows of {seat}", low=0, one_digit=True),
        ranking=rules.ranking,
        help="The totals with all bonuses, and how many full rows each wall has.",
    ),
    Question(
        "azul/audit",
        title="What can this wall have brought?",
        help="A wall as it ended: the least and the most, each with an order of its tiles, and any total.",
        inputs=(
            _KIND,
            _WALL,
            Number("rounds", 1, MOST_ROUNDS, is_optional=True),
            Number("floor", is_optional=True),
        ),
        answer=audit,
        claims=True,
    ),
)
