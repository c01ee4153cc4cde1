"""Explain where a claimed count differs from the correct one."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Message


def explain_claim(points: Sequence[int | None], claim: int) -> Message:
    """Explain how a wrong claim may have come about: a step left out, counted twice, or a count stopped too early.

    `points` has the points of each step, None for a step without points; the message counts steps from 1.

    >>> str(explain_claim([2, None, 7], 2))
    'The claim stops before step 3: what comes from there on is missing.'
    >>> str(explain_claim([2, 4, 3], 5))
    'The claim leaves out step 2.'
    >>> str(explain_claim([2, 4, 3], 12))
    'The claim counts step 3 twice.'
    >>> str(explain_claim([-15], -10))
    'The claim is 5 more than the steps add up to.'
    """
    counted = [(number, value) for number, value in enumerate(points, 1) if value]
    total = sum(value for _, value in counted)
    before = 0
    for number, value in counted:
        if before == claim and number != counted[0][0]:
            return Message("The claim stops before step {number}: what comes from there on is missing.", number=number)
        before += value
    for number, value in counted:
        if total - value == claim and len(counted) > 1:
            return Message("The claim leaves out step {number}.", number=number)
    for number, value in counted:
        if total + value == claim and len(counted) > 1:
            return Message("The claim counts step {number} twice.", number=number)
    if claim > total:
        return Message("The claim is {count} more than the steps add up to.", count=claim - total)
    return Message("The claim is {count} less than the steps add up to.", count=total - claim)
