"""Entering Salamanca: every stage answers, whatever is sent; the board is called as its edges say, however turned."""

from tests.support.acting import enter
from tests.support.page_tree import parse
from tests.support.phones import HTMX

FOUR = ["Ann", "Ben", "Cleo", "Dan"]


def played(host, sessions, entries, **options):
    session = host.open("salamanca", FOUR[: options.pop("players", 4)], **options)
    enter(sessions, session, *entries)
    return session


def test_the_form_of_the_cards_says_what_each_needs_without_a_connection(host):
    page = parse(host.page(f"/t/{host.open('salamanca', FOUR)}/enter?do=cards"))
    needs = [part["data-need"] for part in page.with_attribute("data-need")]
    assert needs == [f"{name}: tap 1 card" for name in FOUR]


def test_a_phone_stays_on_the_board_as_it_turned_it(host):
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


def test_the_form_says_whose_choice_equal_cards_are(host, sessions):
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
