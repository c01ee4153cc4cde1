"""What people say at a table finds what answers it: the first hit in nine of ten phrases, the first three in all."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from flask.testing import FlaskClient
from opencc import OpenCC

from companion.scoring.referee import all_questions
from tests.support.own_games import own_games

FOLDER = Path(__file__).parent.parent / "phrases"
LANGUAGES = {"en": "en", "zh": "zh_Hant", "zh-simplified": "zh_Hans"}
_LINE = re.compile(r"(?P<words>[^|\[]+?)\s*(?:\[(?P<game>\w+)\])?\s*\|\s*(?P<answers>\S.*)")
_HIT = re.compile(r'href="/(referee|rules)/(\w+)/([\w-]+)')


class Phrase(NamedTuple):
    """What is typed, the game that is chosen or "", and the questions ("?key/name") and rules that answer it."""

    words: str
    game: str
    answers: frozenset[str]


@cache
def phrases(language: str) -> list[Phrase]:
    source, _, script = language.partition("-")
    text = (FOLDER / f"{source}.txt").read_text("utf-8")
    lines = (OpenCC("tw2sp").convert(text) if script else text).splitlines()
    found = [_LINE.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert all(found)
    return [Phrase(one["words"], one["game"] or "", frozenset(one["answers"].split())) for one in found if one]


def hits(client: FlaskClient, words: str, game: str = "") -> list[str]:
    """The questions and rules that the page lists, in its order."""
    page = client.get("/referee", query_string={"q": words, "game": game}).text
    listed = page.split('id="found"')[1].split("</main>")[0]
    return [("?" if kind == "referee" else "") + f"{key}/{name}" for kind, key, name in _HIT.findall(listed)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_phrases_are_of_all_games_and_their_answers_exist(language: str) -> None:
    known = {f"?{key}" for key in all_questions()} | {rule for game in own_games().values() for rule in game.rules}
    assert len(phrases(language)) >= 60
    for phrase in phrases(language):
        assert phrase.answers <= known, phrase
    for key in own_games():
        about = [phrase for phrase in phrases(language) if any(key in answer for answer in phrase.answers)]
        assert len(about) >= 10, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_say_finds_the_answer(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", LANGUAGES[language])
    found = {phrase: hits(client, phrase.words, phrase.game) for phrase in phrases(language)}
    first = [phrase for phrase, hit in found.items() if phrase.answers & set(hit[:1])]
    missed = {phrase.words: hit[:3] for phrase, hit in found.items() if not phrase.answers & set(hit[:3])}
    later = {phrase.words: hit[:3] for phrase, hit in found.items() if phrase not in first}
    assert missed == {}, f"{len(missed)} of {len(found)}"
    assert len(first) >= 0.9 * len(found), later


def test_words_that_nobody_thought_of_find_it_too(client: FlaskClient) -> None:
    found = [(phrase.answers, hits(client, phrase.words, phrase.game)) for phrase in phrases("mixed")]
    assert sum(bool(answers & set(hit[:1])) for answers, hit in found) >= 0.8 * len(found)
    assert sum(bool(answers & set(hit[:3])) for answers, hit in found) >= 0.93 * len(found)


def test_each_hit_names_its_game(client: FlaskClient) -> None:
    page = client.get("/referee", query_string={"q": "who comes first"}).text.split('id="found"')[1]
    found = re.findall(r"<b>Who comes first\?</b><small>([^:<]+):", page)
    assert sorted(found) == ["5211", "Azul", "Ingenious", "Luz"]
    assert "<small>Azul: " in client.get("/referee?game=azul").text


def test_a_chosen_game_holds_while_searching(client: FlaskClient) -> None:
    for game in own_games():
        for words in ("tie", "points", "平手", "end"):
            assert {hit.strip("?").split("/")[0] for hit in hits(client, words, game)} <= {game}
