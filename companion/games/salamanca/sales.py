"""What a sale, a fee and the taxes pay in Salamanca, with a board or without, and who leads after a round."""

from __future__ import annotations

from companion.game import Step, Values
from companion.games.salamanca.board import Board
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX, Estate, PatchCache, is_taxed, worth
from companion.games.salamanca.state import Held, State
from companion.games.salamanca.tiles import BUILDING_VALUES

SALE, NOBLE_SHARE, FEE = "salamanca/sale", "salamanca/noble-share", "salamanca/fee"
FERTILE_LEAVES = "salamanca/fertile-leaves"
TAX, NOBLES_TAX = "salamanca/tax-squire", "salamanca/tax-noble"
LEADS = "salamanca/leads"
HAZARDS_COUNT, SEVERAL_SALES, UNSOLD = "salamanca/hazards-count", "salamanca/several-sales", "salamanca/unsold"
MOST_FEE = max(BUILDING_VALUES.values())


def sale_steps(estate: Estate, seat: int | None, noble: int | None) -> list[Step]:
    """The steps of a sale: the seller gets the whole value, the noble's owner the land value (Salamanca, Action A)."""
    values: Values = {
        "building": estate.building,
        "building_value": estate.building_value,
        "land_value": estate.land_value,
        "lands": [land.as_json() for land in estate.lands],
    }
    if estate.at:
        values["at"] = list(estate.at)
    steps = [Step(SALE, seat, estate.value, values)]
    if noble is not None:
        details = {"building": estate.building, "seller": seat}
        steps.append(Step(NOBLE_SHARE, noble, estate.land_value, details))
    return steps


def fertile_steps(board: Board, estate: Estate, seat: int | None) -> list[Step]:
    """That a sale takes the fertile tiles it counted off the board; nothing where it counted none."""
    if not estate.leaves:
        return []
    has_rats = any(board.hazard(space) == "rats" for space in estate.leaves)
    spaces = [list(space) for space in estate.leaves]
    return [Step(FERTILE_LEAVES, seat, values={"spaces": spaces, "rats": has_rats})]


def occupying_fee(building: str, *, is_idle: bool) -> int:
    """What it costs to occupy a new building (Salamanca, Action A).

    Nothing with a squire that was idle when the turn began, else the building's printed value.

    >>> occupying_fee("castle", is_idle=True), occupying_fee("castle", is_idle=False)
    (0, 3)
    """
    return 0 if is_idle else BUILDING_VALUES[building]


def can_pay(fee: int, coins: int) -> bool:
    """Whether a seat with so many coins can pay a fee; a sale in the same turn counts before it."""
    return fee <= coins


def may_be_sold(*, was_occupied: bool, has_new_fertile: bool) -> bool:
    """Whether an own estate may be sold in this round (Salamanca, Action A, Two players).

    `was_occupied` where its building was occupied in this round, `has_new_fertile` where it counts a fertile tile that
    the seat placed in this round.

    >>> may_be_sold(was_occupied=False, has_new_fertile=False), may_be_sold(was_occupied=False, has_new_fertile=True)
    (True, False)
    """
    return not was_occupied and not has_new_fertile


def fee_step(seat: int | None, building: str) -> Step:
    """What occupying with a squire just freed costs (Salamanca, Action A).

    >>> fee_step(0, "monastery").points
    -4
    """
    return Step(FEE, seat, -occupying_fee(building, is_idle=False), {"building": building})


def tax_step(seat: int, *, is_noble: bool, values: Values) -> Step:
    """What a squire or a noble brings on estates worth 7 or more; `values["count"]` of them (Salamanca, Phase 5).

    >>> tax_step(0, is_noble=False, values={"count": 2}).points, tax_step(0, is_noble=True, values={"count": 1}).points
    (4, 1)
    """
    rule, each = (NOBLES_TAX, NOBLE_TAX) if is_noble else (TAX, SQUIRE_TAX)
    return Step(rule, seat, each * int(values["count"]), values)


def taxes(board: Board, held: tuple[Held, ...]) -> list[Step]:
    """The taxes of a round: for every occupied estate worth 7 or more its squire's and its noble's."""
    known: PatchCache = {}
    steps = []
    for place, owner, noble in sorted(held):
        building, land = worth(board, place, known)
        if is_taxed(building + land):
            values = {"count": 1, "at": list(board.grid.spaces[place]), "value": building + land}
            steps.append(tax_step(owner, is_noble=False, values=values))
            if noble is not None:
                steps.append(tax_step(noble, is_noble=True, values=values))
    return steps


def next_leader(state: State) -> int | None:
    """Who leads the cards of the next round: who acts last in this one (a ruling); two players need nobody."""
    return state.slots[-1].seat if state.slots and state.setup.seats > 2 else None


def leader_steps(state: State) -> list[Step]:
    """Who leads the cards of the next round, as a step; nothing where nobody does."""
    leader = next_leader(state)
    return [] if leader is None else [Step(LEADS, leader, values={"round": state.round + 1})]
