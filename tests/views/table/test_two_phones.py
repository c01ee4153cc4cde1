"""Two phones at one question answer it once; what an act was meant for decides about it, not when it comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, bets, hand, notice, totals, trick
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


@pytest.mark.parametrize("differs", [False, True])
@each_row("name", QUESTIONS)
def test_one_question_is_answered_once(host: Phone, phone: Phones, name: str, differs: bool) -> None:
    asked = QUESTIONS[name]
    if differs and not asked.other:
        return
    session = bring(host, asked.sheet)
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
    second = asked.other if differs else asked.answer
    again = late.enter(session, {**given, **(second or {})}, seen=version, headers=HTMX)
    expected = (200 if asked.also else 409) if differs else (422 if asked.asks else 200)
    assert again.status_code == expected, again.text
    assert host.version(session) == made + (asked.also and differs)


RED_3, RED_4 = ({"tap": [f"r{points}", "b1"]} for points in (3, 4))
ANN, BEN = {"seat": 0}, {"seat": 1}
ANNS = hand(0, "G1 G2 Y3 O2")


@pytest.fixture
def other(phone: Phones) -> Phone:
    return phone()


def table(host: Phone, other: Phone, game: str, **options: Any) -> str:
    """A table of the host that the other phone has joined, too."""
    players = ["Ann", "Ben", "Cleo"][: 3 if game == "luz" else 2]
    session = host.open(game, players, **options)
    other.join(host, session)
    return session


def enter(phone: Phone, session: str, fields: Any, asked: str, version: int) -> Any:
    return phone.act(session, "enter", {**fields, "question": asked}, seen=version, headers=HTMX)


def test_another_tile_for_the_same_turn_can_be_the_next(host: Phone, other: Phone) -> None:
    session = table(host, other, "ingenious")
    enter(host, session, RED_3 | ANN, "1", 0)
    refused = enter(other, session, RED_4 | ANN, "1", 0)
    assert refused.status_code == 409 and "Enter mine for Tile of Ben" in refused.text
    form = parse(refused.text).find("button", "Enter mine for Tile of Ben").form
    assert form
    fields, taps = dict(form.fields), form.values("tap")
    assert fields["question"] == "2" and fields["seat"] == "1" and taps == ["r4", "b1"]
    assert enter(other, session, {"tap": taps, "seat": fields["seat"]}, "2", int(fields["version"])).status_code == 200
    entries = host.get(f"/t/{session}/scoresheet.json").json["entries"]
    assert [entry["seat"] for entry in entries] == [0, 1]


def test_other_cards_for_a_round_can_correct_those_that_stand(host: Phone, other: Phone) -> None:
    """Read as what the table asks by now, they would be a turn in which nothing is done."""
    session = bring(host, of("salamanca on the board", 1).sheet)
    other.join(host, session)
    version = host.version(session)
    assert enter(host, session, CARDS, "2", version).status_code == 200
    refused = enter(other, session, CARDS | {"c0": ["8", "4"]}, "2", version)
    assert refused.status_code == 409 and "nothing" not in refused.text and "Enter mine" not in refused.text
    link = parse(refused.text).find("link", "Correct Entry 2 to mine")
    assert "8, 4" in refused.text and "What changes" in other.page(link.attributes["href"])


def test_a_hand_for_a_round_that_is_over_does_not_go_into_the_next(host: Phone, other: Phone) -> None:
    session = table(host, other, "5211")
    enter(host, session, ANNS, "1", 0)
    enter(host, session, hand(1, "G3 T3 Y2 O3"), "1", 1)
    assert enter(other, session, hand(1, "G3 T3 Y2 O3"), "1", 0).status_code == 200
    assert enter(other, session, hand(1, "B3 B4 Y4 O3"), "1", 0).status_code == 409
    assert "hand" not in str(host.get(f"/t/{session}/session.json").json.get("draft", {}))


def test_the_question_outlives_changes_of_earlier_entries(host: Phone, other: Phone) -> None:
    session = table(host, other, "luz")
    for taken in ("1 2 7", "7 2 1"):
        host.enter(session, bets("1 1 1"))
        host.enter(session, totals(taken))
    asked, version = parse(other.page(f"/t/{session}/enter")).values("question")[0], other.version(session)
    assert host.act(session, "entries/1/remove").status_code == 303
    assert enter(other, session, bets("2 2 2"), asked, version).status_code == 200


def test_a_question_that_is_not_asked_any_more_is_told(host: Phone, other: Phone) -> None:
    session = table(host, other, "ingenious")
    enter(host, session, RED_3 | ANN, "1", 0)
    host.act(session, "undo")
    assert enter(other, session, RED_4 | BEN, "2", 1).status_code == 409
    assert enter(other, session, RED_4 | BEN, "no such question", 2).status_code == 409
    assert enter(host, session, RED_4 | ANN, "1", 0).status_code == 200, "the first one is asked again"


def test_an_undo_of_two_phones_is_one_whatever_came_between(host: Phone, other: Phone) -> None:
    session = table(host, other, "5211")
    enter(host, session, ANNS, "1", 0)
    version = host.version(session)
    other.act(session, "sit", {"seat": 1})
    for phone in (host, other):
        assert phone.act(session, "undo", {"event": 1}, seen=version, headers=HTMX).status_code == 200
    enter(host, session, ANNS, "1", host.version(session))
    later = other.act(session, "undo", {"event": 1}, seen=version, headers=HTMX)
    assert later.status_code == 200 and host.version(session) == version + 3, "what it was drawn for is undone already"


def test_an_undo_of_what_is_not_the_last_any_more_is_told(host: Phone, other: Phone) -> None:
    session = table(host, other, "5211")
    enter(host, session, ANNS, "1", 0)
    enter(other, session, hand(1, "G3 T3 Y2 O3"), "1", 1)
    refused = host.act(session, "undo", {"event": 1}, seen=1, headers=HTMX)
    assert refused.status_code == 409 and notice(refused)


def test_a_game_that_two_phones_stop_is_stopped_once(host: Phone) -> None:
    session = host.open("luz")
    host.enter(session, bets("3 2 1 0"))
    for _ in range(2):
        assert host.act(session, "end", seen=1, headers=HTMX).status_code == 200
    assert host.version(session) == 2
