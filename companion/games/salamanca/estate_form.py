"""The form of "What is this estate worth?": choose a tile or hazard, then its spaces."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.game import Json, Message, RuleError
from companion.game.pages.form import Posted, number
from companion.game.pages.help import Fields, QuestionInput, join_values, split_values
from companion.game.pages.viewer import View
from companion.games.salamanca.board import (
    BUILDINGS,
    HAZARD_NAMES,
    HAZARDS,
    LANDS,
    TILE_HUES,
    TILE_NAMES,
    Board,
    empty_board,
    hazard_refusal,
    read_board,
)
from companion.games.salamanca.drawing import break_down, draw
from companion.games.salamanca.estates import NOBLE_LIMITS, Estate, estate_at

LETTERS: Mapping[str, str] = {
    "f": "field",
    "p": "pasture",
    "l": "lake",
    "o": "forest",
    "v": "vineyard",
    "F": "farm",
    "C": "castle",
    "M": "monastery",
}
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
    return BoardTile(
        LETTERS[kind], (int(row), int(column)), int(value) if value else None, HAZARD_LETTERS.get(hazard)
    )  # fmt: skip


def read_tiles(texts: Iterable[str]) -> list[BoardTile]:
    """Parse the tiles of an address, one per space; invalid codes are ignored."""
    tiles_by_space = {tile.space: tile for text in texts if (tile := parse_tile(text)) is not None}
    return list(tiles_by_space.values())


def tiles_on(board: Board) -> list[BoardTile]:
    """Return all tiles of a board."""
    return [
        BoardTile(tile.kind, board.grid.spaces[place], tile.value if tile.is_fertile else None, board.hazard_at(place))
        for place, tile in enumerate(board.cells)
        if tile is not None
    ]


def connected_tiles(board: Board, place: int) -> list[BoardTile]:
    """Return the tiles connected with an estate's building; leaving out the others keeps addresses short."""
    reached, queue = {place}, [place]
    while queue:
        for neighbour in board.grid.beside[queue.pop()]:
            if board.cells[neighbour] is not None and neighbour not in reached:
                reached.add(neighbour)
                queue.append(neighbour)
    spaces = {board.grid.spaces[place_reached] for place_reached in reached}
    return [tile for tile in tiles_on(board) if tile.space in spaces]


_MOST = 72


def ask_estate(posted: Posted) -> QuestionInput:
    """Read the form: the tiles, the tool for the next tap, the building in question, and the rotation."""
    tiles, building = read_tiles(split_values(posted, "tiles", _MOST)), _space(posted.get("building"))
    tool = _tool(posted)
    value = _value(posted, tool)
    tiles, building = _after_tap(posted.get("tap") or "", tiles, building, tool, value)
    turn = number(posted, "turn", 0, 3)
    limit = posted.get("noble_limit") if posted.get("noble_limit") in NOBLE_LIMITS else None
    fields: Fields = (
        ("tiles", join_values(tiles)),
        ("building", join_values(building or ())),
        ("tool", tool),
        *((("value", str(value)),) if value else ()),
        *((("turn", str(turn)),) if turn is not None else ()),
        *((("noble_limit", limit),) if limit else ()),
    )
    question: Json = {"tiles": [tile.as_json() for tile in tiles], "building": list(building or ())}
    question |= {"noble_limit": limit} if limit else {}
    missing = None if building else Message("Tap a building below, then its space")
    board = _board(tiles)
    estate = _estate(board, building)
    view = View(
        tool=tool,
        value=value,
        tiles=join_values(tiles),
        building=join_values(building or ()),
        turn=turn,
        limit=limit,
        drawing=draw(board or empty_board(), turn=turn, estate=estate),
        breakdown=break_down(estate, board, limit or NOBLE_LIMITS[0]) if estate else None,
        lands=LANDS,
        buildings=BUILDINGS,
        hazards=HAZARDS,
        hues=TILE_HUES,
        tile_names=TILE_NAMES,
        hazard_names=HAZARD_NAMES,
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


def _space(text: str | None) -> tuple[int, int] | None:
    parts = (text or "").split(".")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and 1 <= int(part) <= 9 for part in parts):
        return int(parts[0]), int(parts[1])
    return None


def _after_tap(
    tap: str, tiles: list[BoardTile], building: tuple[int, int] | None, tool: str, value: int | None
) -> tuple[list[BoardTile], tuple[int, int] | None]:
    """Return the tiles and the building in question after a tap on a space."""
    space = _space(tap)
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
    return [
        *others,
        tapped_tile._replace(kind=tool, value=value, hazard=None),
    ], space if tool in BUILDINGS else building


def _move_hazard(tiles: list[BoardTile], tapped_tile: BoardTile | None, hazard: str) -> list[BoardTile]:
    """Return the tiles with a hazard moved to the tapped tile, or removed from it; unchanged if it may not be there."""
    if tapped_tile is None or not (tapped_tile.hazard == hazard or hazard_refusal(hazard, tapped_tile.kind) is None):
        return tiles
    new_hazard = None if tapped_tile.hazard == hazard else hazard
    other_tiles = [tile._replace(hazard=None) if tile.hazard == hazard else tile for tile in tiles]
    return [tile._replace(hazard=new_hazard) if tile.space == tapped_tile.space else tile for tile in other_tiles]


def _estate(board: Board | None, building: tuple[int, int] | None) -> Estate | None:
    if board is None or building is None:
        return None
    try:
        return estate_at(board, board.place(building))
    except RuleError:
        return None


def _board(tiles: list[BoardTile]) -> Board | None:
    try:
        return read_board([tile.as_json() for tile in tiles])
    except RuleError:
        return None
