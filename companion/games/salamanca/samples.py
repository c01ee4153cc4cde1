"""Sample games of Salamanca on the board: random tiles, valuable sales, random nobles and hazards."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.game import RuleError
from companion.game.pages.samples import Samples, SampleSetup
from companion.games.salamanca.board import Board
from companion.games.salamanca.cards import DRAW, highest_card, special
from companion.games.salamanca.estates import estate_at
from companion.games.salamanca.rules import FIRST_LANDS
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import BUILDINGS, FERTILE, LANDS, LIMITS, TILE_KEYS, tile_of
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step
from companion.games.salamanca.turn_refusals import hazard_at_refusal, noble_at_refusal

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
        try:
            do_step(self.turn, step)
        except RuleError:
            return False
        self.steps.append(step)
        return True

    def _space(self, place: int) -> list[int]:
        return list(self.turn.board.grid.spaces[place])

    def _use_card(self) -> bool:
        action = special(self.turn.card)
        if action is None:
            return False
        if action == DRAW:
            others = [seat for seat in range(self.turn.state.setup.seats) if seat != self.turn.seat]
            return self._do({DRAW: self.random.choice(others)})
        tiled = [place for place, tile in enumerate(self.turn.board.cells) if tile is not None]
        places = [place for place in tiled if hazard_at_refusal(self.turn, action, place) is None]
        return bool(places) and self._do({"hazard": action, "at": self._space(self.random.choice(places))})

    def _move_noble(self) -> bool:
        places = [
            occupation.place
            for occupation in self.turn.occupations
            if noble_at_refusal(self.turn, occupation.place) is None
        ]
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
        if best is not None and (self._value(best) >= _WORTH_SELLING or not self.turn.idle):
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


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(3, {"board": True}), SampleSetup(4, {"board": True, "money": 5})),
    running=(SampleSetup(4, {"board": True}),),
)
