"""The form of a table whose game cannot be played here."""

from typing import Any

from companion.game.message import Message
from companion.game.pages.form import EntryForm


class FormWithoutRules(EntryForm):
    """The form of a game that cannot be played here: it reads no entry and has no parts."""

    def describe_part(self, slot: str, value: Any) -> Message:
        """Return the same words for every part: the meaning of its slot is unknown."""
        return Message("a part of an entry")
