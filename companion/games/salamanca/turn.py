"""A mutable copy of the state that the steps of a turn change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Step
from companion.games.salamanca.board import Board
from companion.games.salamanca.state import Held, Planted, State, at, idle


@dataclass(slots=True)
class Turn:
    """A turn after some of its steps; `state` is as it was when the turn began and never changes.

    `spare` counts the squires that were idle when the turn began and still are: these occupy for nothing.
    """

    state: State
    seat: int
    card: int
    is_last: bool
    board: Board
    totals: list[int]
    held: tuple[Held, ...]
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
        """How many squires of the seat stand on no building now."""
        return idle(self.held, self.seat)

    def at(self, place: int) -> Held | None:
        """Who is on the building on a place now, None where it is nobody's."""
        return at(self.held, place)

    def pay(self, step: Step) -> None:
        """Append a step and move its coins."""
        self.steps.append(step)
        self.totals[step.seat or 0] += step.points or 0


def begin_turn(state: State) -> Turn:
    """The turn that comes next, before its first step; only where `state.slot` is one."""
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
        held=state.held,
        occupied=state.occupied,
        planted=state.planted,
        spare=idle(state.held, seat),
        steps=[],
    )
