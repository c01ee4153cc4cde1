"""Secrecy of an open score sheet: at a table that hides totals, each side sees only its own numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Refusal, Seat
from companion.game.pages.secrecy import Owners, Readable, Secrecy
from companion.games.open.draft import SLOTS, kind_of
from companion.games.open.refusals import SUM_OF_ROUND
from companion.games.open.state import State

_LIMITS = Message(
    "Secret in Open score sheet: points, totals and places. The form shows those who keep score what is entered. A "
    "limit that ends the rounds tells all that a total has reached it. Where a round has a sum, whoever enters last "
    "knows what the others have together. A secret line is also hidden from those who keep score."
)


def _part(slot: str, value: Any) -> Message:
    """Describe a part without its value: whose numbers they are."""
    return Message("the points of {side}", side=Seat(SLOTS.owner(slot)))


def _fault(message: Message) -> Message:
    """Return a refusal without the sum of the others' numbers."""
    if isinstance(message, Refusal) and message.rule == SUM_OF_ROUND:
        return Message("the numbers of the round do not add up as the sheet says; check what each one has")
    return message


def _keeps(options: Mapping[str, Any]) -> bool:
    """Whether a line of the sheet is secret."""
    return any(line.get("secret") for line in options.get("lines", ()))


def _is_kept(part: Any) -> bool:
    """Whether a part has numbers of lines; the form decides which of them are secret."""
    return "lines" in part


def _sides(state: State) -> Owners:
    """Return the sides: numbers are entered and counted by side."""
    return state.sheet.sides


SECRECY = Secrecy(
    limits=_LIMITS,
    types={
        State: Readable(
            open=("setup", "sheet", "finished", "rounds", "limit_round", "is_at_limit", "is_closed", "won"),
            by_seat=("totals",),
            by_side=("scores", "ties"),
        )
    },
    entry=Readable(open=("won",), by_side=("round", "lines", "tie")),
    part_access=SLOTS.owner,
    part=_part,
    disclosed=(kind_of,),
    fault=_fault,
    sides=_sides,
    keeps=_keeps,
    is_kept=_is_kept,
)
