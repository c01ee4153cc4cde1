"""The referee's questions: what an estate is worth, who acts when, where a hazard may lie, fees and sales."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import (
    Alternative,
    Answer,
    Message,
    Question,
    RuleError,
    Seat,
    Step,
    flag,
    integer,
    joined_seats,
    one_of,
    whole,
)
from companion.games.salamanca.board import read_board, read_space
from companion.games.salamanca.cards import order_step, turn_order
from companion.games.salamanca.estates import NOBLE_LIMITS, Estate, estate_at, noble_allowed
from companion.games.salamanca.sales import can_pay, fee_step, fertile_steps, may_be_sold, occupying_fee, sale_steps
from companion.games.salamanca.tiles import BUILDINGS, TILE_NAMES, hazard_refusal, read_hazard, read_kind
from companion.games.salamanca.turn_actions import OCCUPY
from companion.games.salamanca.verdicts import (
    NOBLE_AT_SEVEN,
    for_sale_step,
    hazard_step,
    noble_step,
    taxed_step,
    unpaid_step,
)

IDLE, FREED = SQUIRES = ("idle", "freed")


def _estate(question: Mapping[str, Any]) -> Answer:
    board = read_board(question["tiles"])
    estate = estate_at(board, read_space(board, question["building"]))
    limit = one_of(
        question.get("noble_limit", NOBLE_LIMITS[0]), Message("the option {key}", key="noble_limit"), NOBLE_LIMITS
    )
    open_to_noble = noble_allowed(estate.value, limit)
    verdict = {
        "value": estate.value,
        "building_value": estate.building_value,
        "land_value": estate.land_value,
        "taxed": estate.taxed,
        "noble_allowed": open_to_noble,
        "leaves": [list(space) for space in estate.leaves],
    }
    steps = (
        *sale_steps(estate, None, None),
        *fertile_steps(board, estate, None),
        taxed_step(estate.value),
        noble_step(estate.value, limit),
    )
    headline = Message("Worth {value}", value=estate.value)
    return Answer(verdict, steps, headline, _parts(estate), estate.value, _other_limit(estate.value, limit))


def _parts(estate: Estate) -> Message:
    return Message("Building {building}, lands {lands}", building=estate.building_value, lands=estate.land_value)


def _other_limit(value: int, limit: str) -> tuple[Alternative, ...]:
    """Return the verdict with the other limit for the noble, if it differs."""
    other = next(limit_choice for limit_choice in NOBLE_LIMITS if limit_choice != limit)
    if noble_allowed(value, other) == noble_allowed(value, limit):
        return ()
    result = Message("A noble may come") if noble_allowed(value, other) else Message("No noble may come")
    return (Alternative(NOBLE_AT_SEVEN, "noble_limit", other, result),)


def _order(question: Mapping[str, Any]) -> Answer:
    players = integer(question["players"], Message("players"), 2, 5)
    if players == 2 and "order" in question:
        raise RuleError(Message("two players have no equal cards, so no order may be told"))
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
        raise RuleError(Message("this cannot be: {wrong}", wrong=refusal))
    allowed = hazard_refusal(hazard, tile, hazard_there) is None
    headline = Message("Allowed") if allowed else Message("Not allowed")
    return Answer({"allowed": allowed}, (hazard_step(hazard, tile, hazard_there),), headline)


def _fee(question: Mapping[str, Any]) -> Answer:
    building: str = one_of(question["building"], Message("the building"), BUILDINGS)
    is_idle = one_of(question["squire"], Message("squire"), SQUIRES) == IDLE
    money = whole(question["money"], Message("money"), 0)
    fee = occupying_fee(building, is_idle=is_idle)
    allowed = can_pay(fee, money)
    step = Step(OCCUPY, values={"building": building}) if is_idle else fee_step(None, building)
    if not allowed:
        step = unpaid_step(building, fee, money)
    headline = Message("It costs {fee}", fee=fee) if allowed else Message("It costs {fee}: too much", fee=fee)
    return Answer({"fee": fee, "allowed": allowed}, (step,), headline, TILE_NAMES[building], fee)


def _sale(question: Mapping[str, Any]) -> Answer:
    conditions = {
        "was_occupied": flag(question["occupied_this_round"], Message("occupied_this_round")),
        "has_new_fertile": flag(question["fertile_this_round"], Message("fertile_this_round")),
    }
    allowed = may_be_sold(**conditions)
    headline = Message("It may be sold") if allowed else Message("It may not be sold yet")
    return Answer({"allowed": allowed}, (for_sale_step(**conditions),), headline)


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
