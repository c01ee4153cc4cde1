"""A game of Salamanca between two entries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.game import Setup, record
from companion.games.salamanca.board import Board
from companion.games.salamanca.cards import Slot
from companion.games.salamanca.tiles import NONE_USED, Supply

ROUNDS: Mapping[int, int] = MappingProxyType({2: 15, 3: 20, 4: 15, 5: 12})
SQUIRES = 3


class Held(NamedTuple):
    """An occupied building: its place, whose squire stands there, and whose noble, if any."""

    place: int
    owner: int
    noble: int | None


class Planted(NamedTuple):
    """A fertile tile that a seat placed in the running round."""

    seat: int
    place: int


@record
class Tally:
    """What a table without a board has used of the tiles: by its sales, and by the fees for new buildings."""

    sold: Supply = NONE_USED
    paid: Supply = NONE_USED


@record
class State:
    """A game of Salamanca after some entries.

    `slots` are the turns of this round, empty until its cards are entered, and `acted` how many of them are over.
    `occupied` and `planted` hold what was occupied and which fertile tiles were placed in this round; `leader` is who
    leads the cards next, None where nobody knows. `board` is None where entries do not say what lies there; `begun`
    says whether such a table has entered anything in this round.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    round: int
    slots: tuple[Slot, ...]
    acted: int
    board: Board | None
    held: tuple[Held, ...]
    occupied: tuple[int, ...]
    planted: tuple[Planted, ...]
    leader: int | None
    tally: Tally
    begun: bool

    @property
    def rounds(self) -> int:
        """How many rounds the game has (Salamanca, Setup)."""
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
        """The turn that comes next, None where no turn does."""
        return self.slots[self.acted] if self.phase == "turn" else None

    def idle(self, seat: int) -> int:
        """How many squires of a seat stand on no building."""
        return idle(self.held, seat)

    def at(self, place: int) -> Held | None:
        """Who is on the building on a place, None where it is nobody's."""
        return at(self.held, place)


def idle(held: tuple[Held, ...], seat: int) -> int:
    """How many squires of a seat stand on no building.

    >>> idle((Held(3, 0, None), Held(5, 1, 0)), 0)
    2
    """
    return SQUIRES - [owner for _, owner, _ in held].count(seat)


def at(held: tuple[Held, ...], place: int) -> Held | None:
    """Who is on the building on a place, None where it is nobody's."""
    return next((building for building in held if building.place == place), None)
