"""Two phones at one question answer it once; the panel of two answers says in words what differs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from tests.support import acting
from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.long import mostly_long
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, bets, hand, notice, totals, trick
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


def of(kind, entries, *answers, **given):
    game = GAMES[kind](Random(1), False)
    return Question({**game.sheet, "entries": game.entries[:entries]}, *answers, **given)


def luz(*answers, **given):
    return of("luz", 0, *answers, before=bets("0 1 2"), **given)


def sheet(answer, other, **options):
    head = {"format": 1, "game": "open", "players": NAMES[:2], "entries": []}
    return Question({**head, "options": {"name": "Harbour", **options}}, answer, other)


def tile(*taps):
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
def test_one_question_is_answered_once_and_no_other_by_it(host, phone, name, differs):
    asked = QUESTIONS[name]
    if differs and not asked.other:
        return
    session = bring(host, asked.sheet)
    if asked.before:
        assert host.enter(session, asked.before).status_code == 303
    late = phone().join(host, session)
    version = host.version(session)
    form = parse(host.page(f"/t/{session}/{asked.path}")).by_id("entry")
    given = {key: value for key, value in form.fields if key not in ("act", "version")}
    elsewhere = late.enter(session, given | asked.answer | {"question": "99"}, seen=version, headers=HTMX)
    assert elsewhere.status_code == 409 and host.version(session) == version
    answer = host.enter(session, given | asked.answer, seen=version, headers=HTMX)
    assert answer.status_code == 200, answer.text
    made = host.version(session)
    assert made > version
    second = asked.other if differs else asked.answer
    again = late.enter(session, {**given, **(second or {})}, seen=version, headers=HTMX)
    expected = (200 if asked.also else 409) if differs else (422 if asked.asks else 200)
    assert again.status_code == expected, again.text
    assert host.version(session) == made + (asked.also and differs)


@pytest.mark.parametrize("language", mostly_long(["en", "zh-TW", "zh-CN"], 2))
@each_row("name", QUESTIONS)
def test_no_text_of_a_conflict_has_a_field_left_open(host, phone, name, language):
    """Neither in what a page says of a key, where a script puts the form's own values, nor in an answer."""
    asked, late = QUESTIONS[name], phone(language=language)
    session = bring(host, asked.sheet)
    if asked.before:
        host.enter(session, asked.before)
    late.join(host, session)
    page, version = parse(late.page(f"/t/{session}/{asked.path}")), host.version(session)
    fields = page.by_id("entry").fields
    for told in [element for element in page if "data-description" in element]:
        assert set(re.findall(r"{(.*?)}", told["data-description"])) <= {name for name, _ in fields}
    given = {key: value for key, value in fields if key not in ("act", "version")}
    host.enter(session, given | asked.answer, seen=version)
    for question in (given.get("question"), "99"):
        answer = late.enter(
            session, given | (asked.other or {"end": "1"}) | {"question": question}, seen=version, headers=HTMX
        )
        assert not re.search("[{}]", parse(answer.text).text)


def test_an_entry_for_what_was_taken_back_is_not_offered_to_the_question_before(host, other):
    session = table(host, other, "azul")
    for seat in (0, 1):
        enter(host, session, {"seat": seat, "r1": "1"}, "1", seat)
    seen = host.version(session)
    assert host.act(session, "undo").status_code == 303
    refused = enter(other, session, {"seat": 1, "r2": "1"}, "2", seen)
    assert refused.status_code == 409 and "Enter mine" not in refused.text


def test_what_differs_is_told_before_whose_seat_it_is(host, other):
    session = table(host, other, "azul")
    assert host.act(session, "sit", {"seat": 0}).status_code == 303
    seen = host.version(session)
    enter(host, session, {"seat": 0, "r1": "1"}, "1", seen)
    refused = enter(other, session, {"seat": 0, "r1": "2"}, "1", seen)
    assert refused.status_code == 409 and notice(refused).startswith("Not saved: meanwhile the table has")
    fields = dict(parse(refused.text).find("button", "Save mine instead").form.fields)
    asked = other.post(f"/t/{session}/enter", fields, HTMX)
    assert asked.status_code == 409 and notice(asked).startswith("Another phone holds the seat of Ann.")


RED_3, RED_4 = ({"tap": [f"r{points}", "b1"]} for points in (3, 4))
ANN, BEN = {"seat": 0}, {"seat": 1}
ANNS = hand(0, "G1 G2 Y3 O2")


@pytest.fixture
def other(phone):
    return phone()


