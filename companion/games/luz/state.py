"""A game of Luz between two deals."""

from __future__ import annotations

from companion.game import Setup, record


@record
class State:
    """A game of Luz after some deals.

    `starts` holds the seat that opened each deal, `latest` each seat's points in the last deal.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    starts: tuple[int, ...]
    latest: tuple[int, ...]
