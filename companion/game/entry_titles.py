"""What a row of the score pad calls its entry: whose it was and what it did, in games that tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Game, Message, Seat, Step, joined
from companion.game.form import form_of


def summary_of(game: Game, before: Any, entry: Any, steps: Sequence[Step]) -> Message | None:
    """Whose entry it was and what it did, "Cleo sells 14", or None where the game does not tell."""
    return form_of(game).entry_summary(before, entry, steps)


def numbered_summary(number: int, summary: Message, names: Sequence[str]) -> Message:
    """An entry with its number and what it did: "5. Cleo sells 14"."""
    return Message("{number}. {what}", number=number, what=named(summary, names))


def named(told: Any, names: Sequence[str]) -> Any:
    """A message, or a value in one, with the names of its seats: a row is kept, and made apart from the page."""
    if isinstance(told, Seat):
        return names[told.index]
    if isinstance(told, joined):
        return joined([named(value, names) for value in told.values])
    if isinstance(told, Message):
        values = {key: named(value, names) for key, value in told.values.items()}
        return Message(told.one, told.many, told.count, **values)
    return told
