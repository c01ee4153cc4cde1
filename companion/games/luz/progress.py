"""A deal while it runs: what was told of it, what each bet still needs, and its beads as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message
from companion.games.luz.rules import TRICKS, Bet, is_made

BETS = "bets"


def slot_of(trick: int) -> str:
    """Where a draft keeps who took a trick."""
    return f"trick-{trick}"


def winners_of(draft: Mapping[str, Any]) -> list[int | None]:
    """Who took each of the ten tricks, None for those to come."""
    return [draft.get(slot_of(trick)) for trick in range(1, TRICKS + 1)]


def needs(bet: Bet, taken: int, left: int) -> Message:
    """What a seat still needs when it took `taken` tricks and `left` are to come.

    >>> [str(needs(Bet(2, safety=True), taken, left=5)) for taken in (1, 2, 3, 4)]
    ['needs 1 or 2', 'made it, 1 spare', 'made it, none spare', '1 too many']
    """
    missing, most = bet.beads - taken, bet.beads + bet.safety
    if is_made(bet, taken):
        return Message("made it, 1 spare") if taken < most else Message("made it, none spare")
    if missing < 0:
        return Message("{count} too many", count=taken - most)
    if left == 0:
        return Message("{missing} short", missing=missing)
    if missing > left:
        return Message("needs {missing}, only {left} left", missing=missing, left=left)
    if bet.safety and missing < left:
        return Message("needs {missing} or {more}", missing=missing, more=missing + 1)
    return Message("needs {missing}", missing=missing)


def pictures(bet: Bet, taken: int) -> list[str]:
    """The beads of a bet, left to right: yellow or blue, `in` when its trick was taken, then tricks too many.

    >>> pictures(Bet(2, safety=True), 4)
    ['yellow in', 'yellow in', 'blue in', 'over']
    """
    made = [f"yellow{' in' * (bead < taken)}" for bead in range(bet.beads)]
    if bet.safety:
        made.append(f"blue{' in' * (taken > bet.beads)}")
    return made + ["over"] * (taken - len(made))
