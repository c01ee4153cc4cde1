"""A bet during a deal: what it still needs, and a picture of its beads."""

from __future__ import annotations

from companion.game import Message
from companion.games.luz.rules import Bet, is_made


def needs(bet: Bet, taken: int, left: int) -> Message:
    """Say what a seat still needs after `taken` tricks of its own, with `left` tricks to come.

    >>> [str(needs(Bet(2, safety=True), taken, left=5)) for taken in (1, 2, 3, 4)]
    ['needs 1 or 2', 'on target, 1 more allowed', 'on target, take no more', '1 too many']
    >>> [str(needs(Bet(3, safety=False), taken=0, left=left)) for left in (4, 2, 0)]
    ['needs 3', 'needs 3, only 2 left', '3 short']
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
    """Return the style classes of a bet's beads: yellow or blue, `in` if its trick was taken; `over` for extra tricks.

    >>> pictures(Bet(2, safety=True), 4)
    ['yellow in', 'yellow in', 'blue in', 'over']
    """
    beads = [f"yellow{' in' * (bead < taken)}" for bead in range(bet.beads)]
    if bet.safety:
        beads.append(f"blue{' in' * (taken > bet.beads)}")
    return beads + ["over"] * (taken - len(beads))