def table(host, other, game, **options):
    players = ["Ann", "Ben", "Cleo"][: 3 if game == "luz" else 2]
    session = host.open(game, players, **options)
    other.join(host, session)
    return session


def enter(phone, session, fields, asked, version):
    return phone.act(session, "enter", {**fields, "question": asked}, seen=version, headers=HTMX)


def test_another_tile_for_the_same_turn_can_be_the_next_of_its_phones_own_seat(host, other):
    session = table(host, other, "ingenious")
    other.act(session, "sit", {"seat": 1})
    enter(host, session, RED_3 | ANN, "1", 0)
    refused = enter(other, session, RED_4 | ANN, "1", 0)
    assert refused.status_code == 409 and "Enter mine for Tile of Ben, move 2, Ben places" in refused.text
    form = parse(refused.text).find("button", "Enter mine for Tile of Ben, move 2, Ben places").form
    fields, taps = dict(form.fields), form.values("tap")
    assert fields["question"] == "2" and fields["seat"] == "1" and taps == ["r4", "b1"]
    assert enter(other, session, {"tap": taps, "seat": fields["seat"]}, "2", int(fields["version"])).status_code == 200
    entries = host.get(f"/t/{session}/scoresheet.json").json["entries"]
    assert [entry["seat"] for entry in entries] == [0, 1]


def test_a_tile_for_one_seat_is_not_offered_to_another(host, other):
    session = table(host, other, "ingenious")
    enter(host, session, RED_3 | ANN, "1", 0)
    refused = enter(other, session, RED_4 | ANN, "1", 0)
    assert refused.status_code == 409 and "Correct Move 1 to mine" in refused.text and "Enter mine" not in refused.text
    enter(host, session, RED_4 | BEN, "2", host.version(session))
    again = enter(other, session, RED_4 | ANN, "1", 0)
    assert "Enter mine for Tile of Ann, move 3, Ann places" in again.text


def test_other_cards_for_a_round_can_correct_those_that_stand(host, other):
    """Read as what the table asks by now, they would be a turn in which nothing is done."""
    session = bring(host, of("salamanca on the board", 1, CARDS).sheet)
    other.join(host, session)
    version = host.version(session)
    assert enter(host, session, CARDS, "2", version).status_code == 200
    refused = enter(other, session, CARDS | {"c0": ["8", "4"]}, "2", version)
    assert refused.status_code == 409 and "nothing" not in refused.text and "Enter mine" not in refused.text
    link = parse(refused.text).find("link", "Correct Entry 2 to mine")
    assert "8, 4" in refused.text and "What changes" in other.page(link.attributes["href"])


def test_a_hand_for_a_round_that_is_over_does_not_go_into_the_next(host, other):
    session = table(host, other, "5211")
    enter(host, session, ANNS, "1", 0)
    enter(host, session, hand(1, "G3 T3 Y2 O3"), "1", 1)
    assert enter(other, session, hand(1, "G3 T3 Y2 O3"), "1", 0).status_code == 200
    assert enter(other, session, hand(1, "B3 B4 Y4 O3"), "1", 0).status_code == 409
    assert "hand" not in str(host.get(f"/t/{session}/session.json").json.get("draft", {}))


def test_the_question_outlives_changes_of_earlier_entries(host, other):
    session = table(host, other, "luz")
    for taken in ("1 2 7", "7 2 1"):
        host.enter(session, bets("1 1 1"))
        host.enter(session, totals(taken))
    asked, version = parse(other.page(f"/t/{session}/enter")).values("question")[0], other.version(session)
    assert host.act(session, "entries/1/remove").status_code == 303
    assert enter(other, session, bets("2 2 2"), asked, version).status_code == 200


def test_a_question_that_is_not_asked_any_more_is_told(host, other):
    session = table(host, other, "ingenious")
    enter(host, session, RED_3 | ANN, "1", 0)
    host.act(session, "undo")
    assert enter(other, session, RED_4 | BEN, "2", 1).status_code == 409
    assert enter(other, session, RED_4 | BEN, "no such question", 2).status_code == 409
    assert enter(host, session, RED_4 | ANN, "1", 0).status_code == 200, "the first one is asked again"


def test_an_undo_of_two_phones_is_one_whatever_came_between(host, other):
    session = table(host, other, "5211")
    enter(host, session, ANNS, "1", 0)
    version = host.version(session)
    other.act(session, "sit", {"seat": 1})
    for phone in (host, other):
        assert phone.act(session, "undo", {"event": 1}, seen=version, headers=HTMX).status_code == 200
    enter(host, session, ANNS, "1", host.version(session))
    later = other.act(session, "undo", {"event": 1}, seen=version, headers=HTMX)
    assert later.status_code == 200 and host.version(session) == version + 3, "what it was drawn for is undone already"


