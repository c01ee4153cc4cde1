"""The referee's questions about Azul: a tile, the open columns, the bonuses, the floor, the ranking, a final wall."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine import (
    Answer,
    Message,
    Question,
    RuleError,
    by_seat,
    integer,
    joined,
    one_of,
    ranking_answer,
    whole,
)
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import QuestionInput, filled
from companion.engine.pages.keypad import Column, grid_form
from companion.engine.pages.viewer import View
from companion.games.azul import rulebook, rules, walls
from companion.games.azul.audit import audit
from companion.games.azul.audit_form import (
    TILE,
    WALL,
    Spaces,
    WallQuestion,
    apply_tap,
    ask_audit,
    clear_spaces,
    fields_of,
    read_question,
    wall_json,
    wall_view,
)
from companion.games.azul.drawing import place_tiles
from companion.games.azul.rulebook import RULES
from companion.games.azul.rules import PatternLine
from companion.games.azul.walls import Wall


def _tile(question: Mapping[str, Any]) -> Answer:
    kind = one_of(question["kind"], Message("kind"), walls.KINDS)
    wall = walls.check_wall(question["wall"], kind)
    row, colour = _row_and_colour(question)
    column = _column(question, kind, row, colour)
    space = rules.space_step(wall, row, column, colour)
    place = Message("Row {row}, column {column}", row=row, column=column)
    if refusal := walls.fault(wall, row, column, colour):
        return Answer({"allowed": False}, (space,), Message("Not allowed: {wrong}", wrong=refusal), place)
    step = rules.tile_step(wall, row, column, colour)
    sizes = {key: step.values[key] for key in ("horizontal", "vertical")}
    verdict = {"allowed": True, "points": step.points, **sizes}
    across_down = Message("{horizontal} across, {vertical} down", **sizes)
    return Answer(verdict, (space, step), _points(step.points or 0), across_down, step.points)


def _row_and_colour(question: Mapping[str, Any]) -> tuple[int, str]:
    row = integer(question["row"], Message("row"), 1, walls.SIZE)
    return row, one_of(question["colour"], Message("colour"), walls.COLOURS)


def _column(question: Mapping[str, Any], kind: str, row: int, colour: str) -> int:
    """Return the column of the tile: the one in the question on the grey wall, the printed one on the coloured wall."""
    if kind != walls.GREY:
        if "column" in question:
            raise RuleError("on the coloured wall the colour says in which column; column may not be named")
        return walls.column_of(row, colour)
    if "column" not in question:
        raise RuleError("on the grey wall the column must be named")
    return integer(question["column"], Message("column"), 1, walls.SIZE)


def _columns(question: Mapping[str, Any]) -> Answer:
    wall: Wall = walls.check_wall(question["wall"], walls.GREY)
    row, colour = _row_and_colour(question)
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


def _bonuses(question: Mapping[str, Any]) -> Answer:
    earned = walls.bonuses(walls.check_wall(question["wall"], walls.GREY))
    parts = earned.as_json()
    subline = Message("Rows {rows}, columns {columns}, colours {colours}", **parts)
    verdict = {**parts, "points": earned.points}
    return Answer(verdict, tuple(rules.bonus_steps(earned)), _points(earned.points), subline, earned.points)


def _floor(question: Mapping[str, Any]) -> Answer:
    fallen = whole(question["floor"], Message("floor"), 0)
    floor = min(fallen, walls.FLOOR_SPACES)
    total = whole(question["total"], Message("total"), 0) if "total" in question else None
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


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), SEATS)
    ranked = rules.ranking(totals, by_seat(question["rows"], Message("rows"), len(totals), 0))
    return ranking_answer(totals, ranked, rulebook.MOST_POINTS, RULES)


def _points(points: int) -> Message:
    return Message("{count} point", "{count} points", points)


QUESTIONS = (
    Question(
        key="azul/tile",
        title=Message("What does this tile score?"),
        help=Message("The wall before it, the row and the colour; on the grey wall also the column."),
        words=Message("points of a tile, neighbours, side by side, one above the other, may it lie there"),
        fields=("wall", "kind", "row", "colour"),
        optional=("column",),
        answer=_tile,
        claims=True,
    ),
    Question(
        key="azul/columns",
        title=Message("Where may this colour lie?"),
        help=Message("The grey wall, the row and the colour: the columns that are open to it."),
        words=Message("grey wall, open column, no space, line falls to the floor, variant"),
        fields=("wall", "row", "colour"),
        answer=_columns,
    ),
    Question(
        key="azul/bonuses",
        title=Message("What does this wall bring at the end?"),
        help=Message("The wall as it stands: full rows, full columns and complete colours."),
        words=Message("bonus, end of the game, full row, full column, all five of a colour"),
        fields=("wall",),
        answer=_bonuses,
        claims=True,
    ),
    Question(
        key="azul/floor",
        title=Message("What does the floor cost?"),
        help=Message("The tiles that fell, the start marker counted; with the score before it, never below 0."),
        words=Message("floor line, minus points, start marker, broken tiles, below 0"),
        fields=("floor",),
        optional=("total",),
        answer=_floor,
        claims=True,
    ),
    Question(
        key="azul/ranking",
        title=Message("Who comes first?"),
        help=Message("The totals with all bonuses, and how many full rows each wall has."),
        words=Message("who wins, tie, same points, full rows, shared win, ranking"),
        fields=("totals", "rows"),
        answer=_ranking,
    ),
    Question(
        key="azul/audit",
        title=Message("What can this wall have brought?"),
        help=Message("A wall as it ended: the least and the most, each with an order of its tiles, and any total."),
        words=Message("final wall, check a total, least points, most points, wrong score, recount, possible total"),
        fields=("wall", "kind"),
        optional=("rounds", "floor"),
        answer=audit,
        claims=True,
    ),
)


def _tile_form(posted: Posted) -> QuestionInput:
    """Read the form for the score of a tile: the wall before it, and its space."""
    entered = apply_tap(read_question(posted), posted.get("tap") or "")
    tile = entered.tile if entered.tile and entered.tile.column else None
    entered = replace(entered, tile=tile)
    view = wall_view(entered, [tile] if tile else [])
    if tile is None:
        missing = Message("Tap the wall, then choose the tile in question")
        if entered.puts == TILE:
            missing = Message("Tap the space of the tile in question")
        return QuestionInput(entered.fields, None, missing, view)
    question = {"wall": wall_json(entered.wall), "kind": entered.kind, "row": tile.row, "colour": tile.colour}
    question |= {"column": tile.column} if entered.kind == walls.GREY else {}
    return QuestionInput(entered.fields, question, None, view)


def _columns_form(posted: Posted) -> QuestionInput:
    """Read the form for the open columns of a line: its colour, and its row, chosen by a tap on any space of it."""
    question = read_question(posted, walls.GREY)
    space, before = posted.get("tap") or "", question.tile
    if question.puts == TILE and space and before and space[:1] == str(before.row):
        question = replace(question, tile=None)
    else:
        question = apply_tap(question, space)
    line = question.tile._replace(column=None) if question.tile else None
    question = replace(question, tile=line)
    fields = question.fields[1:]  # without the kind: the wall is always grey
    if line is None:
        missing = Message("Tap the wall, then choose the line in question")
        if question.puts == TILE:
            missing = Message("Choose the colour and tap the row of the line")
        return QuestionInput(fields, None, missing, wall_view(question, []))
    columns = walls.open_columns(question.wall, line.row, line.colour)
    view = wall_view(question, [], open=[(line.row, column) for column in columns])
    return QuestionInput(fields, {"wall": wall_json(question.wall), "row": line.row, "colour": line.colour}, None, view)


def _bonuses_form(posted: Posted) -> QuestionInput:
    """Read the form for the bonuses of a wall; on the coloured one a tap can fill a row, column or colour."""
    target = posted.get("tap") or ""
    question = apply_tap(replace(read_question(posted), puts=WALL, tile=None), target)
    if question.kind == walls.COLOURED and (spaces := _spaces_of_group(target)):
        question = replace(question, wall=_toggle_spaces(question, spaces))
    full = walls.bonuses(question.wall)
    names = [*(f"r{row}" for row in full.rows), *(f"c{place}" for place in full.columns), *full.colours]
    view = wall_view(question, [], full=names)
    if posted.get("wall") is None and not target:
        return QuestionInput((("kind", question.kind),), None, Message("Tap the tiles that lie on the wall"), view)
    return QuestionInput(fields_of(question), {"wall": wall_json(question.wall)}, None, view)


def _spaces_of_group(name: str) -> Spaces:
    """Return the spaces of the coloured wall in a row "r3", a column "c4" or a colour "red"; empty for other texts."""
    if name in walls.COLOURS:
        return [(row, walls.column_of(row, name)) for row in walls.PLACES]
    if name[:1] not in ("r", "c") or name[1:] not in map(str, walls.PLACES):
        return []
    return [(int(name[1:]), place) if name[0] == "r" else (place, int(name[1:])) for place in walls.PLACES]


def _toggle_spaces(question: WallQuestion, spaces: Spaces) -> Wall:
    """Fill all of these spaces, or clear them if all are filled."""
    if all(question.wall[row - 1][column - 1] for row, column in spaces):
        return clear_spaces(question.wall, spaces)
    return place_tiles(
        question.wall, [PatternLine(row, question.colour_of(row, column), column) for row, column in spaces]
    )


SEATS = range(2, 5)
_ENOUGH = walls.floor_loss(walls.FLOOR_SPACES)  # a score from which on it makes no difference
_ALL_TILES = 101  # with the start marker (Azul, Setup)
_COLUMNS = (
    Column("totals", Message("Total"), lambda seat: Message("Tap the total of {seat}", seat=seat)),
    Column(
        "rows", Message("Full rows"), lambda seat: Message("Tap the full rows of {seat}", seat=seat), one_digit=True
    ),
)


def _floor_form(posted: Posted) -> QuestionInput:
    """Read the form: the number of fallen tiles, and optionally the score before them."""
    floor, total = number(posted, "floor", 0, _ALL_TILES), number(posted, "total", 0, 9999)
    question = {"floor": floor} if total is None else {"floor": floor, "total": total}
    view = View(floor=floor, total=total, costs=rulebook.FLOOR_COSTS, enough=_ENOUGH)
    missing = Message("Tap how far the floor line is taken") if floor is None else None
    return QuestionInput(filled(floor=floor, total=total), None if missing else question, missing, view)


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = {
    "azul/tile": _tile_form,
    "azul/columns": _columns_form,
    "azul/bonuses": _bonuses_form,
    "azul/floor": _floor_form,
    "azul/ranking": grid_form(_COLUMNS, SEATS),
    "azul/audit": ask_audit,
}
