"""A row of the score pad."""

from __future__ import annotations

from typing import NamedTuple

from companion.game import Message


class PadRow(NamedTuple):
    """An entry in the score pad: the act that entered it, its number and title, and its points by seat.

    With `is_told` the title says what the entry did, and is longer than a column.
    A hidden number of points is None, and the title then leaves out what the entry did. `note` is what ended with it,
    such as a deck; never secret. `bonus` is the end-of-game bonus of each seat, or None; `points` are without it.
    """

    event: int
    number: int
    title: Message
    is_told: bool
    points: tuple[int | None, ...]
    note: Message | None
    bonus: tuple[int, ...] | None
