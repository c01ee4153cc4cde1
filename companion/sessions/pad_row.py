"""A row of the score pad."""

from __future__ import annotations

from typing import NamedTuple

from companion.game import Message

Points = tuple[int | None, ...]
"""A number by seat, None where it is hidden."""


class PadRow(NamedTuple):
    """An entry in the score pad: the act that entered it, its number and title, and its points by seat.

    What it did is left out of the title where the table hides totals. `note` is what ends with it beside the game,
    such as a deck; no secret anywhere. `bonus` is what it brought each seat at the end of the game, shown apart.
    """

    event: int
    number: int
    title: Message
    points: Points
    note: Message | None
    bonus: tuple[int, ...] | None
