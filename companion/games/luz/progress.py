"""A deal while it runs: what each bet still needs, and its beads as a picture."""

from __future__ import annotations

from companion.game import Message
from companion.games.luz.rules import Bet, is_made


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
