"""An open score sheet between two entries."""

from __future__ import annotations

from companion.game import Setup, record
from companion.games.open.sheet import Sheet


@record
class State:
    """A sheet after some entries. `scores` are the totals by side, `rounds` is the number of rounds entered.

    `limit_round` is the round in which a total reached the limit, `is_at_limit` says that no round follows it. `ties`
    holds each side's numbers that break ties, None before the closing entry; `won` is the outcome of a
    cooperative game.
    """

    setup: Setup
    sheet: Sheet
    totals: tuple[int, ...]
    finished: bool
    scores: tuple[int, ...]
    rounds: int = 0
    limit_round: int | None = None
    is_at_limit: bool = False
    is_closed: bool = False
    ties: tuple[tuple[int, ...], ...] | None = None
    won: bool | None = None
