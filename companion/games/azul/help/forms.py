"""The referee's questions about Azul, tapped: a tile, the columns open to a line, the bonuses of a wall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from companion.game import Message
from companion.game.form import Posted
from companion.game.help import QuestionInput
from companion.games.azul.drawing import GLYPHS, draw, lay
from companion.games.azul.help.form_state import TILE, WALL, Spaces, Tapped, cleared, read_tapped, tap
from companion.games.azul.help.results import ask_floor, ask_ranking
from companion.games.azul.scoring import bonuses
from companion.games.azul.tiling import Line
from companion.games.azul.walls import (
    COLOUR_NAMES,
    COLOURED,
    COLOURS,
    GREY,
    PLACES,
    Wall,
    column_of,
    fault,
    open_columns,
)


def _tile(posted: Posted) -> QuestionInput:
    """Where a tile is to lie, and the wall before it."""
    tapped = tap(read_tapped(posted), posted.get("tap") or "")
    tile = tapped.tile if tapped.tile and tapped.tile.column else None
    tapped = replace(tapped, tile=tile)
    view = _view(tapped, [tile] if tile else [])
    if tile is None:
        return QuestionInput(tapped.fields, None, _what_is_missing(tapped), view)
    question = {"wall": _plain(tapped.wall), "kind": tapped.kind, "row": tile.row, "colour": tile.colour}
    question |= {"column": tile.column} if tapped.kind == GREY else {}
    return QuestionInput(tapped.fields, question, None, view)


def _what_is_missing(tapped: Tapped) -> Message:
    if tapped.puts == TILE:
        return Message("Tap the space of the tile in question")
    return Message("Tap the wall, then choose the tile in question")


def _columns(posted: Posted) -> QuestionInput:
    """A line by its row and colour, whatever space of the row was tapped."""
    tapped = read_tapped(posted, GREY)
    at, before = posted.get("tap") or "", tapped.tile
    if tapped.puts == TILE and at and before and at[:1] == str(before.row):
        tapped = replace(tapped, tile=None)
    else:
        tapped = tap(tapped, at)
    line = tapped.tile._replace(column=None) if tapped.tile else None
    tapped = replace(tapped, tile=line)
    fields = tapped.fields[1:]  # the wall is grey
    if line is None:
        missing = Message("Tap the wall, then choose the line in question")
        if tapped.puts == TILE:
            missing = Message("Choose the colour and tap the row of the line")
        return QuestionInput(fields, None, missing, _view(tapped, []))
    columns = open_columns(tapped.wall, line.row, line.colour)
    view = {**_view(tapped, []), "open": [(line.row, column) for column in columns]}
    return QuestionInput(fields, {"wall": _plain(tapped.wall), "row": line.row, "colour": line.colour}, None, view)


def _bonuses(posted: Posted) -> QuestionInput:
    """A wall; on the coloured one whole rows, columns and colours can be laid at one tap."""
    at = posted.get("tap") or ""
    tapped = tap(replace(read_tapped(posted), puts=WALL, tile=None), at)
    if tapped.kind == COLOURED and (spaces := _whole_line(at)):
        tapped = replace(tapped, wall=_laid_or_cleared(tapped, spaces))
    fields = tuple((name, value) for name, value in tapped.fields if name != "put")
    full = bonuses(tapped.wall)
    view = {**_view(tapped, []), "full": [*(f"r{row}" for row in full.rows), *(f"c{place}" for place in full.columns)]}
    view["full"] += full.colours
    if posted.get("wall") is None and not at:
        return QuestionInput((("kind", tapped.kind),), None, Message("Tap the tiles that lie on the wall"), view)
    return QuestionInput(fields, {"wall": _plain(tapped.wall)}, None, view)


def _whole_line(at: str) -> Spaces:
    """The spaces of the coloured wall that "r3", "c4" or "red" names; none for anything else."""
    if at in COLOURS:
        return [(row, column_of(row, at)) for row in PLACES]
    if at[:1] not in ("r", "c") or at[1:] not in map(str, PLACES):
        return []
    return [(int(at[1:]), place) if at[0] == "r" else (place, int(at[1:])) for place in PLACES]


def _laid_or_cleared(tapped: Tapped, spaces: Spaces) -> Wall:
    """All of these spaces with their tiles, or without them where all had them."""
    if all(tapped.wall[row - 1][column - 1] for row, column in spaces):
        return cleared(tapped.wall, spaces)
    return lay(tapped.wall, [Line(row, tapped.colour_of(row, column), column) for row, column in spaces])


def _plain(wall: Wall) -> list[list[str | None]]:
    return [list(line) for line in wall]


def _view(tapped: Tapped, lines: list[Line]) -> dict[str, Any]:
    """What the templates show: the wall with the tile in question, and what keeps it out."""
    barred = [(row, column) for row, colour, column in lines if column and fault(tapped.wall, row, column, colour)]
    return {
        "kind": tapped.kind,
        "fields": dict(tapped.fields),
        "puts": tapped.puts,
        "brush": tapped.brush,
        "tile": tapped.tile,
        "rows": draw(tapped.wall, lines, tapped.kind).rows,
        "barred": barred,
        "open": [],
        "glyphs": GLYPHS,
        "colour_names": COLOUR_NAMES,
        "places": PLACES,
    }


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = MappingProxyType(
    {
        "azul/tile": _tile,
        "azul/columns": _columns,
        "azul/bonuses": _bonuses,
        "azul/floor": ask_floor,
        "azul/ranking": ask_ranking,
    }
)
