"""A game of Salamanca between two entries, and a turn: its steps, and why one is not allowed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.engine import Message, Seat, Setup, Step, Values, record
from companion.engine.strict import Refusal, RuleError, entry_keys, flag, integer, one_of, raise_if, shown
from companion.games.salamanca import board, estates, rulebook
from companion.games.salamanca.board import NONE_USED, Board, Supply
from companion.games.salamanca.estates import Occupation, at, idle
from companion.games.salamanca.tiles import BUILDING_VALUES, HAZARD_NAMES, HAZARDS, KINDS, TILE_NAMES, Tile, tile_of

DRAW = "draw"
SPECIALS: Mapping[int, str] = {1: "poison", 2: "rats", 3: "locusts", 4: "ruin", 6: DRAW}
"""The special action of each card that has one (Salamanca, Action C)."""
SPECIAL_NAMES: Mapping[str, Message] = {**HAZARD_NAMES, DRAW: Message("swapping a card")}


class Slot(NamedTuple):
    """A turn of the round: its seat and its card."""

    seat: int
    card: int


ROUNDS: Mapping[int, int] = {2: 15, 3: 20, 4: 15, 5: 12}


class Planted(NamedTuple):
    """A fertile tile that a seat placed in the running round."""

    seat: int
    place: int


@record
class State:
    """A game of Salamanca after some entries.

    `slots` are the turns of this round, empty until its cards are entered; `acted` of them are over. `occupations` are
    the occupied buildings. `occupied` are the places occupied and `planted` the fertile tiles placed in this round;
    `leader` leads the next cards, None if unknown. At a table without a board `board` is None, `sold` and `paid` are
    the tiles used by sales and by fees for new buildings, and `begun` says whether anything was entered in this round.
    """

    setup: Setup
    totals: tuple[int, ...]
    board: Board | None
    finished: bool = False
    round: int = 1
    slots: tuple[Slot, ...] = ()
    acted: int = 0
    occupations: tuple[Occupation, ...] = ()
    occupied: tuple[int, ...] = ()
    planted: tuple[Planted, ...] = ()
    leader: int | None = None
    sold: Supply = NONE_USED
    paid: Supply = NONE_USED
    begun: bool = False

    @property
    def rounds(self) -> int:
        """The number of rounds of the game (Salamanca, Setup)."""
        return ROUNDS[self.setup.seats]

    @property
    def phase(self) -> str:
        """What comes next: "setup", "cards" or "turn" with a board, "open" without one, "over" at the end."""
        if self.finished:
            return "over"
        if self.board is None:
            return "open"
        if self.board.used == NONE_USED:
            return "setup"
        return "turn" if self.slots else "cards"

    @property
    def slot(self) -> Slot | None:
        """The next turn, None if no turn comes next."""
        return self.slots[self.acted] if self.phase == "turn" else None


@dataclass(slots=True)
class Turn:
    """A turn after some of its steps; `state` is the state before the turn and never changes.

    `spare` is the number of squires that were idle when the turn began and still are: they occupy for nothing.
    """

    state: State
    seat: int
    card: int
    is_last: bool
    board: Board
    totals: list[int]
    occupations: tuple[Occupation, ...]
    occupied: tuple[int, ...]
    planted: tuple[Planted, ...]
    spare: int
    steps: list[Step]
    placed: bool = False
    sold: bool = False
    moved_noble: bool = False
    did_special: bool = False

    def pay(self, step: Step) -> None:
        """Append a step and move its coins."""
        self.steps.append(step)
        self.totals[step.seat or 0] += step.points or 0


def begin_turn(state: State) -> Turn:
    """Return the next turn before its first step; `state.slot` must not be None."""
    seat, card = state.slots[state.acted]
    assert state.board is not None
    return Turn(
        state=state,
        seat=seat,
        card=card,
        is_last=state.acted + 1 == len(state.slots),
        board=state.board,
        totals=list(state.totals),
        occupations=state.occupations,
        occupied=state.occupied,
        planted=state.planted,
        spare=idle(state.occupations, seat),
        steps=[],
    )


def place_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not place or sell anything (Salamanca, Phase 3)."""
    if turn.moved_noble:
        return rulebook.NOT_BOTH
    return rulebook.LAST_ONLY if turn.did_special and not turn.is_last else None


def noble_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not move the noble, wherever to (Salamanca, Phase 3)."""
    if turn.placed or turn.sold:
        return rulebook.NOT_BOTH
    if turn.moved_noble:
        return rulebook.NOBLE_ONCE
    return rulebook.LAST_ONLY if turn.did_special and not turn.is_last else None


def special_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not use its card's own action (Salamanca, Action C)."""
    if turn.card not in SPECIALS:
        return rulebook.NO_OWN_ACTION.of(card=turn.card)
    if turn.did_special:
        return rulebook.OWN_ACTION_ONCE
    return rulebook.LAST_ONLY if (turn.placed or turn.sold or turn.moved_noble) and not turn.is_last else None


