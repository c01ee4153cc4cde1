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


class Occupation(NamedTuple):
    """An occupied building: its place, the seat of the squire, and the seat of the noble, None without one."""

    place: int
    owner: int
    noble: int | None


class Planted(NamedTuple):
    """A fertile tile that a seat placed in the running round."""

    seat: int
    place: int


@record
class Tally:
    """The tiles that a table without a board has used: by sales, and by fees for new buildings."""

    sold: Supply = NONE_USED
    paid: Supply = NONE_USED


@record
class State:
    """A game of Salamanca after some entries.

    `slots` are the turns of this round, empty until its cards are entered; `acted` of them are over. `occupations` are
    the occupied buildings. `occupied` are the places occupied and `planted` the fertile tiles placed in this round;
    `leader` leads the next cards, None if unknown. At a table without a board `board` is None, and `begun` says whether
    anything was entered in this round.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    round: int
    slots: tuple[Slot, ...]
    acted: int
    board: Board | None
    occupations: tuple[Occupation, ...]
    occupied: tuple[int, ...]
    planted: tuple[Planted, ...]
    leader: int | None
    tally: Tally
    begun: bool

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

    def idle(self, seat: int) -> int:
        """Return the number of a seat's idle squires."""
        return idle(self.occupations, seat)

    def at(self, place: int) -> Occupation | None:
        """Return the occupation of the building on a place, None if nobody occupies it."""
        return at(self.occupations, place)


def idle(occupations: tuple[Occupation, ...], seat: int) -> int:
    """Return the number of a seat's idle squires: those that occupy no building.

    >>> idle((Occupation(3, 0, None), Occupation(5, 1, 0)), 0)
    2
    """
    return SQUIRES - [owner for _, owner, _ in occupations].count(seat)


def at(occupations: tuple[Occupation, ...], place: int) -> Occupation | None:
    """Return the occupation of the building on a place, None if nobody occupies it."""
    return next((occupation for occupation in occupations if occupation.place == place), None)
