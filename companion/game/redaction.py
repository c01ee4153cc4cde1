"""What a game's `redaction` module takes out of its pages where a table hides totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from companion.game import Game, Message, RuleError
from companion.game.optional_modules import optional_module

Hidden = frozenset[int]
"""The seats of which a phone may know neither total, nor gains, nor place, nor what was entered for them."""


class Redaction(Protocol):
    """A game's redaction module: each function gives what the form module made, without what tells of hidden seats.

    Left are facts that no total, gain or place follows from. `LIMITS` says on the page of a new table what the
    companion keeps secret in this game, and what it cannot since it lies open on the table.
    """

    LIMITS: Message

    def sheet(self, made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """What sheet.html shows."""

    def outcome(self, made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """What outcome.html shows of an entry."""

    def view(self, made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """What form.html shows to a phone that keeps score: what is entered stays, what it comes to goes."""

    def part(self, slot: str, value: Any) -> Message:
        """A part of an entry in a few words that do not say what was entered."""

    def fault(self, message: Message) -> Message:
        """Why an entry cannot stand, without a number that follows from a total."""


def redaction_of(game: Game) -> Redaction:
    """The redaction module of a game whose tables can hide totals, imported when it is first needed."""
    return cast(Redaction, optional_module(game, "redaction"))


def can_hide(game: Game) -> bool:
    """Whether tables of a game can hide totals: it has a redaction module."""
    return optional_module(game, "redaction") is not None


def check_hiding(game: Game) -> None:
    """Raise `RuleError` where a table of a game cannot hide totals."""
    if not can_hide(game):
        raise RuleError(Message("a table of {game} cannot hide totals", game=game.title))
