"""A mutable copy of the state that the steps of a turn change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Step
from companion.games.salamanca.board import Board
from companion.games.salamanca.state import Occupation, Planted, State, at, idle


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

    @property
    def idle(self) -> int:
        """The number of the seat's idle squires now."""
        return idle(self.occupations, self.seat)

    def at(self, place: int) -> Occupation | None:
        """Return the current occupation of the building on a place, None if nobody occupies it."""
        return at(self.occupations, place)

    def pay(self, step: Step) -> None:
        """Append a step and move its coins."""
        self.steps.append(step)
        self.totals[step.seat or 0] += step.points or 0


def begin_turn(state: State) -> Turn:
    """Return the next turn before its first step; `state.slot` must not be None."""
    board = state.board
    assert board is not None
    seat, card = state.slots[state.acted]
    return Turn(
        state=state,
        seat=seat,
        card=card,
        is_last=state.acted + 1 == len(state.slots),
        board=board,
        totals=list(state.totals),
        occupations=state.occupations,
        occupied=state.occupied,
        planted=state.planted,
        spare=idle(state.occupations, seat),
        steps=[],
    )
