"""Compare a claimed count with the correct one, and explain where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Answer, Message


@dataclass(frozen=True)
class CheckedClaim:
    """A claim, the correct number (None if the answer has none), and the likely reason of a wrong claim.

    Where more than one number can be right, `number` is None and `is_possible` says whether the claim is one of them.
    """

    claim: int
    number: int | None
    explanation: Message | None = None
    is_possible: bool | None = None

    @property
    def is_right(self) -> bool:
        """Whether the claim is the correct number, or one of them."""
        return self.claim == self.number if self.is_possible is None else self.is_possible


def check_claim(answer: Answer, claim: int) -> CheckedClaim:
    """Compare a claim with the number of an answer."""
    if answer.judge is not None:
        is_possible, sentence = answer.judge(claim)
        return CheckedClaim(claim, None, sentence, is_possible)
    number, points = answer.number, [step.points for step in answer.steps]
    if number is None:
        return CheckedClaim(claim, None, Message("There is nothing to count here."))
    # The steps of a fee do not add up to it: they take what it costs.
    is_explained = claim != number and sum(value or 0 for value in points) == number
    return CheckedClaim(claim, number, explain_claim(points, claim) if is_explained else None)


def explain_claim(points: Sequence[int | None], claim: int) -> Message:
    """Return the likely reason of a wrong claim: a step left out, a step counted twice, or a count stopped too early.

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
