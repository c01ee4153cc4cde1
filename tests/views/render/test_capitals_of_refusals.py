"""What is refused is told in a sentence that begins with a capital, in every game and on every page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.game import Message, Refusal, Seat
from companion.games import all_games
from companion.views.render.template_helpers import sentence
from tests.support.phones import Phone, bets, notice, totals

ROOT = Path(__file__).parents[3]
OF_PAGES = {"FormError", "SetupFormError", "GroupFull"}
"""Errors whose sentences are for pages only; those of engines also stand within others, so they begin small."""
NAMES = "fault|message|why|problem|refused|warning|too_many|ending|last_round|faults\\[name\\]"


def _called(path: Path) -> Iterator[tuple[str, str]]:
    """The names of errors that a file raises, each with the English text of its message."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            message = node.args[0]
            if isinstance(message, ast.Call) and message.args and isinstance(message.args[0], ast.Constant):
                yield node.func.id, str(message.args[0].value)


def _refusals() -> list[Refusal]:
    return [refusal for game in all_games().values() for refusal in game.refusals]


def test_errors_of_forms_begin_with_a_capital() -> None:
    texts = [text for path in ROOT.glob("companion/**/*.py") for name, text in _called(path) if name in OF_PAGES]
    assert len(texts) > 10
    assert [text for text in texts if text[0].islower()] == []


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


def test_templates_show_what_is_wrong_as_a_sentence() -> None:
    templates = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/**/*.html")]
    small = re.compile(rf"\{{\{{ (?:\w+\.)?(?:{NAMES})\|say\b")
    allowed = {
        "swap.fault|say",
        "ending|say",
        "last_round|say",
        "outcome.last_round|say",
        "sheet.last_round|say",
    }  # after "No swap now:"; results
    places = [(path.name, place) for path in templates for place in small.findall(path.read_text("utf-8"))]
    assert [place for place in places if place[1].removeprefix("{{ ") not in allowed] == []


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


def test_the_contract_of_the_command_line_keeps_its_texts() -> None:
    shown = (ROOT / "docs/scoresheet.md").read_text("utf-8")
    assert '{"error": "the tricks add up to 9, not 10", "entry": 1}' in shown
