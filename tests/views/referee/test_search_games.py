"""The words that games list for the search are about what there is, also in a game by others; nothing makes it hang."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game import Game, Message
from companion.game.pages.parts import GameParts
from companion.game.pages.words import Words
from companion.games import all_games
from companion.scoring.referee import all_questions
from companion.views.referee import search as referee_search
from tests.support.each_row import each_row
from tests.support.own_games import own_games

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


@pytest.mark.parametrize("words", ["ball", "球掉到水裡怎麼辦", "高尔夫球", "is the ball out of bounds", "golf strokes"])
def test_a_game_of_another_package_is_found_by_its_words(app: Flask, golf: Game, words: str) -> None:
    with app.test_request_context():
        results = referee_search.search(words)
        assert results[0].rule == "golf/hole"
        assert results[0].game is golf
        assert [result.rule for result in referee_search.search(words, "golf")] == ["golf/hole"]


LONG = (
    "城堡算誰的" * 200,
    "tile on the floor " * 56,
    "".join(chr(0x4E00 + place) for place in range(1000)),
    "墩" * 1000,
    " ".join(f"a{place}b" for place in range(200)),
    "十百" * 500,
    "1" * 1000,
    "😀\0\ud800" * 333,
)


@each_row("words", LONG)
def test_long_and_odd_words_are_answered(app: Flask, words: str) -> None:
    with app.test_request_context():
        for _ in range(20):
            assert len(referee_search.search(words)) <= referee_search.MOST


# Of any characters hardly ever something is found; of these words always.
KNOWN_WORDS = st.sampled_from(("tie", "points", "tile", "trick", "bet", "wall", "score", "end", "平手", "得分"))
TYPED = st.text(max_size=80) | st.lists(KNOWN_WORDS, min_size=1, max_size=6).map(" ".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=TYPED, game=st.sampled_from(sorted(own_games())))
def test_whatever_is_typed_a_chosen_game_holds(app: Flask, words: str, game: str) -> None:
    with app.test_request_context():
        assert {hit.game.key for hit in referee_search.search(words, game)} <= {game}
