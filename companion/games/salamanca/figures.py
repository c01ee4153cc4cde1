"""The figures of Salamanca, its sample games, and its secrecy."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Figures, Json, Message, Refusal, Split, Step, fault_of
from companion.engine.figure import points_by_source
from companion.engine.pages.parts import Samples, SampleSetup
from companion.engine.pages.secrecy import Readable, Secrecy, open_parts
from companion.games.salamanca.board import BUILDINGS, FERTILE, LANDS, LIMITS, TILE_KEYS, Board, tile_of
from companion.games.salamanca.drawing import describe_part
from companion.games.salamanca.estates import SQUIRES, estate_at
from companion.games.salamanca.form_turn import PlayedStep, PlayedTurn, TurnEnd
from companion.games.salamanca.form_without_board import SalePreview
from companion.games.salamanca.rulebook import FEE, NOBLE_SHARE, NOBLES_TAX, SALE, TAX, UNPAID
from companion.games.salamanca.rules import FIRST_LANDS, highest_card
from companion.games.salamanca.turns import (
    DRAW,
    SPECIALS,
    State,
    Turn,
    begin_turn,
    do_step,
    hazard_at_refusal,
    noble_at_refusal,
)

_LIMITS = Message(
    "Secret in Salamanca: coins and places, and without the board every sale, fee and tax. The board cannot be "
    "kept secret: whoever counts its estates can work out what sales and taxes bring."
)
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
    board = state.board
    assert board is not None, "the sample tables of this game have a board"
    if state.phase == "setup":
        spaces = random.sample(_free(board), FIRST_LANDS)
        lands = random.sample(LANDS, FIRST_LANDS)
        return {"setup": [{"tile": land, "at": at} for land, at in zip(lands, spaces, strict=True)]}
    if state.phase == "cards":
        return {"cards": _cards(state.setup.seats, random)}
    turn = begin_turn(state)
    return {"seat": turn.seat, "turn": _Player(turn, random).steps_of_turn()}


def _cards(seats: int, random: Random) -> list[Any]:
    """Return the cards of a round, two for each seat with two players."""
    cards = random.sample(range(1, highest_card(seats) + 1), 4 if seats == 2 else seats)
    return [cards[:2], cards[2:]] if seats == 2 else cards


def _free(board: Board) -> list[list[int]]:
    return [list(space) for space, tile in zip(board.grid.spaces, board.cells, strict=True) if tile is None]


class _Player:
    """Plays one turn step by step; `turn` is updated with each step."""

    def __init__(self, turn: Turn, random: Random) -> None:
        self.turn, self.random = turn, random
        self.steps: list[Any] = []

    def steps_of_turn(self) -> list[Any]:
        """Return the steps of the turn; the last player of a round may use the card's action beside another."""
        chance = self.random.random()
        if chance < 0.15 and self._use_card():
            return self.steps
        if chance > 0.25 or not self._move_noble():
            self._place_and_sell()
        if self.turn.is_last and self.random.random() < 0.5:
            self._use_card()
        return self.steps

    def _do(self, step: Any) -> bool:
        """Do a step; return False if the rules do not allow it."""
        is_allowed = fault_of(do_step, self.turn, step) is None
        self.steps += [step] if is_allowed else []
        return is_allowed

    def _space(self, place: int) -> list[int]:
        return list(self.turn.board.grid.spaces[place])

    def _use_card(self) -> bool:
        action = SPECIALS.get(self.turn.card)
        if action is None:
            return False
        if action == DRAW:
            others = [seat for seat in range(self.turn.state.setup.seats) if seat != self.turn.seat]
            return self._do({DRAW: self.random.choice(others)})
        tiled = [place for place, tile in enumerate(self.turn.board.cells) if tile is not None]
        places = [place for place in tiled if hazard_at_refusal(self.turn, action, place) is None]
        return bool(places) and self._do({"hazard": action, "at": self._space(self.random.choice(places))})

    def _move_noble(self) -> bool:
        occupied = [occupation.place for occupation in self.turn.occupations]
        places = [place for place in occupied if noble_at_refusal(self.turn, place) is None]
        return bool(places) and self._do({"noble": self._space(self.random.choice(places))})

    def _place_and_sell(self) -> None:
        """Sell the best estate if it is valuable, then place a tile, which is required after a sale."""
        kinds = [
            kind for kind, used in zip(TILE_KEYS, self.turn.board.used, strict=True) for _ in range(LIMITS[kind] - used)
        ]
        if not kinds or not _free(self.turn.board):
            return
        own_places = [occupation.place for occupation in self.turn.occupations if occupation.owner == self.turn.seat]
        best = max(own_places, key=self._value, default=None)
        if best is not None and (self._value(best) >= _WORTH_SELLING or len(own_places) == SQUIRES):
            self._do({"sell": self._space(best)})
        kind = self.random.choice(kinds)
        if kind == FERTILE:
            land = self.random.choice(LANDS)
            self._do({"place": land, "at": self._spot(land), "value": self.random.choice((2, 3))})
        elif kind in BUILDINGS:
            step = {"place": kind, "at": self._spot(kind)}
            if not self._do({**step, "occupy": True}):
                self._do({**step, "occupy": False})
        else:
            self._do({"place": kind, "at": self._spot(kind)})

    def _value(self, place: int) -> int:
        return estate_at(self.turn.board, place).value

    def _spot(self, kind: str) -> list[int]:
        """Return a free space, if possible beside tiles of the same colour."""
        board, colour = self.turn.board, tile_of(kind).colour
        free = [place for place, tile in enumerate(board.cells) if tile is None]
        neighbours = {place: [board.cells[neighbour] for neighbour in board.grid.beside[place]] for place in free}
        same_colour = [place for place in free if any(tile and tile.colour == colour for tile in neighbours[place])]
        return self._space(self.random.choice(same_colour or free))


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
    limits=_LIMITS,
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
