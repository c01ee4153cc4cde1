"""The form of "What is this estate worth?": choose a tile or hazard, then its spaces."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from companion.game import Json, Message, if_allowed
from companion.game.pages.form import Posted, number
from companion.game.pages.help import QuestionInput, choice, filled, join_values, split_values
from companion.games.salamanca.board import (
    BUILDINGS,
    HAZARDS,
    LANDS,
    LETTERS,
    TILE_NAMES,
    Board,
    Space,
    empty_board,
    hazard_refusal,
    read_board,
    space_in,
)
from companion.games.salamanca.drawing import break_down, draw, tiles_view
from companion.games.salamanca.estates import NOBLE_LIMITS, estate_at

HAZARD_LETTERS: Mapping[str, str] = {"p": "poison", "r": "rats", "l": "locusts", "u": "ruin"}
_LETTER_OF = {name: letter for letter, name in LETTERS.items()}
_HAZARD_OF = {name: letter for letter, name in HAZARD_LETTERS.items()}
_TILE = re.compile(r"([fplovFCM])([1-9])([1-9])([23]?)([prlu]?)", re.ASCII)


class BoardTile(NamedTuple):
    """A tile on a space, with the value of a fertile land and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

    @property
    def is_building(self) -> bool:
        """Whether the tile is a building."""
        return self.kind in BUILDINGS

    def as_json(self) -> Json:
        """Return the tile as in the question's JSON."""
        tile: Json = {"tile": self.kind, "at": list(self.space)}
        tile |= {} if self.value is None else {"value": self.value}
        return tile if self.hazard is None else tile | {"hazard": self.hazard}

    def __str__(self) -> str:
        row, column = self.space
        hazard = _HAZARD_OF[self.hazard] if self.hazard else ""
        return f"{_LETTER_OF[self.kind]}{row}{column}{self.value or ''}{hazard}"


def parse_tile(text: str) -> BoardTile | None:
    """Parse the code of a tile: letter, row, column, value, hazard; None if it is invalid.

    >>> parse_tile("f232r")
    BoardTile(kind='field', space=(2, 3), value=2, hazard='rats')
    """
    match = _TILE.fullmatch(text)
    if match is None:
        return None
    kind, row, column, value, hazard = match.groups()
    return BoardTile(LETTERS[kind], (int(row), int(column)), int(value) if value else None, HAZARD_LETTERS.get(hazard))


def connected_tiles(board: Board, place: int) -> list[BoardTile]:
    """Return the tiles connected with an estate's building; leaving out the others keeps addresses short."""
    reached, queue = {place}, [place]
    while queue:
        for neighbour in board.grid.beside[queue.pop()]:
            if board.cells[neighbour] is not None and neighbour not in reached:
                reached.add(neighbour)
                queue.append(neighbour)
    return [
        BoardTile(tile.kind, board.grid.spaces[at], tile.value if tile.is_fertile else None, board.hazard_at(at))
        for at, tile in enumerate(board.cells)
        if tile is not None and at in reached
    ]


_MOST = 72


def ask_estate(posted: Posted) -> QuestionInput:
    """Read the form: the tiles, the tool for the next tap, the building in question, and the rotation."""
    # Of several tiles on one space the last one counts; what is no tile is left out.
    parsed = map(parse_tile, split_values(posted, "tiles", _MOST))
    tiles, building = list({tile.space: tile for tile in parsed if tile}.values()), space_in(posted.get("building"))
    tool = _tool(posted)
    value = _value(posted, tool)
    tiles, building = _after_tap(space_in(posted.get("tap")), tiles, building, tool, value)
    turn, limit = number(posted, "turn", 0, 3), choice(posted, "noble_limit", NOBLE_LIMITS)
    codes, place = join_values(tiles), join_values(building or ())
    fields = (*(("tiles", codes), ("building", place)), *filled(tool=tool, value=value, turn=turn, noble_limit=limit))
    question: Json = {"tiles": [tile.as_json() for tile in tiles], "building": list(building or ())}
    question |= {"noble_limit": limit} if limit else {}
    missing = None if building else Message("Tap a building below, then its space")
    board = if_allowed(read_board, [tile.as_json() for tile in tiles])
    at = if_allowed(board.place, building) if board and building else None
    estate = if_allowed(estate_at, board, at) if board and at is not None else None
    view = tiles_view(
        tool=tool,
        value=value,
        tiles=codes,
        building=place,
        turn=turn,
        limit=limit,
        drawing=draw(board or empty_board(), turn=turn, estate=estate),
        breakdown=break_down(estate, board, limit or NOBLE_LIMITS[0]) if estate else None,
    )
    return QuestionInput(fields, question if building else None, missing, view)


def _tool(posted: Posted) -> str:
    """Return what the next tap places: a kind of tile or a hazard; a building by default."""
    tap = posted.get("tap") or ""
    for wanted in (tap.removeprefix("t-"), posted.get("tool") or ""):
        if wanted in TILE_NAMES or wanted in HAZARDS:
            return wanted
    return BUILDINGS[0]


def _value(posted: Posted, tool: str) -> int | None:
    tap = posted.get("tap") or ""
    if tap.startswith("t-") or tool not in LANDS:
        return None
    value = {"v-1": 1, "v-2": 2, "v-3": 3}.get(tap) or number(posted, "value", 1, 3)
    return value if value in (2, 3) else None


def _after_tap(
    space: Space | None, tiles: list[BoardTile], building: Space | None, tool: str, value: int | None
) -> tuple[list[BoardTile], Space | None]:
    """Return the tiles and the building in question after a tap on a space."""
    if space is None:
        return tiles, building
    tapped_tile = next((tile for tile in tiles if tile.space == space), None)
    others = [tile for tile in tiles if tile.space != space]
    if tool in HAZARDS:
        return _move_hazard(tiles, tapped_tile, tool), building
    if tapped_tile is None:
        tile = BoardTile(tool, space, value)
        return [*tiles, tile], space if tile.is_building else building
    if (tapped_tile.kind, tapped_tile.value) == (tool, value):
        return others, None if building == space else building
    if tapped_tile.is_building:
        return tiles, space
    tile = BoardTile(tool, space, value)
    return [*others, tile], space if tile.is_building else building


def _move_hazard(tiles: list[BoardTile], tapped_tile: BoardTile | None, hazard: str) -> list[BoardTile]:
    """Return the tiles with a hazard moved to the tapped tile, or removed from it; unchanged if it may not be there."""
    if tapped_tile is None or not (tapped_tile.hazard == hazard or hazard_refusal(hazard, tapped_tile.kind) is None):
        return tiles
    new_hazard = None if tapped_tile.hazard == hazard else hazard
    other_tiles = [tile._replace(hazard=None) if tile.hazard == hazard else tile for tile in tiles]
    return [tile._replace(hazard=new_hazard) if tile.space == tapped_tile.space else tile for tile in other_tiles]
