"""Somebody comes late to an open score sheet: the host adds a seat with a new name, and all pages have it."""

import json

import pytest

from companion.features.takeout.export_lines import lines
from companion.views.http.phone import all_tables
from tests.conftest import SQLITE
from tests.games.open.test_entering import THREE, enter
from tests.games.open.test_widening import log, sheet, widened
from tests.support.page_tree import parse
from tests.support.phones import Phone, notice

ALL = [*THREE, "Dora"]


@pytest.fixture
def quiz(host):
    """Two rounds are in: 8, 10 and 12."""
    session = host.open("open", THREE, title="Quiz")
    for numbers in ("345", "567"):
        for seat, number in enumerate(numbers):
            enter(host, session, seat, number)
    return session


def come(host, session, name="Dora", **fields):
    widened(host, session, newcomer=name, **fields)


def play(host, session, numbers):
    for seat, number in enumerate(numbers):
        enter(host, session, seat, number)


def test_rounds_before_are_corrected_and_the_seat_then_goes_in_order(host, quiz):
    come(host, quiz)
    play(host, quiz, "1111")
    corrected = host.post(
        f"/t/{quiz}/entries/1/correct/form?line=3", {"seat": "3", "kind": "round", "n0": "4", "change": "1"}
    )
    assert corrected.status_code == 303
    preview = parse(host.page(corrected.location))
    assert "Dora" in preview.text
    version, line = preview.values("version")[0], preview.values("line")[0]
    done = host.post(corrected.location, {"act": "c", "version": version, "line": line})
    assert done.status_code == 303 and host.totals(quiz) == [9, 11, 13, 5]
    for _ in range(5):  # the correction, and a round of four parts
        assert host.act(quiz, "undo", {}).status_code == 303
    assert host.totals(quiz) == [8, 10, 12, 0]
    assert host.act(quiz, "undo", {}).status_code == 303
    assert host.totals(quiz) == [8, 10, 12] and sheet(host, quiz)["players"] == THREE
    assert log(host, quiz)[0] == "taken back: somebody came late"
    assert "Dora" not in host.page(f"/t/{quiz}") + host.page(f"/t/{quiz}/log") + host.page("/players")


@pytest.mark.parametrize(
    ("change", "said"),
    [(lambda host, quiz: come(host, quiz), "Dora came late"),
     (lambda host, quiz: widened(host, quiz, halves="1"), "half points allowed")],
    ids=["a seat", "half points"],
)  # fmt: skip
def test_a_removal_from_before_shows_what_was_allowed_and_corrected_meanwhile(host, phone, quiz, change, said):
    ben = phone().join(host, quiz)
    seen = int(parse(host.page(f"/t/{quiz}/entries/1/remove")).values("version")[0])
    removal = {"line": "3"}
    change(host, quiz)
    refused = ben.act(quiz, "entries/1/remove", removal, seen=seen)
    assert refused.status_code == 409 and said in notice(refused) and "remove Round 1" in refused.text
    assert "Ann" not in parse(refused.text).find("alert").text, "no number is another one"
    correct(host, quiz)
    refused = ben.act(quiz, "entries/1/remove", removal, seen=seen)
    told = parse(refused.text).find("alert").text
    assert refused.status_code == 409 and "Cleo 4" in told and "Ann" not in told
    for _ in range(2):
        assert host.act(quiz, "undo", {}).status_code == 303
    refused = ben.act(quiz, "entries/1/remove", removal, seen=seen + 1)
    assert refused.status_code == 409, "what was allowed then is taken back"


def correct(host, session):
    """Cleo has 4 instead of 5 in the first round."""
    fields = {"seat": "2", "kind": "round", "n0": "4", "change": "1"}
    corrected = host.post(f"/t/{session}/entries/1/correct/form?line=3", fields)
    version = parse(host.page(corrected.location)).values("version")[0]
    assert host.post(corrected.location, {"act": "c", "version": version, "line": "3"}).status_code == 303


