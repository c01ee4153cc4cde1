"""What is refused is told in a sentence that begins with a capital, in every game and on every page."""

from __future__ import annotations

import re

from flask import Flask

from companion.game import Message, Refusal, Seat
from companion.games import all_games
from companion.views.render.template_helpers import sentence


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
