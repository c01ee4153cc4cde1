"""A sheet with bids: what each bids is entered before the tricks, on the phones of all."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.games.open.strategies import sheet
from tests.games.open.test_entering import enter, form, shown, typed
from tests.scoring.test_scoresheet import fault
from tests.support.each_row import each_row
from tests.support.phones import notice

WIZARD = {"made": 20, "each": 10, "missed": -10}


@pytest.fixture
def wizard(host):
    return host.open("open", ["Ann", "Ben"], title="Wizard", bids="20 10 −10")


def test_all_bid_first_and_then_the_tricks_are_entered(host, wizard, phone):
    ben = phone().join(host, wizard)
    enter(host, wizard, 0, "2", "")
    page = form(ben, wizard)
    assert typed(page) == ["", ""] and "Save the bid of Ben" in page, "who has not bid is asked first"
    assert "Bids: Ann 2" in page and "Bids: Ann 2" in ben.page(f"/t/{wizard}")
    enter(ben, wizard, 1, "1", "")
    assert typed(form(host, wizard)) == ["2", ""], "now the tricks of the first, with what was bid"
    enter(host, wizard, 0, "2", "2")
    assert shown(form(host, wizard, seat=0)) == ["2", "2"]
    enter(ben, wizard, 1, "1", "3")
    assert host.totals(wizard) == [40, -20]
    page = host.page(f"/t/{wizard}/entries/1")
    assert "bid 2 and kept it, 20 + 2 × 10" in page and "bid 1, took 3" in page
    assert "Round 2" in form(host, wizard)


def test_a_round_is_corrected_and_taken_back(host, wizard):
    enter(host, wizard, 0, "0", "0")
    enter(host, wizard, 1, "1", "1")
    typed_again = {"seat": "1", "kind": "round", "n0": "1", "n1": "0", "change": "1"}
    preview = host.post(f"/t/{wizard}/entries/1/correct/form", typed_again).location
    page = host.page(preview)
    assert "bid 1, took 1" in page and "bid 1, took 0" in page
    draft = parse_qs(urlsplit(preview).query)["draft"][0]
    assert host.act(wizard, "entries/1/correct", {"draft": draft}).status_code == 303
    assert host.totals(wizard) == [20, -10]
    assert host.act(wizard, "undo").status_code in (200, 303) and host.totals(wizard) == [20, 30]


def test_who_is_away_has_no_points(host, wizard):
    away = host.act(wizard, "options", {"seats": 1, "away": "1"})
    assert away.status_code in (200, 303), notice(away)
    enter(host, wizard, 0, "1", "1")
    assert host.totals(wizard) == [30, 0]


@each_row(
    ("numbers", "sentence"),
    [
        (("", "2"), "Bid of Ann: type a number, or a sum such as 12+5-3."),
        (("x", ""), "Bid of Ann: type a number, or a sum such as 12+5-3."),
        (("2", "-1"), "The tricks of Ann must be 0 to 99, not -1"),
        (("100", ""), "The bid of Ann must be 0 to 99, not 100"),
    ],
)
def test_what_is_no_bid_is_told(host, wizard, numbers, sentence):
    answer = host.enter(wizard, {"seat": 0, "n0": numbers[0], "n1": numbers[1]})
    assert answer.status_code == 422 and notice(answer) == sentence
    assert typed(answer.text) == [*numbers]


@each_row(("text", "status"), [("20 10 -10", 303), ("20 10", 422), ("a b c", 422), ("20 10 -10 5", 422), ("", 303)])
def test_three_numbers_say_what_a_bid_is_worth(host, text, status):
    fields = {"player": ["Ann", "Ben"], "title": "Wizard", "bids": text}
    assert host.post("/new/open", fields).status_code == status


@each_row(
    ("options", "entry", "sentence"),
    [
        ({"bids": {"made": 20, "each": 10}}, None, "missed"),
        ({"bids": WIZARD, "halves": True}, None, "half points"),
        ({"bids": WIZARD, "rounds": None, "lines": [{"name": "coins"}]}, None, "bids need rounds"),
        ({"bids": WIZARD}, [[1, 1], 5], "must be a list"),
        ({"bids": WIZARD}, [[1, 1], [1, 100]], "0 to 99"),
        ({"bids": WIZARD}, [[1, 1], [1, 1, 1]], "2"),
    ],
)
def test_what_a_sheet_with_bids_refuses(options, entry, sentence):
    entries = [] if entry is None else [{"round": entry}]
    assert sentence in fault(sheet(entries, **options))[1]


def test_a_hidden_table_tells_no_bid_of_another_seat(host, phone):
    table = host.open("open", ["Ann", "Ben"], title="Wizard", bids="20 10 -10", hidden="1")
    ben = phone().join(host, table)
    ben.act(table, "sit", {"seat": 1})
    enter(host, table, 0, "7", "")
    assert "Ann 7" not in ben.page(f"/t/{table}") and "Ann 7" not in form(ben, table, seat=1)
