"""Every question alike: the examples come out, claims are judged, and whatever is wrong is a sentence."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from companion.games import all_games
from companion.scoring.questions import all_questions, answer, ask, find
from companion.scoring.scoresheet import SheetError
from tests.scoring.test_examples import FOLDER, disagreements, load, readable
from tests.scoring.test_replay import JUNK, spoiled
from tests.support.asking import refusal
from tests.support.each_row import each_row
from tests.support.tries import tries

EXAMPLES = sorted(FOLDER.glob("*/questions/*.json"))
EACH_EXAMPLE = each_row("path", EXAMPLES)
QUESTIONS = {path: load(path)["question"] for path in EXAMPLES}
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]
BET = {"ask": "luz/bet", "deal": 1, "beads": 3, "safety": True, "tricks": 4}


@each_row("key", all_questions())
def test_every_question_has_examples_and_says_what_it_is(key):
    question = find(key)
    assert [value for value in QUESTIONS.values() if value["ask"] == key], f"put examples of {key} in tests/examples"
    for text in (question.title, question.help):
        assert str(text).strip()
    assert not {"ask", "claim", *question.fields} & set(question.optional)
    assert [game.key for game in all_games().values() if question in game.questions] == [key.split("/")[0]]


@EACH_EXAMPLE
def test_example_comes_out(path):
    example = load(path)
    assert set(example) == {"source", "question", "answer"} and len(example["source"]) > 10
    question = example["question"]
    assert question["ask"].split("/")[0] == path.parts[-3]
    answered = ask(question)
    assert disagreements(example["answer"], answered) == []
    assert set(answered) == {"ask", "verdict", "steps"} and answered["ask"] == question["ask"]
    assert ("claim_right" in answered["verdict"]) == ("claim" in question)
    assert json.loads(json.dumps(answered)) == answered


@EACH_EXAMPLE
def test_an_answer_can_be_read_and_its_steps_make_its_points(path):
    value = QUESTIONS[path]
    question, answered = answer(value)
    rules = all_games()[question.key.split("/")[0]].rules
    for step in answered.steps:
        readable(rules, step, NAMES)
    for text in (answered.headline, answered.subline):
        assert text is None or (str(text).strip() and not set("{}<>") & set(text.text(names=NAMES)))
    points = sum(step.points or 0 for step in answered.steps)
    if answered.judge is not None:  # more than one number can be right: the steps are what they have in common
        assert answered.number is None
    elif question.key == "salamanca/fee":  # told as a cost, and paid only where there is enough money
        assert points == (-(answered.number or 0) if answered.verdict["allowed"] else 0)
    else:
        assert points == (answered.number or 0)
    for other in answered.alternatives:
        assert rules[other.rule].is_ruling


@EACH_EXAMPLE
def test_a_claim_is_right_only_with_the_very_number(path):
    value = {key: part for key, part in QUESTIONS[path].items() if key != "claim"}
    question, answered = answer(value)
    if not question.claims:
        assert refusal({**value, "claim": 1}) == 'the question has an unknown key "claim"'
        assert answered.number is None
        return
    for claim in range(-20, 100):
        verdict = ask({**value, "claim": claim})["verdict"]
        is_right = claim == answered.number if answered.judge is None else answered.judge(claim)[0]
        assert verdict == {**answered.verdict, "claim_right": is_right}


@each_row(
    ("value", "sentence"),
    [
        (None, "the question must be an object, not null"),
        ({}, 'the question lacks the key "ask"'),
        ({"ask": "luz/bet"}, 'the question lacks the key "deal"'),
        (BET | {"seat": 1}, 'the question has an unknown key "seat"'),
        (BET | {"claim": True}, "claim must be a whole number, not true"),
        (BET | {"claim": None}, "claim must be a whole number, not null"),
    ],
)
def test_an_invalid_question_is_refused_with_a_sentence(value, sentence):
    assert refusal(value) == sentence


@each_row("key", ["", "luz", "luz/", "/bet", "luz/bett", "chess/mate", 1, None, True, ["luz/bet"], {}])
def test_an_unknown_question_is_a_sentence(key):
    sentence = refusal({"ask": key})
    assert sentence.startswith("ask must be one of ") and sentence.endswith(f"not {json.dumps(key)}")


def test_a_claim_may_be_as_large_as_it_likes():
    assert ask(BET | {"claim": 10**5000})["verdict"]["claim_right"] is False


def answered_or_refused(value):
    before = repr(value)
    try:
        json.dumps(ask(value))
    except SheetError as error:
        assert error.entry is None and 0 < len(error.text()) < 600
    assert repr(value) == before, "the question was changed"


@settings(max_examples=tries(300))
@given(st.data())
def test_a_spoiled_question_is_answered_or_refused(data):
    answered_or_refused(spoiled(data.draw, data.draw(st.sampled_from(list(QUESTIONS.values())))))


@pytest.mark.parametrize("key", all_questions())
@given(data=st.data())
def test_junk_for_the_fields_is_refused(key, data):
    question = find(key)
    fields = {field: data.draw(JUNK) for field in question.fields}
    answered_or_refused({"ask": key, **fields})


@given(JUNK)
def test_junk_for_a_question_is_refused(value):
    with pytest.raises(SheetError):
        ask(value)
