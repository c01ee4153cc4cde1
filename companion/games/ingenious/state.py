"""A game of Ingenious between two tiles."""

from __future__ import annotations

from companion.game import Setup, record
from companion.games.ingenious.board import Board
from companion.games.ingenious.markers import Tokens
from companion.games.ingenious.tracks import Track, seat_track


@record
class State:
    """A game of Ingenious after some tiles.

    `tracks` holds one track per player or per team, or the duel's track as seat 0 sees it. `turn` is the seat whose
    turn it is, `owed` the number of extra placements that it still has to make, `turns` the number of finished turns,
    and `swapped` whether the last of them ended with a swap. `board` is None if entries have points instead of
    spaces; `laid` is the number of placed tiles, `swaps` the number of swaps.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    tracks: tuple[Track, ...]
    tokens: Tokens
    turn: int
    owed: int
    turns: int
    swapped: bool
    board: Board | None
    laid: int = 0
    swaps: int = 0

    @property
    def mode(self) -> str:
        """The mode of the game: base, solo, team or duel."""
        mode: str = self.setup.options["mode"]
        return mode

    def track(self, seat: int) -> Track:
        """Return a seat's markers as it sees them, in the order of `COLOURS`."""
        return seat_track(self.mode, self.tracks, seat)
