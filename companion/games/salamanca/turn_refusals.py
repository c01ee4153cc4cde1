"""Refusals for the actions of a turn of Salamanca: each function returns why it is not allowed, None if it is."""

from __future__ import annotations

from typing import NamedTuple

from companion.game import Message, Refusal, Seat, Values
from companion.games.salamanca.board import lay_refusal, put_refusal
from companion.games.salamanca.cards import DRAW, SPECIAL_NAMES, special
from companion.games.salamanca.estates import Estate, estate_at, no_building, noble_allowed, worth
from companion.games.salamanca.refusals import (
    ABOVE_SEVEN,
    ANOTHERS,
    FROM_OTHERS,
    FROM_SEVEN,
    JUST_OCCUPIED,
    JUST_PLANTED,
    LAST_ONLY,
    NO_HOST,
    NO_IDLE_SQUIRE,
    NO_OPEN_BUILDING,
    NO_OWN_ACTION,
    NOBLE_ONCE,
    NOBODYS,
    NONE_OWNED,
    NOT_BOTH,
    OTHER_ACTION,
    OTHER_NOBLE,
    OWN_ACTION_ONCE,
    OWN_HOST,
    PLACES_TOO,
    UNPAID,
)
from companion.games.salamanca.sales import can_pay, may_be_sold, occupying_fee
from companion.games.salamanca.state import Occupation, Planted
from companion.games.salamanca.tiles import TILE_NAMES
from companion.games.salamanca.turn import Turn


class May(NamedTuple):
    """The refusals of what a seat may do next in its turn; None for what is allowed.

    `own_action` is the special action of its card: a hazard, "draw" or None. `end` says why the turn cannot end.
    """

    place: Refusal | None
    sell: Refusal | None
    noble: Refusal | None
    special: Refusal | None
    end: Refusal | None
    own_action: str | None


def may_do(turn: Turn) -> May:
    """Return what the seat on turn may do next."""
    return May(
        place=place_refusal(turn),
        sell=place_refusal(turn) or _none_to_sell(turn),
        noble=noble_refusal(turn) or _none_for_noble(turn),
        special=special_refusal(turn),
        end=end_refusal(turn),
        own_action=special(turn.card),
    )


def place_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not place or sell anything (Salamanca, Phase 3)."""
    if turn.moved_noble:
        return NOT_BOTH
    return LAST_ONLY if turn.did_special and not turn.is_last else None


def noble_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not move the noble anywhere (Salamanca, Phase 3)."""
    if turn.placed or turn.sold:
        return NOT_BOTH
    if turn.moved_noble:
        return NOBLE_ONCE
    return LAST_ONLY if turn.did_special and not turn.is_last else None


def special_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not use its card's own action (Salamanca, Action C)."""
    if special(turn.card) is None:
        return NO_OWN_ACTION.of(card=turn.card)
    if turn.did_special:
        return OWN_ACTION_ONCE
    return LAST_ONLY if (turn.placed or turn.sold or turn.moved_noble) and not turn.is_last else None


def end_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not end now (Salamanca, Action A)."""
    return PLACES_TOO if turn.sold and not turn.placed else None


def tile_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not place a tile on a place."""
    return place_refusal(turn) or lay_refusal(turn.board, place)


def fee_for(turn: Turn, building: str) -> int:
    """Return the fee to occupy a new building now: 0 with a squire that was idle when the turn began (Action A)."""
    return occupying_fee(building, is_idle=turn.spare > 0)


def occupying_refusal(turn: Turn, building: str) -> Refusal | None:
    """Return why the turn may not occupy a new building (Salamanca, Action A)."""
    fee = fee_for(turn, building)
    if not turn.idle:
        return NO_IDLE_SQUIRE.of(seat=Seat(turn.seat), building=TILE_NAMES[building], fee=fee)
    coins = turn.totals[turn.seat]
    return None if can_pay(fee, coins) else unpaid_refusal(turn.seat, building, fee, coins)


def unpaid_refusal(seat: int, building: str, fee: int, coins: int) -> Refusal:
    """Return the refusal of a fee that a seat cannot pay."""
    return UNPAID.of(seat=Seat(seat), fee=fee, building=TILE_NAMES[building], coins=coins)


def building_sale_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not sell the building on a place."""
    return seller_refusal(turn, place) or sale_refusal(turn, place, estate_at(turn.board, place))


def seller_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not sell the building on a place, apart from what its estate counts."""
    fault = place_refusal(turn) or no_building(turn.board, place)
    occupation = turn.at(place)
    if fault or (occupation and occupation.owner == turn.seat):
        return fault
    if occupation is None:
        return NOBODYS.of(**_building_values(turn, place))
    return ANOTHERS.of(**_building_values(turn, place), owner=Seat(occupation.owner))


