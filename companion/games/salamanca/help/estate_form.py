"""The form of "What is this estate worth?": choose a tile or hazard, then its spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.game import Json, Message, RuleError
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput, join_values, split_values
from companion.games.salamanca.board import Board, empty_board, read_board
from companion.games.salamanca.drawing import Drawing, draw
from companion.games.salamanca.estate_breakdown import EstateBreakdown, break_down
from companion.games.salamanca.estates import NOBLE_LIMITS, Estate, estate_at
from companion.games.salamanca.help.address_codes import BoardTile, read_tiles
from companion.games.salamanca.tiles import (
    BUILDINGS,
    HAZARD_NAMES,
    HAZARDS,
    LANDS,
    TILE_HUES,
    TILE_NAMES,
    hazard_allowed,
)

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
    view = EstateAsk(
        tool=tool,
        value=value,
        tiles=join_values(tiles),
        building=join_values(building or ()),
        turn=turn,
        limit=limit,
        drawing=draw(board or empty_board(), turn=turn, estate=estate),
        breakdown=break_down(estate, board, limit or NOBLE_LIMITS[0]) if estate else None,
    )
    return QuestionInput(fields, question if building else None, missing, view)


@dataclass(frozen=True, kw_only=True)
class EstateAsk(AskView):
    """The board as tapped so far, the tool for the next tap, and the breakdown of the estate, if there is one."""

    tool: str
    value: int | None
    tiles: str
    building: str
    turn: int | None
    limit: str | None
    drawing: Drawing
    breakdown: EstateBreakdown | None
    lands: Sequence[str] = LANDS
    buildings: Sequence[str] = BUILDINGS
    hazards: Sequence[str] = HAZARDS
    hues: Mapping[str, str] = field(default_factory=lambda: TILE_HUES)
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)
    hazard_names: Mapping[str, Message] = field(default_factory=lambda: HAZARD_NAMES)


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
    if tapped_tile is None or not (tapped_tile.hazard == hazard or hazard_allowed(hazard, tapped_tile.kind)):
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
