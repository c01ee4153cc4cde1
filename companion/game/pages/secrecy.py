"""Secrecy: what a table that hides totals leaves out of what a game's form shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Game, Message, RuleError

Hidden = frozenset[int]
"""The seats whose total, gains, place and entries a phone must not see."""
Redact = Callable[[Mapping[str, Any], Hidden], dict[str, Any]]


def _unchanged(message: Message) -> Message:
    return message


@dataclass(frozen=True)
class Secrecy:
    """A game's secrecy: each function removes the secrets of hidden seats from what the entry form returned.

    No total, gain or place may follow from what remains. `limits` says on the page of a new table what the companion
    keeps secret in this game, and what it cannot because it is visible on the table.

    `sheet`, `outcome` and `view` redact the variables of sheet.html, of outcome.html and replay.html, and of form.html
    for a phone that keeps score: its input stays, the points go. `part` describes a part of an entry without its value.
    `fault` returns why an entry was refused without numbers that follow from a total; unchanged if none does.
    """

    limits: Message
    sheet: Redact
    outcome: Redact
    view: Redact
    part: Callable[[str, Any], Message]
    fault: Callable[[Message], Message] = _unchanged


def secrecy_of(game: Game) -> Secrecy:
    """Return the secrecy of a game; raise `RuleError` if its tables cannot hide totals."""
    if game.secrecy is None:
        raise RuleError(Message("a table of {game} cannot hide totals", game=game.title))
    return game.secrecy
