"""The forms of the referee's questions about Azul: a tile, the open columns, the bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.game import Message
from companion.game.form import Posted
from companion.game.help import QuestionInput
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
from companion.games.azul.walls import (
    COLOURED,
    COLOURS,
    GREY,
    PLACES,
    Wall,
    column_of,
    open_columns,
)


def _tile(posted: Posted) -> QuestionInput:
    """Read the form for the score of a tile: the wall before it, and its space."""
    asked = apply_tap(read_question(posted), posted.get("tap") or "")
    tile = asked.tile if asked.tile and asked.tile.column else None
    asked = replace(asked, tile=tile)
    view = wall_view(asked, [tile] if tile else [])
    if tile is None:
        return QuestionInput(asked.fields, None, _missing_tile(asked), view)
    question = {"wall": wall_json(asked.wall), "kind": asked.kind, "row": tile.row, "colour": tile.colour}
    question |= {"column": tile.column} if asked.kind == GREY else {}
    return QuestionInput(asked.fields, question, None, view)


def _missing_tile(asked: WallQuestion) -> Message:
    if asked.puts == TILE:
        return Message("Tap the space of the tile in question")
    return Message("Tap the wall, then choose the tile in question")


def _columns(posted: Posted) -> QuestionInput:
    """Read the form for the open columns of a line: its colour, and its row by a tap on any of its spaces."""
    asked = read_question(posted, GREY)
    space, before = posted.get("tap") or "", asked.tile
    if asked.puts == TILE and space and before and space[:1] == str(before.row):
        asked = replace(asked, tile=None)
    else:
        asked = apply_tap(asked, space)
    line = asked.tile._replace(column=None) if asked.tile else None
    asked = replace(asked, tile=line)
    fields = asked.fields[1:]  # without the kind: the wall is always grey
    if line is None:
        missing = Message("Tap the wall, then choose the line in question")
        if asked.puts == TILE:
            missing = Message("Choose the colour and tap the row of the line")
        return QuestionInput(fields, None, missing, wall_view(asked, []))
    columns = open_columns(asked.wall, line.row, line.colour)
    view = {**wall_view(asked, []), "open": [(line.row, column) for column in columns]}
    return QuestionInput(fields, {"wall": wall_json(asked.wall), "row": line.row, "colour": line.colour}, None, view)


def _bonuses(posted: Posted) -> QuestionInput:
    """Read the form for the bonuses of a wall; on the coloured one a tap can fill a row, column or colour."""
    target = posted.get("tap") or ""
    asked = apply_tap(replace(read_question(posted), puts=WALL, tile=None), target)
    if asked.kind == COLOURED and (spaces := _spaces_of_group(target)):
        asked = replace(asked, wall=_toggle_spaces(asked, spaces))
    fields = tuple((name, value) for name, value in asked.fields if name != "put")
    full = bonuses(asked.wall)
    view = {
        **wall_view(asked, []),
        "full": [*(f"r{row}" for row in full.rows), *(f"c{place}" for place in full.columns)],
    }
    view["full"] += full.colours
    if posted.get("wall") is None and not target:
        return QuestionInput((("kind", asked.kind),), None, Message("Tap the tiles that lie on the wall"), view)
    return QuestionInput(fields, {"wall": wall_json(asked.wall)}, None, view)


def _spaces_of_group(name: str) -> Spaces:
    """Return the spaces of the coloured wall in a row "r3", a column "c4" or a colour "red"; empty for other texts."""
    if name in COLOURS:
        return [(row, column_of(row, name)) for row in PLACES]
    if name[:1] not in ("r", "c") or name[1:] not in map(str, PLACES):
        return []
    return [(int(name[1:]), place) if name[0] == "r" else (place, int(name[1:])) for place in PLACES]


def _toggle_spaces(asked: WallQuestion, spaces: Spaces) -> Wall:
    """Fill all of these spaces, or clear them if all are filled."""
    if all(asked.wall[row - 1][column - 1] for row, column in spaces):
        return clear_spaces(asked.wall, spaces)
    return place_tiles(asked.wall, [Line(row, asked.colour_of(row, column), column) for row, column in spaces])


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
