"""The figures of Salamanca, its sample games, and its secrecy."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Figures, Json, Message, Refusal, Split, Step, fault_of
from companion.engine.figure import points_by_source
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy, open_parts
from companion.games.salamanca.drawing import describe_part
from companion.games.salamanca.estates import SQUIRES, estate_at
from companion.games.salamanca.form_turn import PlayedStep, PlayedTurn, TurnEnd
from companion.games.salamanca.form_without_board import SalePreview
from companion.games.salamanca.rulebook import FEE, NOBLE_SHARE, NOBLES_TAX, SALE, TAX, UNPAID
from companion.games.salamanca.rules import highest_card
from companion.games.salamanca.tiles import BUILDINGS, FERTILE, LANDS, LIMITS, TILE_KEYS, tile_of
from companion.games.salamanca.turns import DRAW, SPECIALS, State, Turn, begin_turn, do_step

_UNPAID = Refusal("{seat} has not enough coins to occupy a building with a squire just freed", rule=UNPAID.rule)
_STATE = ("setup", "finished", "round", "slots", "acted", "board", "occupations", "leader", "begun")
_TURN = ("state", "seat", "card", "is_last", "board", "occupations", "occupied", "planted", "spare")
_DONE = ("placed", "sold", "moved_noble", "did_special")


def _fault(message: Message) -> Message:
    """Return a fault without coins, and without the building, which is secret at a table without a board."""
    if "coins" not in message.values:
        return message
    return _UNPAID.of(seat=message.values["seat"])


_WORTH_SELLING = 7


def _next_entry(state: State, random: Random) -> Any:
    board, seats = state.board, state.setup.seats
    assert board is not None and seats > 2, "so are the sample tables of this game"
    spaces = random.sample([list(space) for space in board.grid.spaces], len(board.cells))
    if state.phase == "setup":
        return {"setup": [{"tile": land, "at": at} for land, at in zip(LANDS, spaces, strict=False)]}
    if state.phase == "cards":
        return {"cards": random.sample(range(1, highest_card(seats) + 1), seats)}
    turn = begin_turn(state)
    return {"seat": turn.seat, "turn": _steps_of_turn(turn, spaces, random)}


def _steps_of_turn(turn: Turn, spaces: Sequence[list[int]], random: Random) -> list[Any]:
    """Return the steps of a turn; the last player of a round may use the card's action beside another."""
    steps: list[Any] = []

    def do(wanted: Iterable[Any]) -> bool:
        """Do the first of these steps that the rules allow; return False if they allow none."""
        done = next((step for step in wanted if fault_of(do_step, turn, step) is None), None)
        steps.extend([] if done is None else [done])
        return done is not None

    hazards = [{"hazard": SPECIALS.get(turn.card), "at": at} for at in spaces]
    own_actions = [*hazards, *({DRAW: seat} for seat in range(turn.state.setup.seats))]
    chance = random.random()
    if chance < 0.15 and do(own_actions):
        return steps
    if chance > 0.25 or not do({"noble": at} for at in spaces):
        do(_sales(turn))
        do(_placings(turn, spaces, random))
    if turn.is_last and random.random() < 0.5:
        do(own_actions)
    return steps


def _sales(turn: Turn) -> list[Json]:
    """Return the sale of the best estate of the seat on turn, if it is worth it or no squire is idle."""
    places = [occupation.place for occupation in turn.occupations if occupation.owner == turn.seat]
    values = [estate_at(turn.board, place).value for place in places]
    if not values or (max(values) < _WORTH_SELLING and len(values) < SQUIRES):
        return []
    return [{"sell": list(turn.board.grid.spaces[places[values.index(max(values))]])}]


def _placings(turn: Turn, spaces: Sequence[list[int]], random: Random) -> list[Json]:
    """Return a tile on a free space, if possible beside its colour; a building occupied, or else unoccupied."""
    board = turn.board
    kinds = [kind for kind, used in zip(TILE_KEYS, board.used, strict=True) for _ in range(LIMITS[kind] - used)]
    kind = random.choice(kinds)
    value = {"value": random.choice((2, 3))} if kind == FERTILE else {}
    kind = random.choice(LANDS) if kind == FERTILE else kind
    free = [at for at in spaces if board.cells[board.place(at)] is None]
    beside = {tuple(at): [board.cells[place] for place in board.grid.beside[board.place(at)]] for at in free}
    colour = tile_of(kind).colour
    of_colour = [at for at in free if any(tile and tile.colour == colour for tile in beside[tuple(at)])]
    step = {"place": kind, "at": (of_colour or free)[0], **value}
    return [{**step, "occupy": True}, step]


SOURCES: Mapping[str, str] = {SALE: "sales", NOBLE_SHARE: "shares", TAX: "squires", NOBLES_TAX: "nobles", FEE: "fees"}
_SHOWN = (
    Split(
        "points",
        Message("Where the coins came from"),
        {
            "start": Message("Coins at the start"),
            "sales": Message("Sales"),
            "shares": Message("The noble's share of others' sales"),
            "squires": Message("Taxes of the squires"),
            "nobles": Message("Taxes of the noble"),
            "fees": Message("Fees paid"),
        },
    ),
    Split(
        "sold",
        Message("Estates sold"),
        {"farm": Message("Farms"), "castle": Message("Castles"), "monastery": Message("Monasteries")},
        is_points=False,
    ),
    Best("sale", Message("Dearest sale")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat, the same with and without a board; `points` add up to the seat's coins."""
    rows = []
    for seat, coins in enumerate(states[0].totals):
        own_steps = [step for entry_steps in steps for step in entry_steps if step.seat == seat]
        points = {"start": coins, **points_by_source(own_steps, SOURCES)}
        sales = [step for step in own_steps if step.rule == SALE]
        sold = {building: sum(step.values["building"] == building for step in sales) for building in BUILDINGS}
        rows.append({"points": points, "sold": sold, "sale": max([step.points or 0 for step in sales], default=0)})
    return tuple(rows)


FIGURES = Figures(shown=_SHOWN, count=figures)

SECRECY = Secrecy(
    limits=Message(
        "Secret in Salamanca: coins and places, and without the board every sale, fee and tax. The board cannot be "
        "kept secret: whoever counts its estates can work out what sales and taxes bring."
    ),
    types={
        State: Readable(open=_STATE, by_seat=("totals",)),
        Turn: Readable(open=_TURN + _DONE, by_seat=("totals",), steps=("steps",)),
        PlayedTurn: Readable(open=("turn", "fault", "order")),
        PlayedStep: Readable(open=("index", "paid", "fee"), owned={"sentences": "paid"}, steps=("steps",)),
        TurnEnd: Readable(open=("seat", "refused"), owned={"gain": "seat"}),
        SalePreview: Readable(open=("fault", "estate"), steps=("steps",)),
    },
    entry=Readable(open=("seat", "setup", "cards", "order", "turn")),
    part_access=open_parts,
    part=describe_part,
    fault=_fault,
)

SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(3, {"board": True}), SampleSetup(4, {"board": True, "money": 5})),
    running=(SampleSetup(4, {"board": True}),),
)