def test_a_game_that_two_phones_stop_is_stopped_once(host, luz):
    host.enter(luz, bets("3 2 1 0"))
    for _ in range(2):
        assert host.act(luz, "end", seen=1, headers=HTMX).status_code == 200
    assert host.version(luz) == 2


TWO, THREE = ["Ann", "Ben"], ["Ann", "Ben", "Cleo"]


def versions(answer):
    """Both versions as they are read, with stars round what is bold: what differs, or all where that is one thing."""
    both = [version for alert in parse(answer.text).find_all("alert") for version in alert.find_all("list")]
    for part in [part for version in both for part in version if part.tag == "b"]:
        part.children = [f"*{part.text}*"]
    return [version.text for version in both]


# game, players, options, what is entered before, what another phone enters, what this one does; both as they are read
ROWS = {
    "azul": (
        "azul", TWO, {}, [], {"seat": 0, "r1": 1, "r3": 5, "floor": 2}, {"seat": 0, "r1": 1, "r3": 4, "floor": 2},
        "Ann row 1: blue *row 3: red* floor line: 2", "Ann row 1: blue *row 3: yellow* floor line: 2",
    ),
    "azul, a row less and the marker": (
        "azul", TWO, {}, [], {"seat": 0, "r1": 1, "marker": "on"}, {"seat": 0, "r2": 1},
        "Ann *row 1: blue* *row 2: nothing* *floor line: 1* *start marker*",
        "Ann *row 1: nothing* *row 2: white* *floor line: 0* *no start marker*",
    ),
    "luz, bets": (
        "luz", THREE, {}, [], bets("3 2s 1"), bets("3 2 1"),
        "Ann bet 3 Ben *bet 2 with safety* Cleo bet 1", "Ann bet 3 Ben *bet 2* Cleo bet 1",
    ),
    "luz, a trick": (
        "luz", THREE, {}, [bets("3 2 1")], trick(1, 0), trick(1, 2), "*trick 1 to Ann*", "*trick 1 to Cleo*",
    ),
    "open": (
        "open", TWO, {"rounds": 3}, [], {"seat": 0, "n0": "12"}, {"seat": 0, "n0": "10+5"}, "Ann *12*", "Ann *10+5*",
    ),
    "salamanca, a land": (
        "salamanca", THREE, {"board": 1}, [], {"tile": "lake", "tap": "1.1"},
        {"tile": "forest", "tap": "1.1"},
        "*lake on row 1, column 1*", "*forest on row 1, column 1*",
    ),
    # an entry that was completed meanwhile
    "luz, the last trick": (
        "luz", THREE, {}, [bets("3 2 5")], totals("3 2 5"), totals("4 2 4"),
        "Deal 1 scored Ann bet 3 Ben bet 2 Cleo bet 5 *Ann took 3 tricks* Ben took 2 tricks *Cleo took 5 tricks*",
        "Ann bet 3 Ben bet 2 Cleo bet 5 *Ann took 4 tricks* Ben took 2 tricks *Cleo took 4 tricks*",
    ),
    "5211, the last hand": (
        "5211", TWO, {}, [hand(0, "G1 G2 Y3 O2")], hand(1, "G3 T3 Y2 O3"), hand(1, "G3 T3 Y2 O4"),
        "Round 1 scored Ben green 3 *orange 3* teal 3 yellow 2", "Ben green 3 *orange 4* teal 3 yellow 2",
    ),
    "ingenious, the tile": (
        "ingenious", THREE, {}, [], {"seat": 0, "tap": ["r2", "b1"]}, {"seat": 0, "tap": ["r3", "b1"]},
        "Move 1 scored Ann blue 1 *red 2*", "Ann blue 1 *red 3*",
    ),
    "ingenious, on the board": (
        "ingenious", THREE, {"board": 1}, [], {"seat": 0, "m0": "r", "s0": "0.-4", "m1": "b", "s1": "0.-3"},
        {"seat": 0, "m0": "r", "s0": "1.-5", "m1": "b", "s1": "1.-4"},
        "Move 1 scored Ann *blue on row 4, space 4* *red on row 3, space 3*",
        "Ann *blue on row 3, space 4* *red on row 2, space 3*",
    ),
}  # fmt: skip


