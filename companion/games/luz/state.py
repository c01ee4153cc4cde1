"""A game of Luz between two deals."""

from __future__ import annotations

from companion.game import Setup, record


@record
class State:
    """A game of Luz after some deals: `starts` holds who opened each, `latest` each seat's points in the last one."""

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    starts: tuple[int, ...]
    latest: tuple[int, ...]
