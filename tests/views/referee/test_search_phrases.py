"""What people say at a table finds what answers it: the first hit in nine of ten phrases, the first three in all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opencc import OpenCC

from companion.game import Game, Message
from companion.game.pages.parts import GameParts, Words
from companion.games import all_games
from companion.scoring.referee import all_questions
from companion.views.referee import referee as referee_search
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.page_tree import parse

FOLDER = Path(__file__).parents[2] / "phrases"
_LINE = re.compile(r"(?P<words>[^|\[]+?)\s*(?:\[(?P<game>\w+)\])?\s*\|\s*(?P<answers>\S.*)")
_HIT = re.compile(r'href="/(referee|rules)/(\w+)/([\w-]+)')


class Phrase(NamedTuple):
    """What is typed, the game that is chosen or "", and the questions ("?key/name") and rules that answer it.

    The answer "-" is that nothing is found.
    """

    words: str
    game: str
    answers: frozenset[str]

    def is_answered(self, hit: list[str], most: int) -> bool:
        """Whether one of the first hits answers it."""
        return not hit if self.answers == {"-"} else bool(self.answers & set(hit[:most]))


@cache
def phrases(language: str) -> list[Phrase]:
    source, _, script = language.partition("-")
    text = (FOLDER / f"{source}.txt").read_text("utf-8")
    lines = (OpenCC("tw2sp").convert(text) if script else text).splitlines()
    matches = [_LINE.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert all(matches)
    return [
        Phrase(match["words"], match["game"] or "", frozenset(match["answers"].split())) for match in matches if match
    ]


def hits(client: FlaskClient, words: str, game: str = "") -> list[str]:
    """The questions and rules that the page lists, in its order."""
    page = client.get("/referee", query_string={"q": words, "game": game}).text
    listed = page.split('id="found"')[1].split("</main>")[0]
    return [("?" if kind == "referee" else "") + f"{key}/{name}" for kind, key, name in _HIT.findall(listed)]


# The file of phrases, the language of the phone, and how many of them are answered at the first place and among three.
SETS = [
    ("en", "en", 0.9, 1),
    ("zh", "zh_Hant", 0.9, 1),
    ("zh-simplified", "zh_Hans", 0.9, 1),
    ("asked/en", "en", 0.9, 0.98),
    ("asked/zh_Hant", "zh_Hant", 0.9, 0.98),
    ("asked/zh_Hans", "zh_Hans", 0.9, 0.98),
    ("asked/everyday", "en", 0.9, 0.98),
    ("mixed", "en", 0.93, 0.98),
    ("asked/later", "en", 0.93, 0.98),
    ("asked/unseen", "en", 0.93, 0.98),
    ("asked/fresh", "en", 0.93, 0.98),
    ("asked/more", "en", 0.85, 0.95),
    ("asked/unsighted", "en", 0.9, 0.98),
]


@each_row(("name", "language", "least", "among_three"), SETS)
def test_what_people_say_finds_the_answer(
    client: FlaskClient, name: str, language: str, least: float, among_three: float
) -> None:
    client.set_cookie("language", language)
    known = {f"?{key}" for key in all_questions()} | {rule for game in own_games().values() for rule in game.rules}
    results = {phrase: hits(client, phrase.words, phrase.game) for phrase in phrases(name)}
    assert len(results) >= 30 and all(phrase.answers <= known | {"-"} for phrase in results)
    first, third = ([phrase for phrase, hit in results.items() if phrase.is_answered(hit, most)] for most in (1, 3))
    missed = {phrase.words: hit[:3] for phrase, hit in results.items() if phrase not in third}
    assert len(first) >= least * len(results) and len(third) >= among_three * len(results), missed


def test_nonsense_finds_nothing(client: FlaskClient) -> None:
    asked = [phrase for phrase in phrases("asked/everyday") if phrase.answers == {"-"}]
    assert [hits(client, phrase.words) for phrase in asked] == [[]] * 10


def test_a_rule_that_is_asked_for_comes_before_its_form(client: FlaskClient) -> None:
    for words, rule, form in (
        ("how much tax", "salamanca/taxed", "?salamanca/estate"),
        ("what is a rooster worth", "5211/cards", "?5211/round"),
        ("地板排怎麼扣分嗎", "azul/floor", "?azul/floor"),
    ):
        found = hits(client, words)
        assert found.index(rule) < found.index(form), words
    assert hits(client, "floor line with 3 tiles")[0] == "?azul/floor", "a case, not the rule"


OWN_WORDS = {
    "azul": "floor line, pattern line, broken tiles, grey wall, 地板排, 花樣排, 瓷磚, 灰牆, 花磚物語, 花砖物语",
    "5211": "rooster, chicken, score pile, draw pile, 公雞, 公鸡, 雞, 分數堆, 抽牌堆",
    "ingenious": "marker, rack, symbol, duel, extra placement, 18, 計分標記, 板塊架, 對決, 額外放置, 对决, 板块架",
    "luz": "trick, bead, bet, trump, suit, safety bead, 墩, 珠子, 下注, 王牌, 跟牌, 安全彩珠, 赌注",
    "salamanca": "castle, squire, noble, rats, locusts, vineyard, estate, tax, 城堡, 侍從, 贵族, 老鼠, 葡萄园, 稅",
}


@each_row("key", OWN_WORDS)
def test_each_word_that_one_game_has_leads_to_that_game(client: FlaskClient, key: str) -> None:
    for word in OWN_WORDS[key].split(", "):
        assert {hit.strip("?").split("/")[0] for hit in hits(client, word)[:3]} == {key}, word


def test_either_script_and_either_way_of_writing_a_number_finds_the_same(client: FlaskClient) -> None:
    for first, other in (
        ("彩珠下注", "彩珠下注"),
        ("誰贏這墩", "谁赢这墩"),
        ("超過18分", "超过 十八 分"),
        ("grey wall", "Gray walls"),
    ):
        assert hits(client, first) == hits(client, other) != []


def test_each_hit_names_its_game(client: FlaskClient) -> None:

    def listed(**query: str) -> list[list[str]]:
        """Title and game of each hit."""
        page = parse(client.get("/referee", query_string=query).text)
        return [hit.bold for hit in page.by_id("found").find("list").find_all("listitem")]

    asked = [game for title, game in listed(q="who comes first") if title == "Who comes first?"]
    assert sorted(asked) == ["5211", "Azul", "Ingenious", "Luz"]
    assert {game for _, game in listed(game="azul")} == {"Azul"}
    titles = {game.title.text() for game in all_games().values()}
    for words in ("floor", "平手", "castle", "can I place here"):
        hits = listed(q=words)
        assert hits and all(game in titles for _, game in hits)


GOLF = Words(same=("ball, balls, 球, 高爾夫球",), about={"golf/hole": "ball in the water, out of bounds, 球掉到水裡"})


@each_row("key", own_games())
def test_the_words_of_a_game_are_about_rules_and_questions_that_it_has(key: str) -> None:
    game, words = all_games()[key], all_games()[key].words or Words()
    questions = {f"?{question}" for question in all_questions() if question.startswith(f"{key}/")}
    assert set(words.about) <= questions | set(game.rules)
    for listed in (*words.same, *words.about.values()):
        terms = [term.strip() for term in listed.split(",")]
        assert len(terms) == len(set(terms)), listed
        assert all(terms), listed


@pytest.fixture
def golf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """A game of another package, of which the search knows the rules and the words."""
    luz = all_games()["luz"]
    parts = GameParts(form=luz.form, words=GOLF)
    rule = replace(luz.rules["luz/trump"], title=Message("A hole"), text=Message("Fewest strokes."))
    game = replace(luz, key="golf", title=Message("Golf"), parts=lambda: parts, rules={"golf/hole": rule})
    monkeypatch.setattr(referee_search, "all_games", lambda: MappingProxyType({**all_games(), "golf": game}))
    referee_search._search.cache_clear()
    yield game
    referee_search._search.cache_clear()


@each_row("words", ["ball", "球掉到水裡怎麼辦", "高尔夫球", "is the ball out of bounds", "golf strokes"])
def test_a_game_of_another_package_is_found_by_its_words(app: Flask, golf: Game, words: str) -> None:
    with app.test_request_context():
        results = referee_search.search(words)
        assert results[0].rule == "golf/hole"
        assert results[0].game is golf
        assert [result.rule for result in referee_search.search(words, "golf")] == ["golf/hole"]


# Of any characters hardly ever something is found; of these words always.
KNOWN_WORDS = st.sampled_from(("tie", "points", "tile", "trick", "bet", "wall", "score", "end", "平手", "得分"))
TYPED = st.text(max_size=80) | st.lists(KNOWN_WORDS, min_size=1, max_size=6).map(" ".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=TYPED, game=st.sampled_from(sorted(own_games())))
def test_whatever_is_typed_a_chosen_game_holds(app: Flask, words: str, game: str) -> None:
    with app.test_request_context():
        assert {hit.game.key for hit in referee_search.search(words, game)} <= {game}
