"""The steps of a Salamanca turn, and why one is not allowed: place, sell, move the noble, use the card's own action."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.game import (
    Message,
    Refusal,
    RuleError,
    Seat,
    Step,
    Values,
    entry_keys,
    fault_of,
    flag,
    integer,
    raise_if,
    shown,
)
from companion.games.salamanca import board, estates, refusals
from companion.games.salamanca.board import Tile
from companion.games.salamanca.estates import Estate
from companion.games.salamanca.state import DRAW, SPECIAL_NAMES, Occupation, Planted, State, Turn, begin_turn, special


def place_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not place or sell anything (Salamanca, Phase 3)."""
    if turn.moved_noble:
        return refusals.NOT_BOTH
    return refusals.LAST_ONLY if turn.did_special and not turn.is_last else None


def noble_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not move the noble, wherever to (Salamanca, Phase 3)."""
    if turn.placed or turn.sold:
        return refusals.NOT_BOTH
    if turn.moved_noble:
        return refusals.NOBLE_ONCE
    return refusals.LAST_ONLY if turn.did_special and not turn.is_last else None


def special_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not use its card's own action (Salamanca, Action C)."""
    if special(turn.card) is None:
        return refusals.NO_OWN_ACTION.of(card=turn.card)
    if turn.did_special:
        return refusals.OWN_ACTION_ONCE
    return refusals.LAST_ONLY if (turn.placed or turn.sold or turn.moved_noble) and not turn.is_last else None


def end_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not end now (Salamanca, Action A)."""
    return refusals.PLACES_TOO if turn.sold and not turn.placed else None


def fee_for(turn: Turn, building: str) -> int:
    """Return the fee to occupy a new building now: 0 with a squire that was idle when the turn began (Action A)."""
    return estates.occupying_fee(building, is_idle=turn.spare > 0)


def occupying_refusal(turn: Turn, building: str) -> Refusal | None:
    """Return why the turn may not occupy a new building (Salamanca, Action A)."""
    fee = fee_for(turn, building)
    if not turn.idle:
        return refusals.NO_IDLE_SQUIRE.of(seat=Seat(turn.seat), building=board.TILE_NAMES[building], fee=fee)
    coins = turn.totals[turn.seat]
    return None if fee <= coins else unpaid_refusal(turn.seat, building, fee, coins)


def unpaid_refusal(seat: int, building: str, fee: int, coins: int) -> Refusal:
    """Return the refusal of a fee that a seat cannot pay."""
    return refusals.UNPAID.of(seat=Seat(seat), fee=fee, building=board.TILE_NAMES[building], coins=coins)


def building_sale_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not sell the building on a place."""
    return seller_refusal(turn, place) or sale_refusal(turn, place, estates.estate_at(turn.board, place))


def seller_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not sell the building on a place, apart from what its estate counts."""
    fault = place_refusal(turn) or estates.no_building(turn.board, place)
    occupation = turn.at(place)
    if fault or (occupation and occupation.owner == turn.seat):
        return fault
    if occupation is None:
        return refusals.NOBODYS.of(**_building_values(turn, place))
    return refusals.ANOTHERS.of(**_building_values(turn, place), owner=Seat(occupation.owner))


def sale_refusal(turn: Turn, place: int, estate: Estate) -> Refusal | None:
    """Return why the seat's estate may not be sold in this round (Salamanca, Action A, Two players)."""
    if place in turn.occupied:
        return refusals.JUST_OCCUPIED.of(**_building_values(turn, place))
    planted = new_fertile(turn, estate)
    if planted is None:
        return None
    return refusals.JUST_PLANTED.of(**_building_values(turn, place), fertile=turn.board.where(planted.place))


def new_fertile(turn: Turn, estate: Estate) -> Planted | None:
    """Return a fertile tile of the estate that the seat placed in this round, None without one."""
    spaces = turn.board.grid.spaces
    own_tiles = (planted for planted in turn.planted if planted.seat == turn.seat)
    return next((planted for planted in own_tiles if spaces[planted.place] in estate.leaves), None)


def noble_at_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not move the noble to a place."""
    return guest_refusal(turn, place) or limit_refusal(turn, place, sum(estates.worth(turn.board, place, {})))


def guest_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not move the noble to a place, apart from the value of the estate."""
    occupation: Occupation | None = turn.at(place)
    if fault := noble_refusal(turn) or estates.no_building(turn.board, place):
        return fault
    if occupation is None:
        return refusals.NO_HOST.of(**_building_values(turn, place))
    if occupation.owner == turn.seat:
        return refusals.OWN_HOST.of(**_building_values(turn, place))
    if occupation.noble is not None:
        return refusals.OTHER_NOBLE.of(**_building_values(turn, place), noble=Seat(occupation.noble))
    return None


