"""Widening, the base class for options that a table may widen while its game runs."""

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
        """Raise `RuleError` if an option in `after` is narrower than in `before`, or may not change."""
        raise NotImplementedError

    def seats(self, before: Setup, options: Mapping[str, Any]) -> int:
        """Return the number of seats with changed options; it grows when somebody joins late."""
        return before.seats

    def newcomer(self, posted: Posted, setup: Setup) -> Newcomer | None:
        """Return the late player that the form adds, None without one; raise `FieldError` for a field."""
        return None

    def options_with(self, state: Any, draft: Draft, newcomer: Newcomer) -> Mapping[str, Any]:
        """Return the options that change when somebody joins late; raise `RuleError` if nobody can."""
        raise NotImplementedError

    def entry(self, entry: Any, before: Setup, after: Setup) -> Any:
        """Return an entry made under the setup `before` as an entry for the setup `after`, with equal points."""
        return entry

    def describe(self, options: Mapping[str, Any], *, stands: bool) -> Message | joined:
        """Describe changed options in a few words, for the log; without `stands` (taken back) leave out names."""
        raise NotImplementedError

    def view(self, query: Posted | None, setup: Setup) -> object:
        """Return a dataclass that the template sees as `widening`: the typed values, else those of the table."""
        raise NotImplementedError

    def read(self, posted: Posted, setup: Setup) -> Json:
        """Return the chosen options; raise `FieldError` for a field."""
        raise NotImplementedError

    def allowed(self, option: str) -> Message | None:
        """Return the label of the host's button that allows an option named by a refusal; None without a button."""
        return None
