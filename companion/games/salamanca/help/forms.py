"""The forms of the referee's questions about Salamanca: the order of the turns, a hazard, a fee, a sale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.game import Json, Message, RuleError, Seat
from companion.game.pages.form import Posted, number
from companion.game.pages.help import AskView, Fields, QuestionInput, join_values, split_values
from companion.games.salamanca.cards import highest_card, order_with
from companion.games.salamanca.help.estate_form import ask_estate
from companion.games.salamanca.questions import FREED, IDLE, SQUIRES
from companion.games.salamanca.sales import MOST_FEE
from companion.games.salamanca.tiles import (
    BUILDINGS,
    HAZARD_NAMES,
    HAZARD_ON,
    HAZARDS,
    HUES,
    LANDS,
    TILE_HUES,
    TILE_NAMES,
)

_SEATS = range(2, 6)
_TILES = LANDS + BUILDINGS


@dataclass(frozen=True, kw_only=True)
class OrderAsk(AskView):
    """The cards so far, `cards_each` per player; the seat to enter next, and a pair with equal cards and its first."""

    players: int
    cards: Sequence[int]
    cards_each: int
    turn: int | None
    highest: int
    pair: Sequence[int]
    first: int | None


@dataclass(frozen=True, kw_only=True)
class HazardAsk(AskView):
    """A hazard, the tile it goes to, the hazard already there, and the hazards that `can_lie` there."""

    hazard: str
    tile: str
    there: str
    can_lie: Sequence[str]
    hazards: Sequence[str] = HAZARDS
    tiles: Sequence[str] = _TILES
    hues: Mapping[str, str] = field(default_factory=lambda: TILE_HUES)
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)
    hazard_names: Mapping[str, Message] = field(default_factory=lambda: HAZARD_NAMES)


def _order(posted: Posted) -> QuestionInput:
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
        question |= _with_order(players, cards, first)
    fields = (("players", str(players)), ("cards", join_values(cards)), *((("first", str(first)),) if first else ()))
    view = OrderAsk(
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
    cards = [
        int(card) for card in split_values(posted, "cards", most) if card.isascii() and card.isdigit() and len(card) < 3
    ]
    tap = posted.get("tap") or ""
    card = number(posted, "tap", 1, highest)
    if card is not None and len(cards) < most:
        return [*cards, card]
    if tap.startswith("x"):
        return [card for place, card in enumerate(cards) if str(place) != tap[1:]]
    return cards


def _with_order(players: int, cards: Sequence[int], first: int) -> Json:
    """Return the key `order` with `first` before the other seat with an equal card; empty for invalid cards."""
    try:
        return {"order": order_with(players, cards, first)}
    except RuleError:
        return {}


def _hazard(posted: Posted) -> QuestionInput:
    hazard, tile, there = (posted.get(name) or "" for name in ("hazard", "tile", "there"))
    hazard, tile = hazard if hazard in HAZARDS else "", tile if tile in _TILES else ""
    there = there if there in HAZARDS and tile in HAZARD_ON[there] else ""
    entered = {"hazard": hazard, "tile": tile, "there": there}
    missing = None if hazard else Message("Tap the hazard")
    if hazard and not tile:
        missing = Message("Tap the tile")
    question = {"hazard": hazard, "tile": tile} | ({"hazard_there": there} if there else {})
    view = HazardAsk(
        hazard=hazard, tile=tile, there=there, can_lie=[name for name in HAZARDS if tile and tile in HAZARD_ON[name]]
    )
    fields = tuple((key, value) for key, value in entered.items() if value)
    return QuestionInput(fields, None if missing else question, missing, view)


_ANSWERS = {"yes": True, "no": False}


@dataclass(frozen=True, kw_only=True)
class FeeAsk(AskView):
    """A building, the squire that occupies it, and the money; `enough` or more makes no difference."""

    building: str
    squire: str
    money: int | None
    is_freed: bool
    enough: int = MOST_FEE
    buildings: Sequence[str] = BUILDINGS
    squires: Sequence[str] = (IDLE, FREED)
    hues: Mapping[str, str] = field(default_factory=lambda: HUES)
    tile_names: Mapping[str, Message] = field(default_factory=lambda: TILE_NAMES)


@dataclass(frozen=True, kw_only=True)
class SaleAsk(AskView):
    """Whether a building was occupied in this round, and whether it counts new fertile land; None if not answered."""

    occupied: bool | None
    fertile: bool | None


def ask_fee(posted: Posted) -> QuestionInput:
    """Read the form: the building, the kind of squire, and for a squire just freed the money."""
    building, squire = posted.get("building") or "", posted.get("squire") or ""
    building, squire = building if building in BUILDINGS else "", squire if squire in SQUIRES else ""
    money = number(posted, "money", 0, 9999) if squire == FREED else None
    entered = {"building": building, "squire": squire, "money": "" if money is None else str(money)}
    fields: Fields = tuple((key, value) for key, value in entered.items() if value)
    missing = None
    if not building:
        missing = Message("Tap the new building")
    elif not squire:
        missing = Message("Tap which squire occupies it")
    elif squire == FREED and money is None:
        missing = Message("Tap how much money there is")
    question = None if missing else {"building": building, "squire": squire, "money": money or 0}
    view = FeeAsk(building=building, squire=squire, money=money, is_freed=squire == FREED)
    return QuestionInput(fields, question, missing, view)


def ask_sale(posted: Posted) -> QuestionInput:
    """Read the form: whether the building was occupied in this round, and whether new fertile land counts."""
    answers = {name: _ANSWERS.get(posted.get(name) or "") for name in ("occupied", "fertile")}
    fields: Fields = tuple((name, "yes" if value else "no") for name, value in answers.items() if value is not None)
    missing = None
    if answers["occupied"] is None:
        missing = Message("Tap whether it was occupied in this round")
    elif answers["fertile"] is None:
        missing = Message("Tap whether fertile land of this round counts")
    question = None if missing else {f"{name}_this_round": value for name, value in answers.items()}
    return QuestionInput(fields, question, missing, SaleAsk(**answers))


FORMS: Mapping[str, Callable[[Posted], QuestionInput]] = MappingProxyType(
    {
        "salamanca/estate": ask_estate,
        "salamanca/order": _order,
        "salamanca/hazard": _hazard,
        "salamanca/fee": ask_fee,
        "salamanca/sale": ask_sale,
    }
)
