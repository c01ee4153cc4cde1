"""Two phones answer one question from pages of one version, as when one is offline or late: it is answered once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, bets, hand, totals, trick
from tests.support.tap_games import GAMES, NAMES

Fields = Mapping[str, Any]
CARDS = {"end": "1", "c0": ["8", "7"], "c1": ["6", "5"]}


@dataclass(frozen=True)
class Question:
    """The form at an address of a table on which some entries stand, and two answers.

    Where `also` is set, both may stand; where `asks` is set, the same one again is asked about.
    """

    sheet: Mapping[str, Any]
    answer: Fields
    other: Fields | None = None
    before: Fields | None = None
    path: str = "enter"
    also: bool = False
    asks: bool = False


def of(kind: str, entries: int, *answers: Fields | None, **given: Any) -> Question:
    """In a game of this kind after so many of its entries."""
    game = GAMES[kind](Random(1), False)
    return Question({**game.sheet, "entries": game.entries[:entries]}, *answers, **given)


def luz(*answers: Fields, **given: Any) -> Question:
    return of("luz", 0, *answers, before=bets("0 1 2"), **given)


def sheet(answer: Fields, other: Fields, **options: Any) -> Question:
    head = {"format": 1, "game": "open", "players": NAMES[:2], "entries": []}
    return Question({**head, "options": {"name": "Harbour", **options}}, answer, other)


def tile(*taps: str) -> Fields:
    return {"tap": taps}


# Where all said the same, and one said something else: the fields that are typed into the form.
QUESTIONS = {
    "the bets of Luz": of("luz", 0, bets("3 2 1"), bets("3 2s 1")),
    "a trick of Luz": luz(trick(1, 0), trick(1, 1)),
    "the totals of Luz": luz(totals("5 3 2"), totals("4 4 2"), path="enter?totals=1"),
    "a hand of 5211": of("5211", 0, hand(0, "G1 G2 Y3 O2"), hand(0, "G1 G2 Y3 B1")),
    "a wall of Azul": of("azul", 0, {"r1": "1"}, {"r1": "2"}),
    "a tile of Ingenious by points": of("ingenious by points", 0, tile("r3", "b1"), tile("r4", "b1")),
    "a tile of Ingenious on the board": of(
        "ingenious on the board", 0, tile("r", "b", "0.-4", "0.-3"), tile("r", "b", "1.-5", "1.-4")
    ),
    "a swap of Ingenious": of("ingenious by points", 1, {"swap": "0"}),
    "the start of Salamanca": of(
        "salamanca on the board", 0, {"tile": "lake", **tile("1.1")}, {"tile": "lake", **tile("2.2")}, also=True
    ),
    "the cards of Salamanca": of("salamanca on the board", 1, CARDS, CARDS | {"c0": ["8", "4"]}),
    "a tile in a turn of Salamanca": of(
        "salamanca on the board", 2, {"tile": "lake", **tile("1.1")}, {"tile": "lake", **tile("8.8")}
    ),
    "the end of a turn of Salamanca": of("salamanca on the board", 2, {"end": "1"}),
    "a sale of Salamanca without a board": of(
        "salamanca without a board", 0, {"do": "sale", "end": "1", **tile("seat.0", "farm")},
        {"do": "sale", "end": "1", **tile("seat.1", "farm")}, also=True, asks=True,
    ),
    "a tax of Salamanca without a board": of(
        "salamanca without a board", 0, {"end": "1", "q0": "1"}, {"end": "1", "q0": "2"}, path="enter?do=tax"
    ),
    "a number of the open sheet": of("open", 0, {"n0": "7"}, {"n0": "9"}),
    "the lines of an open sheet": sheet({"n0": "7"}, {"n0": "9"}, rounds=None, lines=[{"name": "cards", "factor": 2}]),
    "the end of an open sheet": sheet({"won": "1"}, {"won": "0"}, cooperative=True),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "differs"),
    [(name, differs) for name, one in QUESTIONS.items() for differs in (False, True) if one.other or not differs],
)
def test_one_question_is_answered_once(host: Phone, phone: Callable[..., Phone], name: str, differs: bool) -> None:
    asked = QUESTIONS[name]
    text = json.dumps(asked.sheet)
    session = host.post("/import/open", {"text": text, "key": "a" * 16}).location.split("/")[2]
    if asked.before:
        assert host.enter(session, asked.before).status_code == 303
    late = phone().join(host, session)
    version = host.version(session)
    form = parse(host.page(f"/t/{session}/{asked.path}")).by_id("entry")
    given: dict[str, Any] = {key: value for key, value in form.fields if key not in ("act", "version")}
    answer = host.enter(session, given | asked.answer, seen=version, headers=HTMX)
    assert answer.status_code == 200, answer.text
    made = host.version(session)
    assert made > version
    second = asked.other if differs and asked.other else asked.answer
    again = late.enter(session, given | second, seen=version, headers=HTMX)
    expected = (200 if asked.also else 409) if differs else (422 if asked.asks else 200)
    assert again.status_code == expected, again.text
    assert host.version(session) == made + (asked.also and differs)
