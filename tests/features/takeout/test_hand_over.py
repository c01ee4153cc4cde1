"""A table handed over to another companion, and the events of its log in an export."""

import json

import pytest

from companion.engine import RuleError
from companion.features.takeout.export_lines import lines, session as session_line, validate
from companion.features.takeout.handover import LONGEST
from companion.games import all_games
from companion.table.changes import Request
from companion.table.table_loader import opened_table
from tests.games.salamanca.playing import whole_game
from tests.support.acting import amend
from tests.support.each_row import each_row
from tests.support.files import bring, luz, session_of, upload
from tests.support.page_tree import parse
from tests.support.phones import bets, notice, totals, trick
from tests.support.reading import parts


@pytest.fixture
def half(host, luz):
    """A table of Luz in its second deal: the bets and a trick are in."""
    for fields in (bets("3 2s 1 0"), totals("3 2 1 4"), bets("1 2 3 4"), trick(1, 2)):
        assert host.enter(luz, fields).status_code == 303
    return luz


def code(page):
    (part,) = parse(page).with_attribute("data-code")
    return part["href"] if part.role == "link" else part.text


def following(page):
    """The address of the page with the next code; "" where there is none."""
    tree = parse(page)
    return next((link["href"] for link in tree.find_all("link") if "data-next" in link), "").removesuffix("#code")


def codes(phone, path):
    page = phone.page(path)
    texts = [code(page)]
    while address := following(page):
        page = phone.page(address)
        texts.append(code(page))
    return texts


def is_the_same(here, session, there, other):
    return bool(here.get(f"/t/{session}/session.json").json == there.get(f"/t/{other}/session.json").json)


def test_the_file_goes_on_where_the_table_stood(host, half, there):
    data = host.get(f"/t/{half}/session.json")
    assert data.headers["Content-Disposition"].endswith(".session.json")
    assert list(data.json) == ["companion", "made", "hidden", "sheet", "draft"]
    assert list(data.json["draft"]) == ["bet-0", "bet-1", "bet-2", "bet-3", "trick-1"]
    assert upload(there, data.data).status_code == 200
    session = bring(there, data.text)
    assert is_the_same(host, half, there, session)
    assert 'name="trick" value="2"' in there.page(f"/t/{session}/enter")
    assert there.enter(session, trick(2, 0)).status_code == 303
    there.act(session, "undo")
    there.act(session, "undo")
    assert 'name="trick" value="1"' in there.page(f"/t/{session}/enter"), "each part is an act of its own"


def test_a_long_game_takes_several_codes_in_any_order(host, there):
    session = bring(host, session_of(whole_game(7, 5, True)))
    for to in ("", "?to=http://10.1.2.3"):
        texts = codes(host, f"/t/{session}/hand-over{to}")
        assert len(texts) > 1 and all(len(text) <= LONGEST for text in texts)
        assert is_the_same(host, session, there, bring(there, "\n".join(reversed(texts))))
    answer = there.post("/import/look", {"text": texts[0]})
    assert answer.status_code == 422 and "missing" in notice(answer)


def test_what_is_entered_between_two_codes_begins_them_anew(host):
    session = bring(host, session_of(whole_game(7, 5, True, 11)))
    address = following(host.page(f"/t/{session}/hand-over"))
    host.act(session, "undo")
    page = host.page(address)
    assert "Start again with code 1" in page and code(page).startswith("1.")


@each_row("to", ["javascript:alert(1)", "http://x/y?z", "ftp://x", "a b", "//", "http://[", "http://x:y"])
def test_what_is_no_address_is_told_and_kept(host, luz, to):
    answer = host.get(f"/t/{luz}/hand-over", query_string={"to": to})
    assert answer.status_code == 422 and "not the address of a companion" in notice(answer)
    assert f'value="{to.strip()}"' in answer.text and "import#" not in answer.text
    assert "session.json" in answer.text and parts(answer.text, "img"), "the other ways are still there"


def test_what_a_correction_left_of_another_entry_stays_here(host, sessions):
    deal = {"bets": [{"beads": 3, "safety": False}] * 3, "tricks": [3, 3, 4]}
    session = bring(host, session_of(luz(entries=[deal] * 3), {"bet-0": {"beads": 3, "safety": False}}))
    amend(sessions, session, Request(1, "k", 4, b""), "insert", {"before": 1, "value": deal})
    table = sessions.table(session)
    assert table.state.finished and table.draft, "the fourth deal was put in before what was being typed"
    assert host.get(f"/t/{session}/session.json").json["draft"] == {}
    assert "it is left out" in host.page(f"/t/{session}/hand-over")
    bring(host, host.get(f"/t/{session}/session.json").text)


@each_row(
    ("what", "fields", "wrong"),
    [
        ("draw", {"what": "first"}, ({"seed": "x"}, {"seats": 3}, {"what": "teams"}, {"seed": None})),
        ("clock", {"do": "start", "turns": "some", "per": "player", "minutes": 1},
         ({"turns": "all"}, {"at": "now"}, {"each": -1}, {"more": 1})),
        ("notes", {"seen": 0, "note": "Kept", "place": "", "more_expansions": "Big Box"},
         ({"note": 3}, {"note": "x", "entry": 0}, {"expansions": ["a", "a"]}, {"place": "x\n"})),
    ],
)  # fmt: skip
def test_an_export_has_each_kind_of_act_and_refuses_what_no_table_makes(host, sessions, what, fields, wrong):
    session = host.open("luz")
    assert host.act(session, what, fields).status_code == 303
    exported = next(
        line for line in map(json.loads, lines(sessions.store, sessions.key)) if line.get("session") == session
    )
    table, own = opened_table(validate(session_line(exported)), all_games()["luz"]), sessions.table(session)
    table.catch_up(session_line(exported).log)
    assert own and (table.log.events, table.setup, table.kept) == (own.log.events, own.setup, own.kept)
    body = exported["log"][0]["body"]
    for bad in ({}, *({**body, **one} for one in wrong)):
        exported["log"][0]["body"] = bad
        with pytest.raises(RuleError):
            validate(session_line(exported))
