"""The referee: find a question by its key, answer it with the game's engine, and explain a wrong claim."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.engine import Answer, Message, Question, RuleError, entry_keys, one_of, whole
from companion.engine.results import Verdict
from companion.games import all_games, find_game
from companion.scoring.scoresheet import SheetError


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
    # In some answers, such as a fee, the points of the steps are losses and do not add up to the number.
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


@cache
def all_questions() -> Mapping[str, Question]:
    """Return all questions by key, in the order of the games; their modules are imported on first use."""
    return MappingProxyType({question.key: question for game in all_games().values() for question in game.questions})


def find(ask_key: Any) -> Question:
    """Return the question with a key such as "luz/trick"; raise `SheetError` if there is none."""
    game = find_game(ask_key.partition("/")[0]) if type(ask_key) is str else None
    # A valid key imports the parts of its own game only.
    if game and (question := next((question for question in game.questions if question.key == ask_key), None)):
        return question
    questions = all_questions()
    try:
        return questions[one_of(ask_key, Message("ask"), questions)]
    except RuleError as error:
        raise SheetError(error.message) from None


def answer(value: Any) -> tuple[Question, Answer]:
    """Answer a question given as plain JSON values; return it with its answer. Does not modify `value`.

    Raises `SheetError` if the question is invalid.
    """
    what = Message("the question")
    try:
        entry_keys(value, what, ("ask",), value)
        question = find(value["ask"])
        entry_keys(value, what, ("ask", *question.fields), (*question.optional, *["claim"] * question.claims))
        if "claim" in value:
            whole(value["claim"], Message("claim"))
        result = question.answer(**question.read(value))
    except RuleError as error:
        raise SheetError(error.message) from None
    if "claim" in value:
        checked = check_claim(result, value["claim"])
        result = replace(result, verdict={**result.verdict, "claim_right": checked.is_right})
    return question, result


def ask(value: Any) -> Verdict:
    """Return the answer to a question as JSON values, as in docs/api.md; raise `SheetError` if it is invalid.

    >>> ask({"ask": "luz/bet", "deal": 1, "beads": 3, "safety": True, "tricks": 6, "claim": -10})["verdict"]
    {'made': False, 'points': -15, 'claim_right': False}
    """
    question, result = answer(value)
    return {"ask": question.key, "verdict": dict(result.verdict), "steps": [step.as_json() for step in result.steps]}
