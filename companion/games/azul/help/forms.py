"""The forms of the referee's questions about Azul: a tile, the open columns, the bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.game import Message
from companion.game.pages.form import Posted
from companion.game.pages.help import QuestionInput
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
)
from companion.games.azul.help.result_forms import ask_floor, ask_ranking
from companion.games.azul.help.wall_view import wall_json, wall_view
from companion.games.azul.scoring import bonuses
from companion.games.azul.tiling import Line
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
    """Read the form for the open columns of a line: its colour, and its row by a tap on any of its spaces."""
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
    return place_tiles(question.wall, [Line(row, question.colour_of(row, column), column) for row, column in spaces])


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = MappingProxyType(
    {
        "azul/tile": _tile,
        "azul/columns": _columns,
        "azul/bonuses": _bonuses,
        "azul/floor": ask_floor,
        "azul/ranking": ask_ranking,
        "azul/audit": ask_audit,
    }
)
