"""The steps of a Salamanca turn: place, sell, move the noble, use the card's own action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.game import Message, RuleError, Step, Values, entry_keys, flag, integer, raise_if, shown
from companion.games.salamanca.board import clear, lay, no_value, put_hazard, read_space, read_tile
from companion.games.salamanca.cards import DRAW
from companion.games.salamanca.estates import estate_at, worth
from companion.games.salamanca.sales import FEE, fertile_steps, sale_steps
from companion.games.salamanca.state import Occupation, Planted, State
from companion.games.salamanca.tiles import HAZARDS, Tile, read_hazard, read_kind, tile_of
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_refusals import (
    draw_refusal,
    fee_for,
    guest_refusal,
    hazard_at_refusal,
    limit_refusal,
    occupying_refusal,
    sale_refusal,
    seller_refusal,
    tile_refusal,
)

PLACE, OCCUPY, NOBLE = "salamanca/place", "salamanca/occupy", "salamanca/noble"
SOLD_BUILDING, DRAWN = "salamanca/sold-building", "salamanca/draw"
HAZARD_RULES = {hazard: f"salamanca/{hazard}" for hazard in HAZARDS}

_STEP, _OCCUPY, _FROM = Message("a step"), Message("occupy"), Message("the seat to draw from")


def play_turn(state: State, seat: int, steps: Sequence[Any]) -> tuple[Turn, Message | None]:
    """Play steps until one is not allowed; return the turn so far and why that step is not allowed, or None.

    `seat` must be the seat on turn (`state.slot`). `end_refusal` says whether the turn may end after these steps.
    """
    turn = begin_turn(state)
    assert seat == turn.seat
    for step in steps:
        try:
            do_step(turn, step)
        except RuleError as error:
            return turn, error.message
    return turn, None


def do_step(turn: Turn, step: Any) -> None:
    """Do one step; raise `RuleError` and leave the turn unchanged if it is not allowed."""
    if type(step) is dict:
        for key, act in _ACTIONS.items():
            if key in step:
                return act(turn, step)
    raise RuleError(
        Message(
            "a step of a turn is an object with one of {keys}, not {value}",
            keys=", ".join(_ACTIONS), value=shown(step),
        )
    )  # fmt: skip


def _place(turn: Turn, step: Any) -> None:
    tile, occupy = read_placing(step)
    place = read_space(turn.board, step["at"])
    raise_if(tile_refusal(turn, place))
    raise_if(occupying_refusal(turn, tile.kind) if occupy else None)
    fee = fee_for(turn, tile.kind) if occupy else 0
    turn.board = lay(turn.board, tile, place)
    turn.placed = True
    at = list(turn.board.grid.spaces[place])
    values: Values = {"tile": tile.kind, "at": at}
    if tile.is_fertile:
        values["value"] = tile.value
        turn.planted = (*turn.planted, Planted(turn.seat, place))
    if tile.is_building:
        values["occupied"] = occupy
    turn.steps.append(Step(PLACE, turn.seat, values=values))
    if occupy:
        _occupy(turn, tile, place, fee)


def read_placing(step: Any) -> tuple[Tile, bool]:
    """Read a step that places a tile: the tile, and whether it is occupied; raise `RuleError` if it is invalid."""
    kind = read_kind(step["place"])
    if tile_of(kind).is_building:
        if "value" in step:
            raise RuleError(no_value(tile_of(kind)))
        entry_keys(step, _STEP, ("place", "at"), ("occupy",))
        return tile_of(kind), flag(step["occupy"], _OCCUPY) if "occupy" in step else False
    entry_keys(step, _STEP, ("place", "at"), ("value",))
    if "value" not in step:
        return tile_of(kind), False
    return read_tile({"tile": kind, "value": step["value"]}), False


def _occupy(turn: Turn, tile: Tile, place: int, fee: int) -> None:
    turn.occupations = (*turn.occupations, Occupation(place, turn.seat, None))
    turn.occupied = (*turn.occupied, place)
    at = list(turn.board.grid.spaces[place])
    if fee:
        turn.pay(Step(FEE, turn.seat, -fee, {"building": tile.kind, "at": at}))
    else:
        turn.spare -= 1
        turn.steps.append(Step(OCCUPY, turn.seat, values={"building": tile.kind, "at": at}))


def _sell(turn: Turn, action: Any) -> None:
    entry_keys(action, _STEP, ("sell",))
    place = read_space(turn.board, action["sell"])
    raise_if(seller_refusal(turn, place))
    estate = estate_at(turn.board, place)
    raise_if(sale_refusal(turn, place, estate))
    occupation = turn.at(place)
    assert occupation is not None
    for step in sale_steps(estate, turn.seat, occupation.noble):
        turn.pay(step)
    turn.sold = True
    turn.occupations = tuple([occupation for occupation in turn.occupations if occupation.place != place])
    has_ruin = turn.board.hazard_at(place) == "ruin"
    leaves = [turn.board.place(space) for space in estate.leaves]
    turn.steps += fertile_steps(turn.board, estate, turn.seat)
    ruling = turn.state.setup.options["sold_building"]
    sale_values = {"building": estate.building, "at": list(estate.at or ()), "ruling": ruling, "ruin": has_ruin}
    turn.steps.append(Step(SOLD_BUILDING, turn.seat, values=sale_values))
    turn.board = clear(turn.board, leaves if ruling == "stays" else [*leaves, place])
    turn.planted = tuple([planted for planted in turn.planted if planted.place not in leaves])


def _noble(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("noble",))
    place = read_space(turn.board, step["noble"])
    raise_if(guest_refusal(turn, place))
    value = sum(worth(turn.board, place, {}))
    raise_if(limit_refusal(turn, place, value))
    tile = turn.board.cells[place]
    values: Values = {
        "building": tile.kind if tile else "",
        "at": list(turn.board.grid.spaces[place]),
        "from": next(
            (
                list(turn.board.grid.spaces[occupation.place])
                for occupation in turn.occupations
                if occupation.noble == turn.seat
            ),
            None,
        ),
        "value": value,
        "ruling": turn.state.setup.options["noble_limit"],
    }
    turn.occupations = tuple([_with_noble(occupation, turn.seat, place) for occupation in turn.occupations])
    turn.moved_noble = True
    turn.steps.append(Step(NOBLE, turn.seat, values=values))


def _with_noble(occupation: Occupation, seat: int, place: int) -> Occupation:
    if occupation.place == place:
        return occupation._replace(noble=seat)
    return occupation._replace(noble=None) if occupation.noble == seat else occupation


def _hazard(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("hazard", "at"))
    hazard = read_hazard(step["hazard"])
    place = read_space(turn.board, step["at"])
    raise_if(hazard_at_refusal(turn, hazard, place))
    spaces, came_from = turn.board.grid.spaces, turn.board.hazards[HAZARDS.index(hazard)]
    turn.board = put_hazard(turn.board, hazard, place)
    turn.did_special = True
    tile = turn.board.cells[place]
    values = {"at": list(spaces[place]), "from": None if came_from is None else list(spaces[came_from])}
    turn.steps.append(Step(HAZARD_RULES[hazard], turn.seat, values={"tile": tile.kind if tile else "", **values}))


def _draw(turn: Turn, step: Any) -> None:
    entry_keys(step, _STEP, ("draw",))
    other = integer(step["draw"], _FROM, 0, turn.state.setup.seats - 1)
    raise_if(draw_refusal(turn, other))
    turn.did_special = True
    turn.steps.append(Step(DRAWN, turn.seat, values={"other": other}))


_ACTIONS: dict[str, Callable[[Turn, Any], None]] = {
    "place": _place,
    "sell": _sell,
    "noble": _noble,
    "hazard": _hazard,
    DRAW: _draw,
}
