"""The form of a table whose game cannot be played here."""

from __future__ import annotations

from typing import Any

from companion.game.message import Message
from companion.game.pages.form import EntryForm


class FormWithoutRules(EntryForm):
    """The form of a game that cannot be played here: it reads nothing and knows no part."""

    def describe_part(self, slot: str, value: Any) -> Message:
        """Say that it is a part, as what a slot means is not known."""
        return Message("a part of an entry")
