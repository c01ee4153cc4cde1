"""The entries of a game without a board: sales, fees, cards and taxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message, RuleError, Step, entry_keys, flag, integer, items, one_of
from companion.games.salamanca.cards import order_step, read_cards
from companion.games.salamanca.estates import Counted, Estate, Land, count_building, count_land
from companion.games.salamanca.refusals import FIFTH_LAND, NOBLE_AT_HOME, OTHER_COLOUR, RATS_TWICE
from companion.games.salamanca.sales import (
    can_pay,
    fee_step,
    leader_steps,
    next_leader,
    occupying_fee,
    sale_steps,
    tax_step,
)
from companion.games.salamanca.state import SQUIRES, State, Tally
from companion.games.salamanca.tiles import (
    BUILDINGS,
    LANDS_OF,
    NONE_USED,
    TILE_NAMES,
    Supply,
    take,
    tile_of,
)
from companion.games.salamanca.turn_refusals import unpaid_refusal

_ENTRY, _SEAT = Message("the entry"), Message("seat")
_SALE, _FEE, _TAX = Message("the sale"), Message("fee"), Message("tax")
_BUILDING, _RUIN, _NOBLE = Message("the building"), Message("ruin"), Message("the seat of the noble")
_LANDS, _LAND, _KIND = Message("the lands"), Message("a land"), Message("the kind of a land")
_TILES, _VALUE, _RATS = Message("the tiles of a land"), Message("the value of a tile"), Message("rats")
_TAXED, _SQUIRES, _NOBLES = Message("the tax of a seat"), Message("squires"), Message("nobles")
_SIDES = 4


def read_sale(state: State, entry: Any) -> tuple[int, Estate, int | None, Tally]:
    """Read a sale: the seller, the estate, the seat of the noble, and the tiles used after it; raise `RuleError`."""
    entry_keys(entry, _ENTRY, ("seat", "sale"))
    seats = state.setup.seats
    seat = integer(entry["seat"], _SEAT, 0, seats - 1)
    sale = entry["sale"]
    entry_keys(sale, _SALE, ("building", "ruin", "noble", "lands"))
    estate = read_estate(sale)
    noble = None if sale["noble"] is None else integer(sale["noble"], _NOBLE, 0, seats - 1)
    if noble == seat:
        raise RuleError(NOBLE_AT_HOME)
    return seat, estate, noble, Tally(sold=_sold(state.tally.sold, estate), paid=state.tally.paid)


def read_estate(sale: Any) -> Estate:
    """Return the estate of a sale whose keys are already checked; raise `RuleError` if a value is invalid."""
    building: str = one_of(sale["building"], _BUILDING, BUILDINGS)
    has_ruin = flag(sale["ruin"], _RUIN)
    raw = items(sale["lands"], _LANDS)
    if len(raw) > _SIDES:
        raise RuleError(FIFTH_LAND.of(number=len(raw)))
    lands = tuple([_read_land(building, land) for land in raw])
    if sum([land.has_rats for land in lands]) > 1:
        raise RuleError(RATS_TWICE)
    return Estate(building, None, count_building(building, has_ruin), lands, sum([land.value for land in lands]), ())


def _read_land(building: str, land: Any) -> Land:
    entry_keys(land, _LAND, ("land", "tiles", "rats"))
    kind: str = one_of(land["land"], _KIND, tuple(TILE_NAMES))
    if kind not in LANDS_OF[building]:
        raise RuleError(OTHER_COLOUR.of(land=TILE_NAMES[kind], building=TILE_NAMES[building]))
    values = [integer(value, _VALUE, 1, 3) for value in items(land["tiles"], _TILES)]
    has_rats = flag(land["rats"], _RATS)
    return Land(kind, tuple([Counted(None, value) for value in values]), (), has_rats, count_land(values, has_rats))


def _sold(sold: Supply, estate: Estate) -> Supply:
    """Return the tiles used by sales: buildings are sold once, fertile tiles count once, other lands stay."""
    sold = take(sold, tile_of(estate.building))
    ordinary = NONE_USED
    for land in estate.lands:
        for tile in land.tiles:
            if tile.value > 1:
                sold = take(sold, tile_of(land.kind, tile.value))
            else:
                ordinary = take(ordinary, tile_of(land.kind))
    return sold


def sell(state: State, entry: Any) -> tuple[list[Step], Tally]:
    """Return the steps of a sale and the tiles used after it; raise `RuleError` (Salamanca, Action A)."""
    seat, estate, noble, tally = read_sale(state, entry)
    return sale_steps(estate, seat, noble), tally


def pay_fee(state: State, entry: Any) -> tuple[list[Step], Tally]:
    """Return the step of a fee for a squire just freed and the tiles used after it; raise `RuleError`."""
    entry_keys(entry, _ENTRY, ("seat", "fee"))
    seat = integer(entry["seat"], _SEAT, 0, state.setup.seats - 1)
    building: str = one_of(entry["fee"], _FEE, BUILDINGS)
    fee = occupying_fee(building, is_idle=False)
    if not can_pay(fee, state.totals[seat]):
        raise RuleError(unpaid_refusal(seat, building, fee, state.totals[seat]))
    tally = Tally(sold=state.tally.sold, paid=take(state.tally.paid, tile_of(building)))
    return [fee_step(seat, building)], tally


def pay_tax(state: State, entry: Any) -> list[Step]:
    """Return the steps of the taxes for squires and nobles on estates worth 7 or more; raise `RuleError` (Phase 5)."""
    entry_keys(entry, _ENTRY, ("tax",))
    steps = []
    for seat, payment in enumerate(items(entry["tax"], _TAX, state.setup.seats)):
        entry_keys(payment, _TAXED, ("squires", "nobles"))
        squires = integer(payment["squires"], _SQUIRES, 0, SQUIRES)
        nobles = integer(payment["nobles"], _NOBLES, 0, 1)
        if squires:
            steps.append(tax_step(seat, is_noble=False, values={"count": squires}))
        if nobles:
            steps.append(tax_step(seat, is_noble=True, values={"count": nobles}))
    return steps


def play_boardless(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one entry of a table without a board: cards, a sale, a fee or the taxes that end a round."""
    fields = entry if type(entry) is dict else {}
    if "cards" in fields:
        if state.begun or state.slots:
            raise RuleError(Message("cards come first in a round and once; round {round} has begun", round=state.round))
        slots = read_cards(entry, state.setup.seats)
        return replace(state, slots=slots, begun=True), (order_step(slots),)
    if "tax" in fields:
        return _close_round(state, pay_tax(state, entry))
    if "sale" in fields or "fee" in fields:
        steps, tally = (sell if "sale" in fields else pay_fee)(state, entry)
        return replace(state, totals=_paid(state, steps), tally=tally, begun=True), tuple(steps)
    if "setup" in fields or "turn" in fields:
        raise RuleError(Message("this table tells no board: an entry is a sale, a fee, cards or a tax"))
    entry_keys(entry, _ENTRY, ("seat", "sale"))
    raise AssertionError("an entry with a sale was read above")


def _close_round(state: State, steps: list[Step]) -> tuple[State, tuple[Step, ...]]:
    totals = _paid(state, steps)
    if state.round == state.rounds:
        return replace(state, totals=totals, finished=True), tuple(steps)
    after = replace(state, totals=totals, round=state.round + 1, slots=(), begun=False, leader=next_leader(state))
    return after, (*steps, *leader_steps(state))


def _paid(state: State, steps: Sequence[Step]) -> tuple[int, ...]:
    totals = list(state.totals)
    for step in steps:
        totals[step.seat or 0] += step.points or 0
    return tuple(totals)
