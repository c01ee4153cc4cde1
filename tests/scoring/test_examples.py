"""Every game's examples (tests/examples/<game>/*.json): counted by hand or taken from the rulebook, never from us."""

import json
import re
from pathlib import Path

from hypothesis import given

from companion.games import all_games
from companion.scoring.scoresheet import result
from tests.games.salamanca.strategies import sheets as salamanca_sheets
from tests.support.each_row import each_row
from tools.bench.scorers.beside import SCORERS, examples
from tools.bench.sheets import random_sheets

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = sorted(FOLDER.glob("*/*.json"))


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def disagreements(expected, actual, where="result"):
    """What an example says and the result does not: objects may say less, lists are whole."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            line
            for key, value in expected.items()
            for line in (
                disagreements(value, actual[key], f"{where}.{key}") if key in actual else [f"{where}.{key} is missing"]
            )
        ]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for index, pair in pairs for line in disagreements(*pair, f"{where}[{index}]")]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{where}: expected {expected}, got {actual}"]


def readable(rules, step, names):
    """Hold a step to its rule and to a sentence that people can read."""
    rule = rules[step.rule]
    assert str(rule.place).strip() and str(rule.title).strip() and str(rule.text).strip()
    sentence = rule.sentence(step).text(names=names)
    assert sentence.strip() and not set("{}<>") & set(sentence), sentence
    assert not re.search(r"\bseat \d", sentence), "a player is called by name: " + sentence


@each_row("key", all_games())
def test_every_game_has_examples(key):
    assert list((FOLDER / key).glob("*.json")), f"put examples in tests/examples/{key}"


@each_row("path", EXAMPLES)
def test_example_says_where_it_is_from_and_what_comes_out(path):
    example = load(path)
    assert set(example) == {"source", "sheet", "result"}
    assert len(example["source"]) > 10
    assert example["sheet"]["game"] == path.parent.name
    assert example["result"]


@each_row("path", EXAMPLES)
def test_example_comes_out(path):
    example = load(path)
    assert disagreements(example["result"], result(example["sheet"])) == []


@each_row("game", SCORERS)
def test_plain_scorers_of_the_benchmark_count_the_same(game):
    sheets = [*examples(game), *random_sheets(game, 2)]
    assert [SCORERS[game](sheet) for sheet in sheets] == [result(sheet)["totals"] for sheet in sheets]


@given(salamanca_sheets(board=False))
def test_a_plain_scorer_counts_games_without_a_board_the_same(sheet):
    assert SCORERS["salamanca"](sheet) == result(sheet)["totals"]