def test_a_seat_that_was_taken_back_is_gone_with_its_name_and_its_phone(host, phone, quiz):
    dora = phone().join(host, quiz)
    come(host, quiz)
    assert dora.act(quiz, "sit", {"seat": 3}).status_code == 303
    assert "Only the host can change what this table allows." in notice(dora.act(quiz, "undo", {}))
    assert host.act(quiz, "undo", {}).status_code == 303
    assert host.act(quiz, "redo", {}).status_code == 422, "nobody knows the name any more"
    assert "Dora" not in json.dumps(stored(host, quiz))
    come(host, quiz, "Emil")
    page = host.page(f"/t/{quiz}/seats")
    assert "Emil" in page and page.count("no phone") == 4
    assert log(host, quiz)[:3] == ["Emil came late", "taken back: somebody came late", "Emil joined"]


def stored(host, session):
    with host.client.application.app_context():
        records = [json.loads(line) for line in lines(all_tables().store, all_tables().key)]
    return next(line for line in records if line.get("session") == session)


def test_a_part_that_was_drawn_before_counts_after(host, phone, quiz):
    ben = phone().join(host, quiz)
    ben.act(quiz, "sit", {"seat": 1})
    page = parse(ben.page(f"/t/{quiz}/enter?seat=1"))
    fields = {key: page.values(key)[0] for key in ("version", "question")}
    come(host, quiz)
    answer = ben.post(f"/t/{quiz}/enter", {**fields, "act": "kept", "seat": "1", "kind": "round", "n0": "9"})
    assert answer.status_code == 303
    for seat in (0, 2, 3):
        enter(host, quiz, seat, "0")
    assert host.totals(quiz) == [8, 19, 12, 0]


def test_history_players_and_statistics_know_who_came(host, quiz):
    come(host, quiz)
    play(host, quiz, "1119")
    assert host.act(quiz, "end", {}).status_code == 303
    assert "Quiz,Dora,3,9," in host.get("/history.csv").text
    assert "Dora" in host.page("/players") and "Dora" in host.page(f"/t/{quiz}") and "Dora" in replayed(host, quiz)
    assert "1,Round 1,3,4,5,0,3,4,5,0" in host.get(f"/t/{quiz}/results.csv").text
    again = host.act(quiz, "rematch", {})
    new = sheet(host, again.location.split("/")[2])
    assert new["players"] == ALL and new["options"]["late"] == []


def replayed(host, session):
    """The moment of the replay to which its address leads."""
    return host.page(host.get(f"/t/{session}/replay").location)


def test_another_process_knows_who_came_and_who_was_taken_out(app, serve, host, quiz, engine):
    if engine == SQLITE:
        pytest.skip("one process at a time has a file")
    there = Phone(serve(app.config["DATABASE"]))
    there.client.set_cookie("phone", host.client.get_cookie("phone").value)
    assert there.totals(quiz) == [8, 10, 12]
    come(host, quiz)
    assert "Dora came late" in log(there, quiz)[0] and there.totals(quiz) == [8, 10, 12, 0]
    assert there.act(quiz, "undo", {}).status_code == 303
    assert host.totals(quiz) == [8, 10, 12]
    come(there, quiz, "Emil")
    play(host, quiz, "1234")
    assert "Emil" in host.page(f"/t/{quiz}") and there.totals(quiz) == host.totals(quiz) == [9, 12, 15, 4]


def test_what_was_entered_before_somebody_came_is_told_where_phones_meet(host, phone, quiz):
    """Its log has fewer numbers than the table has seats."""
    other = phone().join(host, quiz)
    seen = host.version(quiz)
    come(host, quiz)
    undone = host.act(quiz, "undo", {"event": seen}, seen=seen)
    assert undone.status_code == 409 and "take back: Round 2" in parse(undone.text).text
    answer = other.enter(quiz, {"seat": "0", "n0": "9"}, seen=0)
    assert answer.status_code == 409 and "Round 1 scored" in parse(answer.text).text
