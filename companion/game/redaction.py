"""Redaction, the interface of a game's `redaction` module, for tables that hide totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from companion.game import Game, Message, RuleError
from companion.game.optional_modules import optional_module
from companion.game.secrecy import Secrecy

Hidden = frozenset[int]
"""The seats whose total, gains, place and entries a phone must not see."""


class Redaction(Protocol):
    """A game's redaction module: each function removes the secrets of hidden seats from what the form module returned.

    No total, gain or place may follow from what remains. `LIMITS` says on the page of a new table what the companion
    keeps secret in this game, and what it cannot because it is visible on the table.
    """

    LIMITS: Message

    def sheet(self, values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """Redact the variables of sheet.html."""

    def outcome(self, values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """Redact the variables of outcome.html, and those of replay.html."""

    def view(self, values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
        """Redact the variables of form.html for a phone that keeps score: keep the input, remove its points."""

    def part(self, slot: str, value: Any) -> Message:
        """Describe a part of an entry without its value."""

    def fault(self, message: Message) -> Message:
        """Return why an entry was refused, without numbers that follow from a total."""


def redaction_of(game: Game) -> Redaction:
    """Return the redaction module of a game whose tables can hide totals, or its secrecy, imported on first use."""
    return cast(Redaction, secrecy_of(game) or optional_module(game, "redaction"))


def secrecy_of(game: Game) -> Secrecy | None:
    """Return the secrecy of a game, imported on first use; None if its tables cannot hide totals."""
    module = optional_module(game, "secrecy")
    return None if module is None else cast(Secrecy, module.SECRECY)


def can_hide(game: Game) -> bool:
    """Whether tables of a game can hide totals."""
    return secrecy_of(game) is not None or optional_module(game, "redaction") is not None


def limits_of(game: Game) -> Message | None:
    """Return what stays secret at tables of a game that hide totals; None if they cannot."""
    secrecy = secrecy_of(game)
    if secrecy is not None:
        return secrecy.limits
    return redaction_of(game).LIMITS if can_hide(game) else None


def check_hiding(game: Game) -> None:
    """Raise `RuleError` if tables of a game cannot hide totals."""
    if not can_hide(game):
        raise RuleError(Message("a table of {game} cannot hide totals", game=game.title))