def limit_refusal(turn: Turn, place: int, value: int) -> Refusal | None:
    """Return why the value of an estate is too high for a noble (Salamanca, Action B)."""
    limit = turn.state.setup.options["noble_limit"]
    if estates.noble_allowed(value, limit):
        return None
    refusal = refusals.FROM_SEVEN if limit == "from-7" else refusals.ABOVE_SEVEN
    return refusal.of(building=_name(turn, place), space=turn.board.where(place), value=value)


def hazard_at_refusal(turn: Turn, hazard: str, place: int) -> Refusal | None:
    """Return why the turn may not move a hazard to a place."""
    return own_action_refusal(turn, hazard) or board.put_refusal(turn.board, hazard, place)


def own_action_refusal(turn: Turn, wanted: str) -> Refusal | None:
    """Return why the turn may not use the own action `wanted`: a hazard or "draw"."""
    fault = special_refusal(turn)
    action = special(turn.card)
    if fault or action is None or action == wanted:
        return fault
    return refusals.OTHER_ACTION.of(card=turn.card, action=SPECIAL_NAMES[action], wanted=SPECIAL_NAMES[wanted])


def draw_refusal(turn: Turn, other: int) -> Refusal | None:
    """Return why the turn may not draw a card from another seat."""
    return own_action_refusal(turn, DRAW) or (refusals.FROM_OTHERS if other == turn.seat else None)


def nowhere_for_noble(turn: Turn) -> Refusal | None:
    """Return why the turn may not move the noble, or that no building is open to it."""
    if any(noble_at_refusal(turn, occupation.place) is None for occupation in turn.occupations):
        return None
    return noble_refusal(turn) or refusals.NO_OPEN_BUILDING.of(seat=Seat(turn.seat))


def _building_values(turn: Turn, place: int) -> Values:
    """Return the values of a refusal about the seat and a building."""
    return {"building": _name(turn, place), "space": turn.board.where(place), "seat": Seat(turn.seat)}


def _name(turn: Turn, place: int) -> Message:
    tile = turn.board.cells[place]
    assert tile is not None
    return board.TILE_NAMES[tile.kind]


SOLD_BUILDING = "salamanca/sold-building"
HAZARD_RULES = {hazard: f"salamanca/{hazard}" for hazard in board.HAZARDS}

_STEP, _OCCUPY, _FROM = Message("a step"), Message("occupy"), Message("the seat to draw from")


def play_turn(state: State, seat: int, steps: Sequence[Any]) -> tuple[Turn, Message | None]:
    """Play steps until one is not allowed; return the turn so far and why that step is not allowed, or None.

    `seat` must be the seat on turn (`state.slot`). `end_refusal` says whether the turn may end after these steps.
    """
    turn = begin_turn(state)
    assert seat == turn.seat
    faults = (fault_of(do_step, turn, step) for step in steps)
    return turn, next((fault for fault in faults if fault), None)


def do_step(turn: Turn, step: Any) -> None:
    """Do one step; raise `RuleError` and leave the turn unchanged if it is not allowed."""
    if type(step) is dict:
        for key, act in _ACTIONS.items():
            if key in step:
                return act(turn, step)
    raise RuleError("a step of a turn is an object with one of {keys}, not {value}",
            keys=", ".join(_ACTIONS), value=shown(step))  # fmt: skip


def _place(turn: Turn, step: Any) -> None:
    tile, occupy = read_placing(step)
    place = board.read_space(turn.board, step["at"])
    raise_if(place_refusal(turn) or board.lay_refusal(turn.board, place))
    raise_if(occupying_refusal(turn, tile.kind) if occupy else None)
    fee = fee_for(turn, tile.kind) if occupy else 0
    turn.board = board.lay(turn.board, tile, place)
    turn.placed = True
    at = list(turn.board.grid.spaces[place])
    values: Values = {"tile": tile.kind, "at": at}
    if tile.is_fertile:
        values["value"] = tile.value
        turn.planted = (*turn.planted, Planted(turn.seat, place))
    if tile.is_building:
        values["occupied"] = occupy
    turn.steps.append(Step(refusals.PLACE, turn.seat, values=values))
    if occupy:
        _occupy(turn, tile, place, fee)


