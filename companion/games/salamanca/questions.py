"""The referee's questions: what an estate is worth, who acts when, where a hazard may lie, fees and sales."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.engine import (
    Alternative,
    Answer,
    Json,
    Message,
    Question,
    RuleError,
    Seat,
    Step,
    flag,
    if_allowed,
    integer,
    joined_seats,
    one_of,
    whole,
)
from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import QuestionInput, choice, filled, join_values, split_values
from companion.engine.pages.viewer import View
from companion.games.salamanca import estates, rulebook
from companion.games.salamanca.board import (
    BUILDING_VALUES,
    BUILDINGS,
    HAZARD_ON,
    HAZARDS,
    KINDS,
    LANDS,
    LETTERS,
    Space,
    empty_board,
    hazard_refusal,
    read_board,
    read_hazard,
    read_kind,
    read_space,
    space_in,
)
from companion.games.salamanca.drawing import break_down, draw, tiles_view
from companion.games.salamanca.state import highest_card, order_step, order_with, turn_order

IDLE, FREED = SQUIRES = ("idle", "freed")


def _estate(question: Mapping[str, Any]) -> Answer:
    board = read_board(question["tiles"])
    estate = estates.estate_at(board, read_space(board, question["building"]))
    limit = one_of(
        question.get("noble_limit", estates.NOBLE_LIMITS[0]),
        Message("the option {key}", key="noble_limit"),
        estates.NOBLE_LIMITS,
    )
    open_to_noble = estates.noble_allowed(estate.value, limit)
    # Only at 7 do the two readings of the limit differ, so only there a ruling decides.
    other = _other_limit(estate.value, limit)
    limit_rule = rulebook.NOBLE_AT_SEVEN if other else rulebook.NOBLE_LIMIT
    verdict = {
        "value": estate.value,
        "building_value": estate.building_value,
        "land_value": estate.land_value,
        "taxed": estate.taxed,
        "noble_allowed": open_to_noble,
        "leaves": [list(space) for space in estate.leaves],
    }
    steps = (
        *estates.sale_steps(estate, None, None),
        *estates.fertile_steps(board, estate, None),
        Step(rulebook.TAXED, values={"value": estate.value, "taxed": estate.taxed}),
        Step(limit_rule, values={"value": estate.value, "limit": limit, "allowed": open_to_noble}),
    )
    headline = Message("Worth {value}", value=estate.value)
    parts = Message("Building {building}, lands {lands}", building=estate.building_value, lands=estate.land_value)
    return Answer(verdict, steps, headline, parts, estate.value, other)


def _other_limit(value: int, limit: str) -> tuple[Alternative, ...]:
    """Return the verdict with the other limit for the noble, if it differs."""
    other = next(limit_choice for limit_choice in estates.NOBLE_LIMITS if limit_choice != limit)
    if estates.noble_allowed(value, other) == estates.noble_allowed(value, limit):
        return ()
    result = Message("A noble may come") if estates.noble_allowed(value, other) else Message("No noble may come")
    return (Alternative(rulebook.NOBLE_AT_SEVEN, "noble_limit", other, result),)


def _order(question: Mapping[str, Any]) -> Answer:
    players = integer(question["players"], Message("players"), 2, 5)
    if players == 2 and "order" in question:
        raise RuleError("two players have no equal cards, so no order may be told")
    slots = turn_order(players, question["cards"], question.get("order"), has_order="order" in question)
    seats = [slot.seat for slot in slots]
    headline = Message("{seat} acts first", seat=Seat(seats[0]))
    subline = Message("Then {seats}", seats=joined_seats(seats[1:]))
    return Answer({"order": seats}, (order_step(slots),), headline, subline)


def _hazard(question: Mapping[str, Any]) -> Answer:
    hazard, tile = read_hazard(question["hazard"]), read_kind(question["tile"])
    hazard_there = read_hazard(question["hazard_there"]) if "hazard_there" in question else None
    refusal = hazard_refusal(hazard_there, tile) if hazard_there is not None else None
    if refusal is not None:
        raise RuleError("this cannot be: {wrong}", wrong=refusal)
    allowed = hazard_refusal(hazard, tile, hazard_there) is None
    headline = Message("Allowed") if allowed else Message("Not allowed")
    values = {"hazard": hazard, "tile": tile, "allowed": allowed}
    values |= {} if hazard_there is None else {"there": hazard_there}
    return Answer({"allowed": allowed}, (Step(rulebook.HAZARD_LIES, values=values),), headline)


def _fee(question: Mapping[str, Any]) -> Answer:
    building = one_of(question["building"], Message("the building"), BUILDINGS)
    is_idle = one_of(question["squire"], Message("squire"), SQUIRES) == IDLE
    money = whole(question["money"], Message("money"), 0)
    fee = 0 if is_idle else BUILDING_VALUES[building]
    allowed = fee <= money
    step = Step(rulebook.OCCUPY, values={"building": building}) if is_idle else estates.fee_step(None, building)
    if not allowed:
        step = Step(rulebook.FEE_UNPAID, values={"building": building, "fee": fee, "money": money})
    headline = Message("It costs {fee}", fee=fee) if allowed else Message("It costs {fee}: too much", fee=fee)
    return Answer({"fee": fee, "allowed": allowed}, (step,), headline, rulebook.TILE_NAMES[building], fee)


def _sale(question: Mapping[str, Any]) -> Answer:
    was_occupied = flag(question["occupied_this_round"], Message("occupied_this_round"))
    has_fertile = flag(question["fertile_this_round"], Message("fertile_this_round"))
    allowed = not (was_occupied or has_fertile)
    values = {"occupied_this_round": was_occupied, "fertile_this_round": has_fertile, "allowed": allowed}
    headline = Message("It may be sold") if allowed else Message("It may not be sold yet")
    return Answer({"allowed": allowed}, (Step(rulebook.FOR_SALE, values=values),), headline)


QUESTIONS = (
    Question(
        key="salamanca/estate",
        title=Message("What is this estate worth?"),
        help=Message("The building and what lies around it: taxes, the noble, and what a sale takes off the board."),
        words=Message("sale, sell, coins, fertile land, rats, poison, locusts, ruin, tax, noble, limit of 7"),
        fields=("tiles", "building"),
        optional=("noble_limit",),
        answer=_estate,
        claims=True,
    ),
    Question(
        key="salamanca/order",
        title=Message("Who acts when?"),
        help=Message("The cards played, with two players two each."),
        words=Message("turn order, who goes first, lone 5, lowest 5, equal cards, number cards"),
        fields=("players", "cards"),
        optional=("order",),
        answer=_order,
    ),
    Question(
        key="salamanca/hazard",
        title=Message("May this hazard lie there?"),
        help=Message("The hazard, the tile, and what lies on it already."),
        words=Message("poison, rats, locusts, ruin, move a hazard, which tile"),
        fields=("hazard", "tile"),
        optional=("hazard_there",),
        answer=_hazard,
    ),
    Question(
        key="salamanca/fee",
        title=Message("What does occupying cost?"),
        help=Message("The new building, the squire that occupies it, and the money there is."),
        words=Message("fee, pay for a building, idle squire, squire just freed, not enough coins"),
        fields=("building", "squire", "money"),
        answer=_fee,
        claims=True,
    ),
    Question(
        key="salamanca/sale",
        title=Message("May this estate be sold?"),
        help=Message("Whether it was occupied in this round, and whether it counts fertile land placed in this round."),
        words=Message("sell in the same round, just occupied, just placed, not for sale, wait a round"),
        fields=("occupied_this_round", "fertile_this_round"),
        answer=_sale,
    ),
)


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


def _hazard_form(posted: Posted) -> QuestionInput:
    hazard, tile = choice(posted, "hazard", HAZARDS) or "", choice(posted, "tile", KINDS) or ""
    can_lie = [name for name in HAZARDS if tile in HAZARD_ON[name]]
    there = choice(posted, "there", can_lie) or ""
    missing = Message("Tap the tile") if hazard else Message("Tap the hazard")
    question = {"hazard": hazard, "tile": tile} | ({"hazard_there": there} if there else {})
    view = tiles_view(hazard=hazard, tile=tile, there=there, can_lie=can_lie)
    is_whole, fields = hazard and tile, filled(hazard=hazard, tile=tile, there=there)
    return QuestionInput(fields, question if is_whole else None, None if is_whole else missing, view)


_ANSWERS = {"yes": True, "no": False}


def _fee_form(posted: Posted) -> QuestionInput:
    """Read the form: the building, the kind of squire, and for a squire just freed the money."""
    building, squire = choice(posted, "building", BUILDINGS) or "", choice(posted, "squire", SQUIRES) or ""
    money = number(posted, "money", 0, 9999) if squire == FREED else None
    missing = None
    if not building:
        missing = Message("Tap the new building")
    elif not squire:
        missing = Message("Tap which squire occupies it")
    elif squire == FREED and money is None:
        missing = Message("Tap how much money there is")
    question = None if missing else {"building": building, "squire": squire, "money": money or 0}
    view = tiles_view(building=building, squire=squire, money=money, is_freed=squire == FREED, enough=estates.MOST_FEE)
    return QuestionInput(filled(building=building, squire=squire, money=money), question, missing, view)


def _sale_form(posted: Posted) -> QuestionInput:
    """Read the form: whether the building was occupied in this round, and whether new fertile land counts."""
    typed = {name: choice(posted, name, _ANSWERS) for name in ("occupied", "fertile")}
    answers = {name: _ANSWERS[value] if value else None for name, value in typed.items()}
    missing = None
    if answers["occupied"] is None:
        missing = Message("Tap whether it was occupied in this round")
    elif answers["fertile"] is None:
        missing = Message("Tap whether fertile land of this round counts")
    question = None if missing else {f"{name}_this_round": value for name, value in answers.items()}
    return QuestionInput(filled(**typed), question, missing, View(**answers))


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
        if wanted in rulebook.TILE_NAMES or wanted in HAZARDS:
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


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = {
    "salamanca/estate": _estate_form,
    "salamanca/order": _order_form,
    "salamanca/hazard": _hazard_form,
    "salamanca/fee": _fee_form,
    "salamanca/sale": _sale_form,
}
