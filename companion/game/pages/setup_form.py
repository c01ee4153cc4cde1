"""SetupForm, the base class of a game's own form for the options of a new table, and the error of one of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Json, Message
from companion.game.pages.form import Filled, FormError, Posted


class FieldError(FormError):
    """A field of a setup form that cannot be read; the page shows the message at the field with this name."""

    def __init__(self, field: str, message: Message) -> None:
        super().__init__(message)
        self.field = field


class SetupForm:
    """Base class of a game's own setup form; its templates are setup.html, and setup-first.html above the players."""

    title_field: str | None = None
    """The field for the title that a table gives the game, if the form has one; the page offers those used before."""

    def view(self, query: Posted, players: Sequence[str]) -> object:
        """Return a dataclass that the templates see as `setup`; `query` holds the fields as they were typed."""
        raise NotImplementedError

    def read(self, posted: Posted, players: Sequence[str]) -> Json:
        """Return the chosen options; raise `FieldError` for a field, `RuleError` for options that do not fit."""
        raise NotImplementedError

    def fields(self, options: Mapping[str, Any]) -> Filled:
        """Return the query parameters that fill the form with these options."""
        raise NotImplementedError

    def name(self, options: Mapping[str, Any]) -> str:
        """Return the name under which a setup with these options is saved."""
        raise NotImplementedError

    def to_keep(self, options: Mapping[str, Any]) -> Json:
        """Return the options to save, without those about the players of one table; they may be invalid."""
        return dict(options)
