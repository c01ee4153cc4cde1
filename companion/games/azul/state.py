"""A game of Azul between two rounds."""

from __future__ import annotations

from companion.game import Setup, record
from companion.games.azul.walls import Wall


@record
class State:
    """A game of Azul after some rounds.

    `walls` holds one wall per seat. `first` is the seat that took the start marker in the last round, None if that
    was not entered. `lost` are the points that each seat has lost on the floor.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    walls: tuple[Wall, ...]
    rounds: int
    first: int | None
    lost: tuple[int, ...]
