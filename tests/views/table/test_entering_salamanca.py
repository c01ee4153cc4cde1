"""The pages of Salamanca: every stage answers, whatever stands in the address or the form, and hides what is hidden."""

from __future__ import annotations

from typing import Any

from companion.game.pages.form import Whole
from companion.sessions.actions import Action
from companion.sessions.service import Sessions
from tests.games.salamanca.playing import whole_game
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, notice
from tests.support.reading import parts

FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def played(host: Phone, sessions: Sessions, entries: list[Any], **options: Any) -> str:
    """A table on which these entries stand."""
    session = host.open("salamanca", FOUR[: options.pop("players", 4)], **options)
    for number, entry in enumerate(entries):
        table = sessions.table(session)
        assert table
        phone = next(iter(sessions.store.members(session)))
        sessions.enter(session, Action(phone, f"k{number}", table.version, b""), Whole(entry))
    return session


def test_every_page_of_every_stage_answers(host: Phone, sessions: Sessions) -> None:
    entries = whole_game(66, 4, rounds=3)["entries"]
    for count in (0, 1, 2, 4, 9, len(entries)):
        session = played(host, sessions, entries[:count], board=1)
        junk = "?turn=7&at=99.99&v=9&why=x&tap=%F0%9F%90%80&do=no&lands=zzz"
        for path in ("", "/enter", f"/enter{junk}", "/sheet", "/host", *(f"/entries/{n + 1}" for n in range(count))):
            host.page(f"/t/{session}{path}")
        answer = host.enter(session, {"tile": "sea", "tap": "zzz", "step": "99", "amend": "9.on", "c0": "99"})
        assert answer.status_code == 422 and notice(answer)
    host.act(session, "end")
    page = host.page(f"/t/{session}")
    assert "before anything was scored" in page


def test_the_form_of_the_cards_says_what_each_needs_without_a_connection(host: Phone) -> None:
    page = parse(host.page(f"/t/{host.open('salamanca', FOUR)}/enter?do=cards"))
    needs = [part["data-need"] for part in page.with_attribute("data-need")]
    assert needs == [f"{name}: tap 1 card" for name in FOUR]


def test_a_table_without_a_board_has_four_ways(host: Phone, sessions: Sessions) -> None:
    entries = whole_game(4, 3, board=False, rounds=2)["entries"]
    session = played(host, sessions, entries, players=3)
    for way in ("sale", "fee", "cards", "tax", "else"):
        links = parts(host.page(f"/t/{session}/enter?do={way}"), "link")
        ways = [(link["href"].partition("do=")[2], "aria-current" in link) for link in links if "do=" in link["href"]]
        chosen = "sale" if way == "else" else way
        assert ways == [(name, name == chosen) for name in ("sale", "fee", "cards", "tax")]
        assert host.enter(session, {"do": way, "c0": "x"}).status_code in (303, 422)
    for number in range(1, len(entries) + 1):
        host.page(f"/t/{session}/entries/{number}")


def test_a_phone_stays_on_the_board_as_it_turned_it(host: Phone) -> None:
    session = host.open("salamanca", FOUR, board=1)
    fields = {"tile": "lake", "tap": "1.1"}
    answer = host.enter(session, {**fields, "turn": "2"})
    assert answer.status_code == 303 and answer.location == f"/t/{session}/enter?turn=2"
    shown = {**HTMX, "HX-Current-URL": f"http://localhost/t/{session}/enter?turn=2"}
    answer = host.enter(session, {"tile": "lake", "tap": "1.2", "turn": "2"}, headers=shown)
    assert answer.status_code == 200 and 'id="form"' in answer.text and 'data-turn="2"' in answer.text
    answer = host.act(session, "undo", {"back": "enter", "turn": "2"}, headers=shown)
    assert 'data-turn="2"' in answer.text
    # A phone on another view of the board is sent to its own.
    answer = host.act(session, "undo", {"back": "enter", "turn": "3"}, headers=shown)
    assert answer.headers["HX-Redirect"] == f"/t/{session}/enter?turn=3"


def test_the_form_says_whose_choice_equal_cards_are(host: Phone, sessions: Sessions) -> None:
    """In the first round nobody is known to lead; then the fifth to play is, and is named."""
    five = [*FOUR, "Eve"]
    session = host.open("salamanca", five)
    equal = "&c0=9&c1=7&c2=6&c3=4&c4=9"
    page = host.page(f"/t/{session}/enter?do=cards{equal}")
    assert "Whoever had to play the same number, as the fifth, decides it." in page and 'name="first"' in page
    assert "/rules/salamanca/equal-cards" in page
    assert host.enter(session, {"do": "cards", **{f"c{seat}": 9 - seat for seat in range(5)}}).status_code == 303
    host.enter(session, {"do": "tax", **{f"{letter}{seat}": 0 for letter in "qn" for seat in range(5)}})
    # Dan acted last and leads, so Cleo plays fifth: the card of Ann lay there.
    page = host.page(f"/t/{session}/enter?do=cards&c0=9&c1=7&c2=9&c3=6&c4=4")
    assert "Dan leads the cards" in page
    assert "Cleo played fifth, had no other number and decides it." in page
    cards = {"do": "cards", "c0": 9, "c1": 7, "c2": 9, "c3": 6, "c4": 4}
    assert host.enter(session, cards).status_code == 422
    assert host.enter(session, {**cards, "first": 2}).status_code == 303
    table = sessions.table(session)
    assert table and [slot.seat for slot in table.state.slots] == [2, 0, 1, 3, 4]
