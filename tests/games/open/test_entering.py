"""An open score sheet over HTTP: setting it up, typing numbers without script, teams, and how a game ends."""

import re

import pytest

from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import notice, shown_totals

THREE = ["Ann", "Ben", "Cleo"]


def typed(page):
    """What the fields hold into which numbers are typed."""
    fields = parse(page).find_all("textbox")
    return [field["value"] for field in fields if re.fullmatch(r"n\d+", field.attributes.get("name", ""))]


def worths(page):
    """What the form makes of the numbers, a text for each."""
    return [worth.text for worth in parse(page).with_attribute("data-worth")]


def form(phone, session, **fields):
    answer = phone.get(f"/t/{session}/enter", query_string=fields)
    assert answer.status_code == 200
    return answer.text


def enter(phone, session, seat, *numbers, **fields):
    answer = phone.enter(session, {"seat": seat, **{f"n{at}": text for at, text in enumerate(numbers)}, **fields})
    assert answer.status_code == 303, notice(answer)


@pytest.fixture
def golf(host):
    return host.open("open", THREE, title="Mini golf", rounds="2", win="lowest")


def test_a_round_is_typed_seat_by_seat_with_keys_and_without_script(host, golf):
    page = form(host, golf)
    assert "Mini golf" in page and typed(page) == [""]
    text = ""
    for key, after in (("d1", "1"), ("d2", "12"), ("p", "12+"), ("d5", "12+5"), ("m", "12+5-"), ("d3", "12+5-3")):
        page = form(host, golf, seat=0, n0=text, key=key)
        (text,) = typed(page)
        assert text == after
    assert worths(page) == ["= 14"]
    assert typed(form(host, golf, seat=0, n0="12", key="x")) == ["1"]
    enter(host, golf, 0, "12+5-3")
    assert "Save the points of Ben" in form(host, golf)
    enter(host, golf, 1, "7")
    assert "Score round 1" in form(host, golf)
    enter(host, golf, 2, "20")
    assert host.totals(golf) == [14, 7, 20]
    assert "12 + 5 − 3" in host.page(f"/t/{golf}/entries/1")
    for seat, number in enumerate(("1", "8", "0")):
        enter(host, golf, seat, number)
    final = host.page(f"/t/{golf}")
    assert "Ann, Ben share the win" in final


@each_row(
    ("fields", "sentence"),
    [
        ({"n0": "7+"}, "Points of Ann: type a number, or a sum such as 12+5-3."),
        ({"n0": "1,000"}, "Is “1,000” 1000 or 1? Type it without a separator."),
        ({"n0": "1.5"}, "The points of Ann cannot be 1.5: this sheet has no half points"),
        ({"n0": "99999+1"}, "The points of Ann must be −99999 to 99999, not 100000"),
        ({"n0": "5", "kind": "lines"}, "Another part of this table is being entered; load the page again."),
    ],
)
def test_what_cannot_be_read_is_told_and_kept(host, golf, fields, sentence):
    answer = host.enter(golf, {"seat": 0, **fields})
    assert answer.status_code == 422 and notice(answer) == sentence
    assert typed(answer.text) == [fields["n0"]]


def test_lines_at_the_end_with_an_empty_one(host):
    table = host.open(
        "open", ["Ann", "Ben"], title="Harbour", count="lines", line=["cards", "coins", ""], factor=["2", "", ""],
        per=["", "3", ""],
    )  # fmt: skip
    page = form(host, table, seat=0, n0="7", n1="8", at=1, key="d1")
    assert typed(page) == ["7", "81"] and worths(page) == ["= 14", "= 27"]
    assert typed(form(host, table, n0="7", n1="", at=0, key="n")) == ["7", ""]
    enter(host, table, 0, "7", "8")
    enter(host, table, 1, "6", "")
    assert host.totals(table) == [16, 12]
    page = host.page(f"/t/{table}/entries/1")
    assert "cards 7 × 2" in page and "coins 8 ÷ 3, rounded down" in page and "coins 0" in page
    assert "× 1" not in page, "what changes nothing is not said"


