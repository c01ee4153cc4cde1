"""The panel of two versions says what is in conflict: the pieces of both sides in words, with the difference marked."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from companion.game.pages.form import Whole
from companion.sessions.actions import Action
from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, bets, hand, notice, totals, trick

TWO, THREE = ["Ann", "Ben"], ["Ann", "Ben", "Cleo"]


def versions(answer: TestResponse) -> list[str]:
    """Both versions as they are read, with stars round what is bold: what differs, or all where that is one thing."""
    both = parse(answer.text).find("alert").find_all("list")
    for part in [part for version in both for part in version if part.tag == "b"]:
        part.children = [f"*{part.text}*"]
    return [version.text for version in both]


# game, players, options, what is entered before, what another phone enters, what this one does; both as they are read
ROWS: dict[str, tuple[str, list[str], dict[str, Any], list[Any], Any, Any, str, str]] = {
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
@each_row("headers", [None, HTMX])
def test_what_is_entered_beside_another_phones_in_words(host: Phone, phone: Phones, name: str, headers: Any) -> None:
    game, players, options, before, theirs, mine, said, own = ROWS[name]
    session = host.open(game, players, **options)
    late = phone().join(host, session)
    for fields in before:
        assert host.enter(session, {**fields, "confirmed": "1"}).status_code == 303
    seen = host.version(session)
    assert host.enter(session, {**theirs, "confirmed": "1"}).status_code == 303
    mine = {**mine, "confirmed": "1"}
    answer = late.enter(session, mine, seen=seen, **({"headers": headers} if headers else {}))
    assert answer.status_code == 409, notice(answer)
    assert versions(answer) == [f"{said} the host's phone", f"{own} not saved"]
    assert "Save mine instead" in answer.text or " scored " in said


def test_a_game_that_was_stopped_meanwhile_tells_what_was_typed(host: Phone, luz: str, phone: Phones) -> None:
    late = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    seen = host.version(luz)
    assert host.act(luz, "end").status_code == 303
    answer = late.enter(luz, trick(1, 2), seen=seen)
    assert answer.status_code == 409
    assert versions(answer) == ["*the end of the game* the host's phone", "*trick 1 to Cleo* not saved"]


def test_who_stops_a_game_beside_an_entry_reads_both(host: Phone, luz: str, phone: Phones) -> None:
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


def test_an_undo_beside_another_act_says_what_it_would_have_taken_back(host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, trick(1, 0))
    seen = host.version(luz)
    other.enter(luz, trick(2, 1))
    answer = host.act(luz, "undo", seen=seen)
    assert answer.status_code == 409
    assert versions(answer)[0].startswith("*trick 2 to Ben*")
    assert versions(answer)[1] == "*take back: trick 1 to Ann* not saved"


def test_a_sale_names_building_lands_and_coins(host: Phone, sessions: Sessions) -> None:
    session = host.open("salamanca", THREE)
    lands = [{"land": "lake", "tiles": [1, 2], "rats": True}]
    sale = {"seat": 0, "sale": {"building": "castle", "ruin": False, "noble": 1, "lands": lands}}
    sessions.enter(session, Action(1, "k", 0, b""), Whole(sale))
    preview = parse(host.page(f"/t/{session}/entries/1/remove")).region("What changes").text
    assert "Sale by Ann with the noble of Ben castle lake 1, 2 with rats" in preview and "coins" in preview


def test_what_fits_nowhere_any_more_is_told_as_that(host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    assert host.enter(luz, bets("3 2 1 0")).status_code == 303
    seen = host.version(luz)
    assert host.enter(luz, totals("3 2 1 4")).status_code == 303
    answer = other.enter(luz, {"stage": "trick", "trick": 1}, seen=seen)
    assert answer.status_code == 409 and versions(answer)[1] == "*an entry that does not fit here* not saved"
