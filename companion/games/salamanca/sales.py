"""The steps of sales, fees and taxes in Salamanca, with and without a board, and who leads after a round."""

from __future__ import annotations

from companion.game import Step, Values
from companion.games.salamanca.board import Board
from companion.games.salamanca.estates import NOBLE_TAX, SQUIRE_TAX, Estate, PatchCache, is_taxed, worth
from companion.games.salamanca.state import Occupation, State
from companion.games.salamanca.tiles import BUILDING_VALUES

SALE, NOBLE_SHARE, FEE = "salamanca/sale", "salamanca/noble-share", "salamanca/fee"
FERTILE_LEAVES = "salamanca/fertile-leaves"
TAX, NOBLES_TAX = "salamanca/tax-squire", "salamanca/tax-noble"
LEADS = "salamanca/leads"
HAZARDS_COUNT, SEVERAL_SALES, UNSOLD = "salamanca/hazards-count", "salamanca/several-sales", "salamanca/unsold"
MOST_FEE = max(BUILDING_VALUES.values())


def sale_steps(estate: Estate, seat: int | None, noble: int | None) -> list[Step]:
    """Return the steps of a sale: the value for the seller, the land value for the noble's owner (Action A)."""
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
    """Return the step for fertile tiles that leave the board with a sale; empty without any (Salamanca, Action A)."""
    if not estate.leaves:
        return []
    has_rats = any(board.hazard(space) == "rats" for space in estate.leaves)
    spaces = [list(space) for space in estate.leaves]
    return [Step(FERTILE_LEAVES, seat, values={"spaces": spaces, "rats": has_rats})]


def occupying_fee(building: str, *, is_idle: bool) -> int:
    """Return the fee for occupying a new building (Salamanca, Action A).

    It is 0 for a squire that was idle when the turn began, else the building's printed value.

    >>> occupying_fee("castle", is_idle=True), occupying_fee("castle", is_idle=False)
    (0, 3)
    """
    return 0 if is_idle else BUILDING_VALUES[building]


def can_pay(fee: int, coins: int) -> bool:
    """Whether a seat can pay a fee; `coins` include those of a sale in the same turn."""
    return fee <= coins


def may_be_sold(*, was_occupied: bool, has_new_fertile: bool) -> bool:
    """Whether a seat may sell its estate in this round (Salamanca, Action A, Two players).

    `was_occupied` says whether its building was occupied in this round, `has_new_fertile` whether it counts a fertile
    tile that the seat placed in this round.

    >>> may_be_sold(was_occupied=False, has_new_fertile=False), may_be_sold(was_occupied=False, has_new_fertile=True)
    (True, False)
    """
    return not was_occupied and not has_new_fertile


def fee_step(seat: int | None, building: str) -> Step:
    """Return the step of the fee for occupying with a squire just freed (Salamanca, Action A).

    >>> fee_step(0, "monastery").points
    -4
    """
    return Step(FEE, seat, -occupying_fee(building, is_idle=False), {"building": building})


def tax_step(seat: int, *, is_noble: bool, values: Values) -> Step:
    """Return the tax step of `values["count"]` squires or nobles on estates worth 7 or more (Salamanca, Phase 5).

    >>> tax_step(0, is_noble=False, values={"count": 2}).points, tax_step(0, is_noble=True, values={"count": 1}).points
    (4, 1)
    """
    rule, tax = (NOBLES_TAX, NOBLE_TAX) if is_noble else (TAX, SQUIRE_TAX)
    return Step(rule, seat, tax * int(values["count"]), values)


def taxes(board: Board, occupations: tuple[Occupation, ...]) -> list[Step]:
    """Return the taxes of a round: for the squire and the noble of each estate worth 7 or more (Salamanca, Phase 5)."""
    cache: PatchCache = {}
    steps = []
    for place, owner, noble in sorted(occupations):
        building, land = worth(board, place, cache)
        if is_taxed(building + land):
            values = {"count": 1, "at": list(board.grid.spaces[place]), "value": building + land}
            steps.append(tax_step(owner, is_noble=False, values=values))
            if noble is not None:
                steps.append(tax_step(noble, is_noble=True, values=values))
    return steps


def next_leader(state: State) -> int | None:
    """Return who leads the cards of the next round: the last seat of this one (a ruling); None for two players."""
    return state.slots[-1].seat if state.slots and state.setup.seats > 2 else None


def leader_steps(state: State) -> list[Step]:
    """Return the step that says who leads the cards of the next round; empty if nobody does."""
    leader = next_leader(state)
    return [] if leader is None else [Step(LEADS, leader, values={"round": state.round + 1})]