def end_refusal(turn: Turn) -> Refusal | None:
    """Return why the turn may not end now (Salamanca, Action A)."""
    return rulebook.PLACES_TOO if turn.sold and not turn.placed else None


def fee_for(turn: Turn, building: str) -> int:
    """Return the fee to occupy a new building now: 0 with a squire that was idle when the turn began (Action A)."""
    return 0 if turn.spare else BUILDING_VALUES[building]


def occupying_refusal(turn: Turn, building: str) -> Refusal | None:
    """Return why the turn may not occupy a new building (Salamanca, Action A)."""
    fee = fee_for(turn, building)
    if not idle(turn.occupations, turn.seat):
        return rulebook.NO_IDLE_SQUIRE.of(seat=Seat(turn.seat), building=TILE_NAMES[building], fee=fee)
    coins = turn.totals[turn.seat]
    return None if fee <= coins else unpaid_refusal(turn.seat, building, fee, coins)


def unpaid_refusal(seat: int, building: str, fee: int, coins: int) -> Refusal:
    """Return the refusal of a fee that a seat cannot pay."""
    return rulebook.UNPAID.of(seat=Seat(seat), fee=fee, building=TILE_NAMES[building], coins=coins)


def sale_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not sell the building on a place (Salamanca, Action A, Two players)."""
    if fault := place_refusal(turn) or estates.no_building(turn.board, place):
        return fault
    occupation = at(turn.occupations, place)
    if occupation is None:
        return _about(turn, place, rulebook.NOBODYS)
    if occupation.owner != turn.seat:
        return _about(turn, place, rulebook.ANOTHERS, owner=Seat(occupation.owner))
    if place in turn.occupied:
        return _about(turn, place, rulebook.JUST_OCCUPIED)
    planted = new_fertile(turn, place)
    return planted and _about(turn, place, rulebook.JUST_PLANTED, fertile=turn.board.where(planted.place))


def new_fertile(turn: Turn, place: int) -> Planted | None:
    """Return a fertile tile of a building's estate that the seat placed in this round, None without one."""
    own_tiles = [planted for planted in turn.planted if planted.seat == turn.seat]
    leaves = estates.estate_at(turn.board, place).leaves if own_tiles else ()
    return next((planted for planted in own_tiles if turn.board.grid.spaces[planted.place] in leaves), None)


def noble_at_refusal(turn: Turn, place: int) -> Refusal | None:
    """Return why the turn may not move the noble to a place (Salamanca, Action B)."""
    if fault := noble_refusal(turn) or estates.no_building(turn.board, place):
        return fault
    occupation = at(turn.occupations, place)
    if occupation is None:
        return _about(turn, place, rulebook.NO_HOST)
    if occupation.owner == turn.seat:
        return _about(turn, place, rulebook.OWN_HOST)
    if occupation.noble is not None:
        return _about(turn, place, rulebook.OTHER_NOBLE, noble=Seat(occupation.noble))
    value, limit = estates.estate_at(turn.board, place).value, turn.state.setup.options["noble_limit"]
    if estates.noble_allowed(value, limit):
        return None
    return _about(turn, place, rulebook.FROM_SEVEN if limit == "from-7" else rulebook.ABOVE_SEVEN, value=value)


def _about(turn: Turn, place: int, refusal: Refusal, **values: Any) -> Refusal:
    """Return a refusal that names the seat on turn and the building on a place."""
    building = TILE_NAMES[turn.board.kind(place)]
    return refusal.of(building=building, space=turn.board.where(place), seat=Seat(turn.seat), **values)


def hazard_at_refusal(turn: Turn, hazard: str, place: int) -> Refusal | None:
    """Return why the turn may not move a hazard to a place."""
    return own_action_refusal(turn, hazard) or board.put_refusal(turn.board, hazard, place)


def own_action_refusal(turn: Turn, wanted: str) -> Refusal | None:
    """Return why the turn may not use the own action `wanted`: a hazard or "draw"."""
    action = SPECIALS.get(turn.card)
    if (fault := special_refusal(turn)) or action is None or action == wanted:
        return fault
    return rulebook.OTHER_ACTION.of(card=turn.card, action=SPECIAL_NAMES[action], wanted=SPECIAL_NAMES[wanted])


def draw_refusal(turn: Turn, other: int) -> Refusal | None:
    """Return why the turn may not draw a card from another seat."""
    return own_action_refusal(turn, DRAW) or (rulebook.FROM_OTHERS if other == turn.seat else None)


def nowhere_for_noble(turn: Turn) -> Refusal | None:
    """Return why the turn may not move the noble, or that no building is open to it."""
    if any(noble_at_refusal(turn, occupation.place) is None for occupation in turn.occupations):
        return None
    return noble_refusal(turn) or rulebook.NO_OPEN_BUILDING.of(seat=Seat(turn.seat))


