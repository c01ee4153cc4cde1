"""The forms of the referee's questions about Azul: a tile, the open columns, the bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.game import Message
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput
from companion.game.pages.keypad import Column, grid_form
from companion.games.azul.drawing import place_tiles
from companion.games.azul.help.audit_form import ask_audit
from companion.games.azul.help.form_state import (
    TILE,
    WALL,
    Spaces,
    WallQuestion,
    apply_tap,
    clear_spaces,
    read_question,
    wall_json,
    wall_view,
)
from companion.games.azul.scoring import FLOOR_COSTS, FLOOR_SPACES, bonuses, floor_loss
from companion.games.azul.tiling import PatternLine
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES, Wall, column_of, open_columns


def _tile(posted: Posted) -> QuestionInput:
    """Read the form for the score of a tile: the wall before it, and its space."""
    entered = apply_tap(read_question(posted), posted.get("tap") or "")
    tile = entered.tile if entered.tile and entered.tile.column else None
    entered = replace(entered, tile=tile)
    view = wall_view(entered, [tile] if tile else [])
    if tile is None:
        return QuestionInput(entered.fields, None, _missing_tile(entered), view)
    question = {"wall": wall_json(entered.wall), "kind": entered.kind, "row": tile.row, "colour": tile.colour}
    question |= {"column": tile.column} if entered.kind == GREY else {}
    return QuestionInput(entered.fields, question, None, view)


def _missing_tile(question: WallQuestion) -> Message:
    if question.puts == TILE:
        return Message("Tap the space of the tile in question")
    return Message("Tap the wall, then choose the tile in question")


def _columns(posted: Posted) -> QuestionInput:
    """Read the form for the open columns of a line: its colour, and its row, chosen by a tap on any space of it."""
    question = read_question(posted, GREY)
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
    columns = open_columns(question.wall, line.row, line.colour)
    view = replace(wall_view(question, []), open=[(line.row, column) for column in columns])
    return QuestionInput(fields, {"wall": wall_json(question.wall), "row": line.row, "colour": line.colour}, None, view)


def _bonuses(posted: Posted) -> QuestionInput:
    """Read the form for the bonuses of a wall; on the coloured one a tap can fill a row, column or colour."""
    target = posted.get("tap") or ""
    question = apply_tap(replace(read_question(posted), puts=WALL, tile=None), target)
    if question.kind == COLOURED and (spaces := _spaces_of_group(target)):
        question = replace(question, wall=_toggle_spaces(question, spaces))
    fields = tuple((name, value) for name, value in question.fields if name != "put")
    full = bonuses(question.wall)
    names = [*(f"r{row}" for row in full.rows), *(f"c{place}" for place in full.columns), *full.colours]
    view = replace(wall_view(question, []), full=names)
    if posted.get("wall") is None and not target:
        return QuestionInput((("kind", question.kind),), None, Message("Tap the tiles that lie on the wall"), view)
    return QuestionInput(fields, {"wall": wall_json(question.wall)}, None, view)


def _spaces_of_group(name: str) -> Spaces:
    """Return the spaces of the coloured wall in a row "r3", a column "c4" or a colour "red"; empty for other texts."""
    if name in COLOURS:
        return [(row, column_of(row, name)) for row in PLACES]
    if name[:1] not in ("r", "c") or name[1:] not in map(str, PLACES):
        return []
    return [(int(name[1:]), place) if name[0] == "r" else (place, int(name[1:])) for place in PLACES]


def _toggle_spaces(question: WallQuestion, spaces: Spaces) -> Wall:
    """Fill all of these spaces, or clear them if all are filled."""
    if all(question.wall[row - 1][column - 1] for row, column in spaces):
        return clear_spaces(question.wall, spaces)
    return place_tiles(
        question.wall, [PatternLine(row, question.colour_of(row, column), column) for row, column in spaces]
    )


SEATS = range(2, 5)
_ENOUGH = floor_loss(FLOOR_SPACES)
_ALL_TILES = 101  # with the start marker (Azul, Setup)
_COLUMNS = (
    Column("totals", Message("Total"), lambda seat: Message("Tap the total of {seat}", seat=seat)),
    Column(
        "rows", Message("Full rows"), lambda seat: Message("Tap the full rows of {seat}", seat=seat), one_digit=True
    ),
)


@dataclass(frozen=True, kw_only=True)
class FloorAsk(AskView):
    """The fallen tiles, and the score before them; a score of `enough` or more makes no difference."""

    floor: int | None
    total: int | None
    costs: Sequence[int] = FLOOR_COSTS
    enough: int = _ENOUGH


def ask_floor(posted: Posted) -> QuestionInput:
    """Read the form: the number of fallen tiles, and optionally the score before them."""
    floor, total = number(posted, "floor", 0, _ALL_TILES), number(posted, "total", 0, 9999)
    question = {key: value for key, value in (("floor", floor), ("total", total)) if value is not None}
    fields: Fields = tuple((key, str(value)) for key, value in question.items())
    view = FloorAsk(floor=floor, total=total)
    missing = Message("Tap how far the floor line is taken") if floor is None else None
    return QuestionInput(fields, None if missing else question, missing, view)


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = MappingProxyType(
    {
        "azul/tile": _tile,
        "azul/columns": _columns,
        "azul/bonuses": _bonuses,
        "azul/floor": ask_floor,
        "azul/ranking": grid_form(_COLUMNS, SEATS),
        "azul/audit": ask_audit,
    }
)