@each_row("name", ROWS)
@each_row("headers", [ORIGIN, HTMX])
def test_what_is_entered_beside_another_phones_in_words(host, phone, name, headers):
    game, players, options, before, theirs, mine, said, own = ROWS[name]
    session = host.open(game, players, **options)
    late = phone().join(host, session)
    for fields in (*before, theirs):
        seen = host.version(session)
        assert host.enter(session, {**fields, "confirmed": "1"}).status_code == 303
    answer = late.enter(session, {**mine, "confirmed": "1"}, seen=seen, headers=headers)
    assert answer.status_code == 409, notice(answer)
    assert versions(answer) == [f"{said} the host's phone", f"{own} not saved"]
    assert "Save mine instead" in answer.text or " scored " in said


def test_a_game_that_was_stopped_meanwhile_tells_what_was_typed(host, luz, phone):
    late = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    seen = host.version(luz)
    assert host.act(luz, "end").status_code == 303
    for question in ({}, {"question": "1"}):  # as a form of today has
        answer = late.enter(luz, trick(1, 2) | question, seen=seen)
        assert answer.status_code == 409
        assert versions(answer)[0] == "*the end of the game* the host's phone"
        assert versions(answer)[1].endswith("not saved")


def test_who_stops_a_game_beside_an_entry_reads_both(host, luz, phone):
    other = phone().join(host, luz)
    seen = host.version(luz)
    assert other.enter(luz, bets("3 2 1 0")).status_code == 303
    answer = host.act(luz, "end", seen=seen)
    assert answer.status_code == 409 and "Ann bets 3" in versions(answer)[0]
    assert versions(answer)[1] == "*stop the game here* not saved"
    form = parse(answer.text).by_id("notice").find("form")
    assert form["action"] == f"/t/{luz}/end"
    assert host.post(form["action"], form.fields).status_code == 303
    assert "Deal" not in parse(host.page(f"/t/{luz}")).title


def test_an_undo_beside_another_act_says_what_it_would_have_taken_back(host, luz, phone):
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, trick(1, 0))
    seen = host.version(luz)
    other.enter(luz, trick(2, 1))
    answer = host.act(luz, "undo", seen=seen)
    assert answer.status_code == 409
    assert versions(answer)[0].startswith("*trick 2 to Ben*")
    assert versions(answer)[1] == "*take back: trick 1 to Ann* not saved"


def test_a_redo_beside_another_entry_says_what_it_would_have_done_again(host, luz, phone):
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, trick(1, 0))
    entered = host.version(luz)
    host.act(luz, "undo", {"event": entered})
    seen = host.version(luz)
    other.enter(luz, trick(1, 1))
    for fields in ({"event": entered}, {}):
        answer = host.act(luz, "redo", fields, seen=seen)
        assert answer.status_code == 409
        assert versions(answer) == ["*trick 1 to Ben* phone 2", "*do again: trick 1 to Ann* not saved"]


def test_a_redo_of_a_whole_entry_beside_another_marks_what_differs(host, other):
    session = table(host, other, "ingenious")
    enter(host, session, RED_3 | ANN, "1", 0)
    host.act(session, "undo", {"event": 1})
    enter(other, session, RED_4 | ANN, "1", 2)
    answer = host.act(session, "redo", {"event": 1}, seen=2, headers=HTMX)
    assert answer.status_code == 409
    assert versions(answer) == [
        "Move 1 scored Ann blue 1 *red 4* phone 2", "do again: Move 1 Ann blue 1 *red 3* not saved"
    ]  # fmt: skip


def test_a_sale_names_building_lands_and_coins(host, sessions):
    session = host.open("salamanca", THREE)
    lands = [{"land": "lake", "tiles": [1, 2], "rats": True}]
    sale = {"seat": 0, "sale": {"building": "castle", "ruin": False, "noble": 1, "lands": lands}}
    acting.enter(sessions, session, sale)
    preview = parse(host.page(f"/t/{session}/entries/1/remove")).region("What changes").text
    assert "Sale by Ann with the noble of Ben castle lake 1, 2 with rats" in preview and "coins" in preview


def test_what_fits_nowhere_any_more_is_told_as_that(host, luz, phone):
    other = phone().join(host, luz)
    assert host.enter(luz, bets("3 2 1 0")).status_code == 303
    seen = host.version(luz)
    assert host.enter(luz, totals("3 2 1 4")).status_code == 303
    answer = other.enter(luz, {"stage": "trick", "trick": 1}, seen=seen)
    assert answer.status_code == 409 and versions(answer)[1] == "*an entry that does not fit here* not saved"
