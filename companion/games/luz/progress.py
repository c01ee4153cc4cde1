"""A deal while it runs: what was told of it, what each bet still needs, and its beads as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message
from companion.games.luz.rules import TRICKS, Bet, is_made

ALL_BETS = "bets"
"""Where drafts of earlier versions keep the bets of all seats as one part."""


def bet_slot(seat: int) -> str:
    """Where a draft keeps the bet of a seat."""
    return f"bet-{seat}"


def bets_of(draft: Mapping[str, Any], seats: int) -> list[Any]:
    """Each seat's bet as JSON, None where it is not in yet."""
    together: Sequence[Any] = draft.get(ALL_BETS) or [None] * seats
    return [draft.get(bet_slot(seat), together[seat]) for seat in range(seats)]


def slot_of(trick: int) -> str:
    """Where a draft keeps who took a trick."""
    return f"trick-{trick}"


def winners_of(draft: Mapping[str, Any]) -> list[int | None]:
    """Who took each of the ten tricks, None for those to come."""
    return [draft.get(slot_of(trick)) for trick in range(1, TRICKS + 1)]


def needs(bet: Bet, taken: int, left: int) -> Message:
    """What a seat still needs when it took `taken` tricks and `left` are to come.

    >>> [str(needs(Bet(2, safety=True), taken, left=5)) for taken in (1, 2, 3, 4)]
    ['needs 1 or 2', 'on target, 1 more allowed', 'on target, take no more', '1 too many']
    """
    missing, most = bet.beads - taken, bet.beads + bet.safety
    if is_made(bet, taken):
        return Message("on target, 1 more allowed") if taken < most else Message("on target, take no more")
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