def read_placing(step: Any) -> tuple[Tile, bool]:
    """Read a step that places a tile: the tile, and whether it is occupied; raise `RuleError` if it is invalid."""
    kind = board.read_kind(step["place"])
    if board.tile_of(kind).is_building:
        if "value" in step:
            raise RuleError(board.no_value(board.tile_of(kind)))
        entry_keys(step, _STEP, ("place", "at"), ("occupy",))
        return board.tile_of(kind), flag(step["occupy"], _OCCUPY) if "occupy" in step else False
    entry_keys(step, _STEP, ("place", "at"), ("value",))
    if "value" not in step:
        return board.tile_of(kind), False
    return board.read_tile({"tile": kind, "value": step["value"]}), False


def _occupy(turn: Turn, tile: Tile, place: int, fee: int) -> None:
    turn.occupations = (*turn.occupations, Occupation(place, turn.seat, None))
    turn.occupied = (*turn.occupied, place)
    values = {"building": tile.kind, "at": list(turn.board.grid.spaces[place])}
    turn.spare -= not fee
    turn.pay(Step(estates.FEE, turn.seat, -fee, values) if fee else Step(refusals.OCCUPY, turn.seat, values=values))


def _sell(turn: Turn, action: Any) -> None:
    entry_keys(action, _STEP, ("sell",))
    place = board.read_space(turn.board, action["sell"])
    raise_if(seller_refusal(turn, place))
    estate = estates.estate_at(turn.board, place)
    raise_if(sale_refusal(turn, place, estate))
    occupation = turn.at(place)
    assert occupation is not None
    for step in estates.sale_steps(estate, turn.seat, occupation.noble):
        turn.pay(step)
    turn.sold = True
    turn.occupations = tuple([occupation for occupation in turn.occupations if occupation.place != place])
    has_ruin = turn.board.hazard_at(place) == "ruin"
    leaves = [turn.board.place(space) for space in estate.leaves]
    turn.steps += estates.fertile_steps(turn.board, estate, turn.seat)
    ruling = turn.state.setup.options["sold_building"]
    sale_values = {"building": estate.building, "at": list(estate.at or ()), "ruling": ruling, "ruin": has_ruin}
    turn.steps.append(Step(SOLD_BUILDING, turn.seat, values=sale_values))
    turn.board = board.clear(turn.board, leaves if ruling == "stays" else [*leaves, place])
    turn.planted = tuple([planted for planted in turn.planted if planted.place not in leaves])


def _noble(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("noble",))
    place = board.read_space(turn.board, step["noble"])
    raise_if(guest_refusal(turn, place))
    value = sum(estates.worth(turn.board, place, {}))
    raise_if(limit_refusal(turn, place, value))
    tile = turn.board.cells[place]
    left = [occupation.place for occupation in turn.occupations if occupation.noble == turn.seat]
    values: Values = {
        "building": tile.kind if tile else "",
        "at": list(turn.board.grid.spaces[place]),
        "from": list(turn.board.grid.spaces[left[0]]) if left else None,
        "value": value,
        "ruling": turn.state.setup.options["noble_limit"],
    }
    turn.occupations = tuple([_with_noble(occupation, turn.seat, place) for occupation in turn.occupations])
    turn.moved_noble = True
    turn.steps.append(Step(refusals.NOBLE, turn.seat, values=values))


def _with_noble(occupation: Occupation, seat: int, place: int) -> Occupation:
    if occupation.place == place:
        return occupation._replace(noble=seat)
    return occupation._replace(noble=None) if occupation.noble == seat else occupation


def _hazard(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("hazard", "at"))
    hazard = board.read_hazard(step["hazard"])
    place = board.read_space(turn.board, step["at"])
    raise_if(hazard_at_refusal(turn, hazard, place))
    spaces, came_from = turn.board.grid.spaces, turn.board.hazards[board.HAZARDS.index(hazard)]
    turn.board = board.put_hazard(turn.board, hazard, place)
    turn.did_special = True
    tile = turn.board.cells[place]
    values = {"at": list(spaces[place]), "from": None if came_from is None else list(spaces[came_from])}
    turn.steps.append(Step(HAZARD_RULES[hazard], turn.seat, values={"tile": tile.kind if tile else "", **values}))


def _draw(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("draw",))
    other = integer(step["draw"], _FROM, 0, turn.state.setup.seats - 1)
    raise_if(draw_refusal(turn, other))
    turn.did_special = True
    turn.steps.append(Step(refusals.DRAWN, turn.seat, values={"other": other}))


_ACTIONS: dict[str, Callable[[Turn, Any], None]] = {
    "place": _place,
    "sell": _sell,
    "noble": _noble,
    "hazard": _hazard,
    DRAW: _draw,
}
