"""Titles for the rows of the score pad: who made an entry and what it did, in games with summaries."""

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, joined


def numbered_summary(number: int, summary: Message, names: Sequence[str]) -> Message:
    """Return the summary with the entry's number and the players' names: "5. Cleo sells 14"."""
    return Message("{number}. {what}", number=number, what=replace_seats(summary, names))


def replace_seats(value: Any, names: Sequence[str]) -> Any:
    """Replace each `Seat` in a message, or in a value of one, by the player's name.

    Rows are cached and rendered apart from the page, so they cannot look the names up.
    """
    if isinstance(value, Seat):
        return names[value.index]
    if isinstance(value, joined):
        return joined([replace_seats(part, names) for part in value.values])
    if isinstance(value, Message):
        values = {key: replace_seats(part, names) for key, part in value.values.items()}
        return Message(value.singular, value.plural, value.count, **values)
    return value