def do_step(turn: Turn, step: Any) -> None:
    """Do one step; raise `RuleError` and leave the turn unchanged if it is not allowed."""
    act, *read = read_step(turn.board, turn.state.setup.seats, step)
    act(turn, *read)


def read_step(ground: Board, seats: int, step: Any) -> tuple[Any, ...]:
    """Return the function that does a step, and what it takes beside the turn; raise `RuleError` if it is malformed."""
    what, key = Message("a step"), next((key for key in _STEPS if type(step) is dict and key in step), None)
    if key == "place":
        return _place, *_read_placing(step), board.read_space(ground, step["at"])
    if key == "hazard":
        entry_keys(step, what, ("hazard", "at"))
        return _hazard, board.read_hazard(step["hazard"]), board.read_space(ground, step["at"])
    if key is None:
        raise RuleError("a step of a turn is an object with one of {keys}, not {value}",
                keys=", ".join(_STEPS), value=shown(step))  # fmt: skip
    entry_keys(step, what, (key,))
    if key == DRAW:
        return _draw, integer(step[DRAW], Message("the seat to draw from"), 0, seats - 1)
    return _sell if key == "sell" else _noble, board.read_space(ground, step[key])


_STEPS = ("place", "sell", "noble", "hazard", DRAW)


def _place(turn: Turn, tile: Tile, occupy: bool, place: int) -> None:
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
    turn.steps.append(Step(rulebook.PLACE, turn.seat, values=values))
    if occupy:
        _occupy(turn, tile, place, fee)


def _read_placing(step: Any) -> tuple[Tile, bool]:
    """Return the tile that a step places, and whether it is occupied."""
    tile = tile_of(one_of(step["place"], Message("the tile"), KINDS))
    entry_keys(step, Message("a step"), ("place", "at"), ("value", "occupy") if tile.is_building else ("value",))
    return board.with_value(tile, step), "occupy" in step and flag(step["occupy"], Message("occupy"))


def _occupy(turn: Turn, tile: Tile, place: int, fee: int) -> None:
    turn.occupations = (*turn.occupations, Occupation(place, turn.seat, None))
    turn.occupied = (*turn.occupied, place)
    values = {"building": tile.kind, "at": list(turn.board.grid.spaces[place])}
    turn.spare -= not fee
    turn.pay(Step(rulebook.FEE, turn.seat, -fee, values) if fee else Step(rulebook.OCCUPY, turn.seat, values=values))


def _sell(turn: Turn, place: int) -> None:
    raise_if(sale_refusal(turn, place))
    estate, occupation = estates.estate_at(turn.board, place), at(turn.occupations, place)
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
    turn.steps.append(Step(rulebook.SOLD_BUILDING, turn.seat, values=sale_values))
    turn.board = board.clear(turn.board, leaves if ruling == "stays" else [*leaves, place])
    turn.planted = tuple([planted for planted in turn.planted if planted.place not in leaves])


def _noble(turn: Turn, place: int) -> None:
    raise_if(noble_at_refusal(turn, place))
    spaces, left = turn.board.grid.spaces, [one.place for one in turn.occupations if one.noble == turn.seat]
    values: Values = {
        "building": turn.board.kind(place),
        "at": list(spaces[place]),
        "from": list(spaces[left[0]]) if left else None,
        "value": estates.estate_at(turn.board, place).value,
        "ruling": turn.state.setup.options["noble_limit"],
    }
    turn.occupations = tuple([_with_noble(occupation, turn.seat, place) for occupation in turn.occupations])
    turn.moved_noble = True
    turn.steps.append(Step(rulebook.NOBLE, turn.seat, values=values))


def _with_noble(occupation: Occupation, seat: int, place: int) -> Occupation:
    if occupation.place == place:
        return occupation._replace(noble=seat)
    return occupation._replace(noble=None) if occupation.noble == seat else occupation


def _hazard(turn: Turn, hazard: str, place: int) -> None:
    raise_if(hazard_at_refusal(turn, hazard, place))
    spaces, came_from = turn.board.grid.spaces, turn.board.hazards[HAZARDS.index(hazard)]
    turn.board = board.put_hazard(turn.board, hazard, place)
    turn.did_special = True
    values: Values = {
        "tile": turn.board.kind(place),
        "at": list(spaces[place]),
        "from": None if came_from is None else list(spaces[came_from]),
    }
    turn.steps.append(Step(rulebook.HAZARD_RULES[hazard], turn.seat, values=values))


def _draw(turn: Turn, other: int) -> None:
    raise_if(draw_refusal(turn, other))
    turn.did_special = True
    turn.steps.append(Step(rulebook.DRAWN, turn.seat, values={"other": other}))
