"""Widening, the base class of what a table may allow beyond its options while its game runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Json, Message, Setup, joined
from companion.game.pages.form import Draft, Posted


@dataclass(frozen=True)
class Newcomer:
    """A player who joins a running game; `side` is a seat of their team, if there are teams."""

    name: str
    side: int | None = None


class Widening:
    """Base class of a game's widening; its template is widening.html."""

    def check(self, before: Setup, after: Setup) -> None:
        """Raise `RuleError` if an option of `after` is narrower than before, or may not change."""
        raise NotImplementedError

    def seats(self, before: Setup, options: Mapping[str, Any]) -> int:
        """Return how many seats a table has with changed options: more than before where somebody comes late."""
        return before.seats

    def newcomer(self, posted: Posted, setup: Setup) -> Newcomer | None:
        """Return who comes late, if the form says that somebody does. Raises `FieldError` for a field."""
        return None

    def options_with(self, state: Any, draft: Draft, newcomer: Newcomer) -> Mapping[str, Any]:
        """Return the options that change when somebody comes late; raise `RuleError` where nobody can."""
        raise NotImplementedError

    def entry(self, entry: Any, before: Setup, after: Setup) -> Any:
        """Return an entry that was made with the options before as it stands with those after, with equal points."""
        return entry

    def describe(self, options: Mapping[str, Any], *, stands: bool) -> Message | joined:
        """Describe changed options in a few words, for the log; without names of who came where that was taken back."""
        raise NotImplementedError

    def view(self, query: Posted | None, setup: Setup) -> object:
        """Return what the template shows, as `widening`, a dataclass: what was typed, else what the table has."""
        raise NotImplementedError

    def read(self, posted: Posted, setup: Setup) -> Json:
        """Return the options that were chosen. Raises `FieldError` for a field."""
        raise NotImplementedError

    def allowed(self, option: str) -> Message | None:
        """Return what the host taps to allow an option that a refusal names; None if more has to be said about it."""
        return None
