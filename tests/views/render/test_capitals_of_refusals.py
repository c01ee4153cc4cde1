"""What is refused is told in a sentence that begins with a capital, in every game and on every page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from companion.game import Message, Refusal, Seat
from companion.games import all_games
from companion.views.render.template_helpers import sentence
from tests.support.phones import Phone, bets, notice, totals


def _refusals() -> list[Refusal]:
    return [refusal for game in all_games().values() for refusal in game.refusals]


def test_refusals_of_engines_begin_with_a_capital_on_pages(app: Flask) -> None:
    refusals = _refusals()
    assert len(refusals) > 60
    with app.test_request_context():
        for refusal in refusals:
            fields = re.findall(r"\{(\w+)\}", refusal.singular)
            told = refusal.of(2, **{name: Message("a tile") for name in fields if name != "count"})
            assert not sentence(told)[0].islower(), refusal.singular
            assert not sentence(refusal.title)[0].islower(), refusal.title.singular


def test_a_name_stays_as_its_player_writes_it(app: Flask) -> None:
    with app.test_request_context():
        assert sentence(Message("{seat} has no marker", seat=Seat(0)), ["ann"]) == "ann has no marker"
        assert sentence(Message("{who}: no", who="de Bruin")) == "de Bruin: no"


@pytest.mark.parametrize(
    ("game", "options", "entries", "sentence"),
    [
        ("luz", {}, [bets("2 3 4 1"), totals("9 3 4 1")], "The tricks add up to 17, not 10"),
        ("open", {"title": "Golf", "rounds": "3"}, [{"seat": 0, "n0": "-3"}], "The points of Ann cannot be −3"),
    ],
)
def test_a_notice_begins_with_a_capital(host: Phone, game: str, options: Any, entries: Any, sentence: str) -> None:
    session = host.open(game, ["Ann", "Ben", "Cleo", "Dan"], **options)
    for entry in entries:
        answer = host.enter(session, entry)
    assert answer.status_code == 422 and sentence in notice(answer)
