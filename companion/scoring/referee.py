"""The referee: find a question by its key, validate its fields and answer it with the game's engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.game import Answer, Message, Question, RuleError, entry_keys, one_of, shown
from companion.game.results import Verdict
from companion.games import all_games
from companion.scoring.claim_check import check_claim
from companion.scoring.sheet_errors import SheetError

_QUESTION, _ASK, _CLAIM = Message("the question"), Message("ask"), Message("claim")


@cache
def all_questions() -> Mapping[str, Question]:
    """Return all questions by key, in the order of the games; their modules are imported on first use."""
    return MappingProxyType({question.key: question for game in all_games().values() for question in game.questions})


def find(ask_key: Any) -> Question:
    """Return the question with a key such as "luz/trick"; raise `SheetError` if there is none."""
    game = all_games().get(ask_key.partition("/")[0]) if type(ask_key) is str else None
    # A valid key imports the parts of its own game only.
    if game and (question := next((question for question in game.questions if question.key == ask_key), None)):
        return question
    questions = all_questions()
    try:
        return questions[one_of(ask_key, _ASK, questions)]
    except RuleError as error:
        raise SheetError(error.message) from None


def answer(value: Any) -> tuple[Question, Answer]:
    """Answer a question given as plain JSON values; return it with its answer. Does not modify `value`.

    Raises `SheetError` if the question is invalid.
    """
    try:
        entry_keys(value, _QUESTION, ("ask",), value)
        question = find(value["ask"])
        entry_keys(value, _QUESTION, ("ask", *question.fields), (*question.optional, *["claim"] * question.claims))
        if "claim" in value and type(value["claim"]) is not int:
            raise RuleError(
                Message("{what} must be a whole number, not {value}", what=_CLAIM, value=shown(value["claim"]))
            )
        fields = {key: field_value for key, field_value in value.items() if key not in ("ask", "claim")}
        result = question.answer(fields)
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
    return {
        "ask": question.key,
        "verdict": dict(result.verdict),
        "steps": [step.as_json() for step in result.steps],
    }