def sale_refusal(turn: Turn, place: int, estate: Estate) -> Refusal | None:
    """Return why the seat's estate may not be sold in this round (Salamanca, Action A, Two players)."""
    was_occupied, planted = place in turn.occupied, new_fertile(turn, estate)
    if may_be_sold(was_occupied=was_occupied, has_new_fertile=planted is not None):
        return None
    if planted is None or was_occupied:
        return JUST_OCCUPIED.of(seat=Seat(turn.seat), space=turn.board.where(place), building=_name(turn, place))
    return JUST_PLANTED.of(
        seat=Seat(turn.seat), space=turn.board.where(place), building=_name(turn, place),
        fertile=turn.board.where(planted.place),
    )  # fmt: skip


def new_fertile(turn: Turn, estate: Estate) -> Planted | None:
    """Return a fertile tile of the estate that the seat placed in this round, None without one."""
    spaces = turn.board.grid.spaces
    own_tiles = (planted for planted in turn.planted if planted.seat == turn.seat)
    return next((planted for planted in own_tiles if spaces[planted.place] in estate.leaves), None)


def noble_at_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not move the noble to a place."""
    return guest_refusal(turn, place) or limit_refusal(turn, place, sum(worth(turn.board, place, {})))


def guest_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not move the noble to a place, apart from the value of the estate."""
    return noble_refusal(turn) or no_building(turn.board, place) or _host_refusal(turn, place)


def _host_refusal(turn: Turn, place: int) -> Refusal | None:
    occupation: Occupation | None = turn.at(place)
    if occupation is None:
        return NO_HOST.of(**_building_values(turn, place))
    if occupation.owner == turn.seat:
        return OWN_HOST.of(**_building_values(turn, place))
    if occupation.noble is not None:
        return OTHER_NOBLE.of(**_building_values(turn, place), noble=Seat(occupation.noble))
    return None


def limit_refusal(turn: Turn, place: int, value: int) -> Refusal | None:
    """Return why the value of an estate is too high for a noble (Salamanca, Action B)."""
    limit = turn.state.setup.options["noble_limit"]
    if noble_allowed(value, limit):
        return None
    values: Values = {"building": _name(turn, place), "space": turn.board.where(place), "value": value}
    return (FROM_SEVEN if limit == "from-7" else ABOVE_SEVEN).of(**values)


def hazard_at_refusal(turn: Turn, hazard: str, place: int) -> Refusal | None:
    """Return why the turn may not move a hazard to a place."""
    return own_action_refusal(turn, hazard) or put_refusal(turn.board, hazard, place)


def own_action_refusal(turn: Turn, wanted: str) -> Refusal | None:
    """Return why the turn may not use the own action `wanted`: a hazard or "draw"."""
    fault = special_refusal(turn)
    action = special(turn.card)
    if fault or action is None or action == wanted:
        return fault
    return OTHER_ACTION.of(card=turn.card, action=SPECIAL_NAMES[action], wanted=SPECIAL_NAMES[wanted])


def draw_refusal(turn: Turn, other: int) -> Refusal | None:
    """Return why the turn may not draw a card from another seat."""
    return own_action_refusal(turn, DRAW) or (FROM_OTHERS if other == turn.seat else None)


def _none_to_sell(turn: Turn) -> Refusal | None:
    own_places = [occupation.place for occupation in turn.occupations if occupation.owner == turn.seat]
    if not own_places:
        return NONE_OWNED.of(seat=Seat(turn.seat))
    faults = [sale_refusal(turn, place, estate_at(turn.board, place)) for place in own_places]
    return None if None in faults else faults[0]


def _none_for_noble(turn: Turn) -> Refusal | None:
    if any(noble_at_refusal(turn, occupation.place) is None for occupation in turn.occupations):
        return None
    return NO_OPEN_BUILDING.of(seat=Seat(turn.seat))


def _building_values(turn: Turn, place: int) -> Values:
    """Return the values of a refusal about the seat and a building."""
    return {"building": _name(turn, place), "space": turn.board.where(place), "seat": Seat(turn.seat)}


def _name(turn: Turn, place: int) -> Message:
    tile = turn.board.cells[place]
    assert tile is not None
    return TILE_NAMES[tile.kind]