@each_row(
    ("setup", "can_go_on"),
    [
        ({"count": "rounds"}, False),
        ({"count": "lines", "line": ["a", "b"]}, True),
        ({"count": "lines", "line": ["a", "all"], "formula": ["", "sum"], "among": ["1-0"]}, False),
    ],
)
def test_a_key_leads_to_the_next_number_where_there_is_one(host, setup, can_go_on):
    table = host.open("open", ["Ann", "Ben"], title="Nests", **setup)
    assert ("Next number" in form(host, table)) is can_go_on


def test_mates_enter_one_number_and_each_has_it(host, phone):
    table = host.open("open", ["Ann", "Ben", "Cleo", "Dan"], title="Quiz", teams="two", halves="1")
    ann, cleo = phone().join(host, table), phone().join(host, table)
    for mate, seat in ((ann, 0), (cleo, 2)):
        mate.act(table, "sit", {"seat": seat})
    assert cleo.enter(table, {"seat": 2, "n0": "7½"}).status_code == 303, "no question whether it may enter for Ann"
    assert typed(form(ann, table, seat=0, change=1)) == ["7½"]
    assert ann.enter(table, {"seat": 1, "n0": "3"}).status_code == 303
    assert shown_totals(host.page(f"/t/{table}/sheet")) == ["7.5", "3", "7.5", "3"]
    assert "Round 2" in host.page(f"/t/{table}")


def test_any_number_of_rounds_ends_by_hand(host, phone):
    table = host.open("open", ["Ann", "Ben"], title="Dice")
    scorer = phone().join(host, table)
    enter(host, table, 0, "5")
    enter(host, table, 1, "6")
    assert "End the game" in scorer.page(f"/t/{table}") and 'id="ending"' in form(scorer, table)
    assert scorer.enter(table, {"stop": "1"}).status_code == 303
    assert "Ben wins" in host.page(f"/t/{table}")


def test_a_sheet_that_ends_by_itself_cannot_be_stopped_from_the_form(host, golf):
    assert 'id="ending"' not in form(host, golf)
    assert host.enter(golf, {"stop": "1"}).status_code == 422
    assert host.enter(golf, {"won": "1"}).status_code == 422


KEY = re.compile(r'name="key"')


def shown(page):
    """The saved numbers that the form only shows."""
    parts = [part for part in parse(page) if re.search(r"-saved-\d+$", part.attributes.get("id", ""))]
    return [part.text for part in parts if part.role != "textbox"]


def change(page):
    """The address at which what is saved can be changed."""
    return parse(page).find("link", "Change")["href"]


def can_save(page):
    return any("data-save" in button for button in parse(page).find_all("button"))


def test_a_saved_number_is_shown_and_takes_no_key(host, golf):
    enter(host, golf, 0, "26")
    page = form(host, golf, seat=0)
    assert shown(page) == ["26"] and typed(page) == [] and not KEY.search(page)
    assert "Waiting for Ben, Cleo" in page
    assert not can_save(page) and can_save(form(host, golf, seat=1))
    enter(host, golf, 1, "-0")
    assert "Waiting for Cleo" in form(host, golf, seat=0)


def test_change_opens_it_and_the_first_digit_begins_anew_without_script(host, golf):
    enter(host, golf, 0, "26")
    page = host.page(change(form(host, golf, seat=0)))
    assert typed(page) == ["26"] and KEY.search(page)
    sent = {name: value for name, value in parse(page).by_id("entry").fields if name != "n0"}
    assert typed(form(host, golf, **sent, n0="26", key="d5")) == ["5"]
    enter(host, golf, 0, "5")
    assert shown(form(host, golf, seat=0)) == ["5"]


def test_lines_are_closed_together_and_each_begins_anew(host):
    table = host.open("open", ["Ann", "Ben"], title="Harbour", count="lines", line=["cards", "coins"])
    enter(host, table, 0, "7", "8", kind="lines")
    page = form(host, table, seat=0)
    assert shown(page) == ["7", "8"] and "Waiting for Ben" in page
    assert typed(form(host, table, seat=0, n0="7", n1="8", at=1, key="d3", fresh="1")) == ["7", "3"]
