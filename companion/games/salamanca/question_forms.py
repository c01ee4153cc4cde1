"""The forms of the questions about the order of cards and about an estate, and what the pages of others show."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine import Json, Message, Seat, if_allowed
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import QuestionInput, choice, filled, join_values, split_values
from companion.engine.pages.viewer import View
from companion.games.salamanca import estates
from companion.games.salamanca.board import (
    BUILDINGS,
    HAZARDS,
    LANDS,
    LETTERS,
    Space,
    empty_board,
    hazard_refusal,
    read_board,
    space_in,
)
from companion.games.salamanca.drawing import break_down, draw, tiles_view
from companion.games.salamanca.questions import FREED, hazards_on
from companion.games.salamanca.rulebook import TILE_NAMES
from companion.games.salamanca.rules import highest_card, order_with

_SEATS = range(2, 6)


def _order_form(posted: Posted) -> QuestionInput:
    """Read the form: the cards in seat order, with two players two each; and which of two equal cards goes first."""
    players = number(posted, "players", _SEATS[0], _SEATS[-1]) or 3
    cards_each = 2 if players == 2 else 1
    cards = _cards_after(posted, players * cards_each, highest_card(players))
    turn = len(cards) // cards_each if len(cards) < players * cards_each else None
    grouped = [cards[place : place + 2] for place in range(0, len(cards), 2)] if cards_each == 2 else cards
    pair = [seat for seat, card in enumerate(cards) if cards.count(card) > 1] if cards_each == 1 else []
    first = number(posted, "first", 0, players - 1)
    first = first if first in pair else None
    missing = None if turn is None else Message("Tap the card of {seat}", seat=Seat(turn))
    question: Json | None = None if missing else {"players": players, "cards": grouped}
    if question and first is not None:
        order = if_allowed(order_with, players, cards, first)
        question |= {"order": order} if order else {}
    fields = (("players", str(players)), ("cards", join_values(cards)), *filled(first=first or None))
    view = View(
        players=players,
        cards=cards,
        cards_each=cards_each,
        turn=turn,
        highest=highest_card(players),
        pair=pair,
        first=pair[0] if pair and not first else first,
    )
    return QuestionInput(fields, question, missing, view)


def _cards_after(posted: Posted, most: int, highest: int) -> list[int]:
    """Return the cards after the tap: a number adds a card, "x0" removes the first."""
    texts = split_values(posted, "cards", most)
    cards = [int(card) for card in texts if card.isascii() and card.isdigit() and len(card) < 3]
    tap, card = posted.get("tap") or "", number(posted, "tap", 1, highest)
    if card is not None and len(cards) < most:
        return [*cards, card]
    if tap.startswith("x"):
        return [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards


_HAZARD_LETTERS = {"p": "poison", "r": "rats", "l": "locusts", "u": "ruin"}
_LETTER_OF = {name: letter for letter, name in LETTERS.items()}
_HAZARD_OF = {name: letter for letter, name in _HAZARD_LETTERS.items()}
_MOST_TILES = 72
_TILE = re.compile(r"([fplovFCM])([1-9])([1-9])([23]?)([prlu]?)", re.ASCII)


class BoardTile(NamedTuple):
    """A tile on a space, with the value of a fertile land and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

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
    return BoardTile(LETTERS[kind], (int(row), int(column)), int(value) if value else None, _HAZARD_LETTERS.get(hazard))


def _estate_form(posted: Posted) -> QuestionInput:
    """Read the form: the tiles, the tool for the next tap, the building in question, and the rotation."""
    # Of several tiles on one space the last one counts; what is no tile is left out.
    parsed = map(parse_tile, split_values(posted, "tiles", _MOST_TILES))
    tiles, building = list({tile.space: tile for tile in parsed if tile}.values()), space_in(posted.get("building"))
    tool = _tool(posted)
    value = _value(posted, tool)
    tiles, building = _after_tap(space_in(posted.get("tap")), tiles, building, tool, value)
    turn, limit = number(posted, "turn", 0, 3), choice(posted, "noble_limit", estates.NOBLE_LIMITS)
    codes, place = join_values(tiles), join_values(building or ())
    fields = (*(("tiles", codes), ("building", place)), *filled(tool=tool, value=value, turn=turn, noble_limit=limit))
    question: Json = {"tiles": [tile.as_json() for tile in tiles], "building": list(building or ())}
    question |= {"noble_limit": limit} if limit else {}
    missing = None if building else Message("Tap a building below, then its space")
    board = if_allowed(read_board, [tile.as_json() for tile in tiles])
    at = if_allowed(board.place, building) if board and building else None
    estate = if_allowed(estates.estate_at, board, at) if board and at is not None else None
    view = tiles_view(
        tool=tool,
        value=value,
        tiles=codes,
        building=place,
        turn=turn,
        limit=limit,
        drawing=draw(board or empty_board(), turn=turn, estate=estate),
        breakdown=break_down(estate, board, limit or estates.NOBLE_LIMITS[0]) if estate else None,
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
    if tool in HAZARDS:
        return _move_hazard(tiles, tapped_tile, tool), building
    others = [tile for tile in tiles if tile.space != space]
    if tapped_tile and (tapped_tile.kind, tapped_tile.value) == (tool, value):
        return others, None if building == space else building
    if tapped_tile and tapped_tile.kind in BUILDINGS:
        return tiles, space
    return [*others, BoardTile(tool, space, value)], space if tool in BUILDINGS else building


def _move_hazard(tiles: list[BoardTile], tapped_tile: BoardTile | None, hazard: str) -> list[BoardTile]:
    """Return the tiles with a hazard moved to the tapped tile, or removed from it; unchanged if it may not be there."""
    if tapped_tile is None or not (tapped_tile.hazard == hazard or hazard_refusal(hazard, tapped_tile.kind) is None):
        return tiles
    new_hazard = None if tapped_tile.hazard == hazard else hazard
    other_tiles = [tile._replace(hazard=None) if tile.hazard == hazard else tile for tile in tiles]
    return [tile._replace(hazard=new_hazard) if tile.space == tapped_tile.space else tile for tile in other_tiles]


FORMS = {"salamanca/estate": _estate_form, "salamanca/order": _order_form}


def _show_hazard(**known: str | None) -> Mapping[str, Any]:
    return vars(tiles_view(can_lie=hazards_on(known)))


def _show_fee(squire: str | None, **_: Any) -> Mapping[str, Any]:
    return vars(tiles_view(is_freed=squire == FREED, enough=estates.MOST_FEE))


SHOWS: Mapping[str, Callable[..., Mapping[str, Any]]] = {"salamanca/hazard": _show_hazard, "salamanca/fee": _show_fee}
