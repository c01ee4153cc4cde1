"""Errors in a scoresheet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import ENGLISH, Catalogue, Message, MessageError


class SheetError(MessageError):
    """An invalid scoresheet: `message` says why; `entry` is the number of the invalid entry, from 1, or None."""

    def __init__(self, message: Message, entry: int | None = None, names: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.entry = entry
        self.names = names

    def text(self, catalogue: Catalogue = ENGLISH) -> str:
        """Return the message in the language of a catalogue, with the players' names."""
        return self.message.text(catalogue, self.names)

    def describe(self) -> Message:
        """Return one sentence with the reason and, if there is one, the number of the invalid entry."""
        if self.entry is None:
            return self.message
        return Message("entry {number}: {reason}", number=self.entry, reason=self.message)

    def __str__(self) -> str:
        return self.describe().text(names=self.names)


class InvalidJson(SheetError):
    """Input that is not JSON."""
