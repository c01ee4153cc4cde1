"""What people write about a game: kept, changed, lost to no phone, hidden with totals, found and taken along."""

import json
import re
from html import unescape

import pytest

from tests.support.each_row import each_row
from tests.support.files import bring, look
from tests.support.notes import entry_event, form, write, wrote
from tests.support.open_page import OpenPage
from tests.support.page_tree import parse
from tests.support.phones import bets, notice, totals

THREE = ("Ann", "Ben", "Cleo")
DEALS = (bets("3 2 1"), totals("4 3 3"), bets("3 2 1"), totals("2 3 5"))
NOTE = "The comeback <of> the year\n\n& a second line"


@pytest.fixture
def played(host):
    session = host.open("luz", THREE)
    for fields in DEALS:
        assert host.enter(session, fields).status_code == 303
    return session


def test_every_page_of_a_table_shows_its_notes(host, phone, played, sessions):
    viewer = phone().join(host, played, "viewer")
    page = OpenPage(viewer, f"/t/{played}")
    assert "written" not in page.parts["pad"], "a table where nothing is written looks as before"
    form = host.page(f"/t/{played}/notes")
    assert "One per line" in form and "Name of the place" in form and "Other" not in form, "nothing is offered yet"
    wrote(host, played, note=NOTE.replace("\n", "\r\n"), more_expansions="Big Box\nPromo 1", elsewhere="外婆家")
    page.follow()
    form = host.page(f"/t/{played}/notes")
    assert "Others, one per line" in form and "Another place" in form
    shown = "The comeback &lt;of&gt; the year\n\n&amp; a second line"
    for text in (page.parts["pad"], *[viewer.page(f"/t/{played}{path}") for path in ("/notes", "/log")]):
        assert shown in text and "Big Box" in text and "外婆家" in text
    assert "<form" not in viewer.page(f"/t/{played}/notes")
    entry = entry_event(sessions, played, 2)
    wrote(host, played, entry, note=NOTE)
    for path in ("/entries/2", "/entries/2/steps", "/sheet", "/replay/2", "/notes", f"/notes/{entry}"):
        assert shown in viewer.page(f"/t/{played}{path}"), path
    assert "The comeback" not in viewer.page(f"/t/{played}/entries/1")
    paper = viewer.page(f"/t/{played}/print")
    assert "Expansions: Big Box, Promo 1" in paper and "Deal 2: The comeback &lt;of&gt;" in paper
    assert viewer.act(played, "notes", {"seen": 0, "note": "x"}).status_code == 403
    assert host.totals(played) == [-10, -10, -30], "no score depends on it"


def test_a_note_stays_with_its_entry_wherever_that_moves(host, played, sessions):
    entry, second = (entry_event(sessions, played, number) for number in (1, 2))
    wrote(host, played, entry, note="First")
    wrote(host, played, second, note="Second")
    form_of = parse(host.page(f"/t/{played}/entries/1/remove")).find_all("form")
    sent = next(form.fields for form in form_of if form["action"].endswith("/remove"))
    assert host.post(f"/t/{played}/entries/1/remove", sent).status_code == 303
    assert "Second" in host.page(f"/t/{played}/entries/1")
    assert "First" not in host.page(f"/t/{played}/notes"), "a note goes with its entry"
    assert "a note at an entry that was taken out" in host.page(f"/t/{played}/log")
    assert host.get(f"/t/{played}/notes/{entry}").status_code == 404
    refused = write(host, played, entry, note="Too late")
    assert refused.status_code == 422 and "taken out meanwhile" in notice(refused)
    assert form(refused.text)["note"] == "Too late", "what was typed is still there"
    assert host.act(played, "undo").status_code == 303
    assert "First" in host.page(f"/t/{played}/entries/1") and "Second" in host.page(f"/t/{played}/entries/2")
    assert host.act(played, "undo").status_code == 303 and "Second" not in host.page(f"/t/{played}/notes")
    assert host.act(played, "redo").status_code == 303
    assert "Second" in host.page(f"/t/{played}/entries/2")


def test_a_note_is_changed_and_taken_out_and_the_log_has_all(host, played):
    wrote(host, played, note="One", more_house_rules="No talk")
    now = form(host.page(f"/t/{played}/notes"))
    assert now["note"] == "One" and now["house_rules"] == ["No talk"]
    version = host.version(played)
    wrote(host, played, **now)
    assert host.version(played) == version, "what is as it was is no act"
    wrote(host, played, **{**now, "note": "", "house_rules": []})
    assert "Notes and place</h2>" not in host.page(f"/t/{played}")
    log = host.page(f"/t/{played}/log")
    assert "One" in log and log.count("<b>written: the note, the house rules</b>") == 2
    assert host.act(played, "undo").status_code == 303, "an undo takes back an entry, not a note"
    assert host.version(played) == version + 2


def test_of_two_phones_the_second_is_told_and_loses_nothing(host, phone, played):
    other = phone().join(host, played)
    wrote(host, played, note="Theirs <b>", more_expansions="Big Box", elsewhere="Home")
    late = write(other, played, note="Mine", more_expansions="Promo", more_house_rules="No talk")
    assert late.status_code == 409 and "another phone has changed this meanwhile: Note" in notice(late)
    assert "Theirs &lt;b&gt;" in late.text
    typed = form(late.text)
    assert typed["note"] == "Mine" and typed["place"] == "Home"
    assert typed["expansions"] == ["Big Box", "Promo"] and typed["house_rules"] == ["No talk"]
    wrote(other, played, **typed)
    assert form(host.page(f"/t/{played}/notes")) == {**typed, "seen": typed["seen"] + 1}


def test_words_of_two_phones_are_merged(host, phone, played):
    other = phone().join(host, played)
    wrote(host, played, more_expansions="Big Box\nPromo\nMap 1")
    seen = form(host.page(f"/t/{played}/notes"))["seen"]
    wrote(host, played, seen=seen, expansions=["Big Box", "Map 1"], more_expansions="Map 2")
    wrote(other, played, seen=seen, expansions=["Promo", "Map 1"], more_expansions="map 2\nMap 3", elsewhere="Club")
    assert form(host.page(f"/t/{played}/notes"))["expansions"] == ["Map 1", "Map 2", "Map 3"]
    same = write(host, played, seen=seen, expansions=["Map 1"], elsewhere="Club")
    assert same.status_code == 303, "two who name the same place agree"


@each_row(
    ("fields", "reason"),
    [
        ({"note": "x" * 1001}, "at most 1000 characters fit here, and it has 1001"),
        ({"note": "a\x1bb"}, "cannot have control characters"),
        ({"note": "\u200b\n\u202e"}, "needs a character that can be seen"),
        ({"more_expansions": "w" * 41}, "at most 40 characters fit here"),
        ({"more_house_rules": "\n".join(map(str, range(21)))}, "At most 20 words fit here; these are 21"),
        ({"expansions": ["a\0b"]}, "cannot have control characters"),
        ({"elsewhere": "p" * 81}, "at most 80 characters fit here"),
        ({"place": "\u200b"}, "needs a character that can be seen"),
    ],
)
def test_an_invalid_text_is_refused_at_its_field(host, played, fields, reason):
    before = host.version(played)
    answer = write(host, played, **fields)
    assert answer.status_code == 422 and reason in answer.text
    (value,) = fields.values()
    assert "".join(value)[:30] in unescape(answer.text), "what was typed is still there"
    assert host.version(played) == before
    assert host.act(played, "notes", {"note": "no version seen"}).status_code == 400


def test_while_totals_are_hidden_only_its_writer_reads_a_note_at_an_entry(host, phone, sessions):
    session = host.open("luz", THREE, hidden="1")
    ben, viewer = phone().join(host, session), phone().join(host, session, "viewer")
    page = OpenPage(viewer, f"/t/{session}")
    for fields in DEALS[:2]:
        assert host.enter(session, fields).status_code == 303
    entry = entry_event(sessions, session, 1)
    wrote(ben, session, entry, note="Ben lost 30")
    wrote(host, session, note="An evening")
    while page.version < host.version(session):
        page.follow()
    paths = ("", "/notes", f"/notes/{entry}", "/entries/1", "/entries/1/steps", "/sheet", "/log", "/print", "/replay/1")
    paths += ("/replay/steps", "/parts/table", "/parts/entry?number=1", "/enter")
    for path in paths:
        for player in (viewer, host):
            assert "Ben lost" not in player.get(f"/t/{session}{path}").text, path
    assert all("Ben lost" not in part for part in page.parts.values())
    assert "An evening" in page.parts["pad"] and "a note at Deal 1" in viewer.page(f"/t/{session}/log")
    assert "Ben lost 30" in ben.page(f"/t/{session}/entries/1") and "Ben lost 30" in ben.page(f"/t/{session}/log")
    other = write(host, session, entry, note="Guessed")
    assert other.status_code == 422 and "hidden until the end" in notice(other) and "Ben lost" not in other.text
    assert form(other.text)["note"] == "Guessed"
    assert host.act(session, "end", {"sure": "yes"}).status_code == 303
    assert "Ben lost 30" in viewer.page(f"/t/{session}/entries/1")


def test_a_stranger_reads_no_notes(host, phone, played, sessions):
    wrote(host, played, note="Between us", elsewhere="Home", more_expansions="Big Box")
    wrote(host, played, entry_event(sessions, played, 1), note="Between us")
    shared = set(re.findall(r'href="(/(?:r|replay|o)/[^"]+)"', host.page(f"/t/{played}/share")))
    assert len(shared) == 3
    stranger = phone()
    for path in shared:
        more = [f"{path}/1", f"{path}/steps"] if "/replay/" in path else []
        for one in (path, *more):
            answer = stranger.get(one, follow_redirects=True)
            assert answer.status_code == 200
            assert not re.search("Between us|Big Box|Home<", answer.text), one


def test_past_games_are_found_by_a_word_and_by_the_place(host, phone, played):
    host.open("luz", THREE)
    wrote(host, played, more_expansions="Big Box", elsewhere="Café Möbius")
    for query in ("big", "box big", "CAFÉ mö", "cafe\u0301"):
        found = host.page("/history?" + f"q={query}")
        assert re.findall(r'href="/t/([\w-]+)"', found) == [played], query
    assert played not in phone().page("/history?q=big")
    now = form(host.page(f"/t/{played}/notes"))
    wrote(host, played, **{**now, "expansions": []})
    assert played not in host.page("/history?q=big")


def test_a_rematch_has_the_words_and_the_place_but_not_the_note(host, played):
    wrote(host, played, note="Old", more_expansions="Big Box", elsewhere="Home")
    host.act(played, "end")
    rematch = host.act(played, "rematch").location.rpartition("/")[2]
    now = form(host.page(f"/t/{rematch}/notes"))
    assert (now["note"], now["expansions"], now["place"]) == ("", ["Big Box"], "Home")


def test_files_of_a_table_carry_its_notes(host, played, sessions):
    plain = host.get(f"/t/{played}/results.csv").text
    assert "notes" not in json.loads(host.get(f"/t/{played}/scoresheet.json").data)
    wrote(host, played, note="=1+1\nnext", more_expansions="Big Box\nPromo", elsewhere="Home")
    wrote(host, played, entry_event(sessions, played, 2), note="@SUM(A1)")
    table = host.get(f"/t/{played}/results.csv").text
    assert table.splitlines()[0] == plain.splitlines()[0] + ",Note" and "\r\n2,Deal 2," in table
    assert ",'@SUM(A1)" in table and '"\'=1+1\nnext"' in table and ',Expansions,"Big Box, Promo"' in table
    for path in ("scoresheet.json", "session.json"):
        file = host.get(f"/t/{played}/{path}").text
        sheet = json.loads(file).get("sheet") or json.loads(file)
        words = {"expansions": ["Big Box", "Promo"], "place": "Home"}
        assert sheet["notes"] == {"note": "=1+1\nnext", **words, "entries": {"2": "@SUM(A1)"}}
        assert "What was written about the game comes along" in look(host, file).text
        brought = bring(host, file)
        assert json.loads(host.get(f"/t/{brought}/scoresheet.json").data)["notes"] == sheet["notes"]
        assert "@SUM(A1)" in host.page(f"/t/{brought}/entries/2")


@each_row(
    "notes",
    [3, {"note": 3}, {"expansions": ["a", "A"]}, {"expansions": "a"}, {"entries": {"3": "x"}}, {"entries": {"x": "x"}},
     {"entries": {"01": "x"}}, {"entries": {"٢": "x"}}, {"entries": []},
     {"entries": {"1": "x" * 1001}}, {"place": "\x1b"}, {"more": 1}, {"expansions": [3]}],
)  # fmt: skip
def test_a_file_with_notes_that_no_table_has_is_refused(host, played, notes):
    sheet = json.loads(host.get(f"/t/{played}/scoresheet.json").data)
    answer = host.post("/import/look", {"text": json.dumps({**sheet, "notes": notes})})
    assert answer.status_code == 422 and notice(answer)


def test_a_file_with_a_note_at_no_entry_is_told_which_there_are(host, played):
    sheet = json.loads(host.get(f"/t/{played}/scoresheet.json").data)
    answer = host.post("/import/look", {"text": json.dumps({**sheet, "notes": {"entries": {"3": "x"}}})})
    assert notice(answer) == "The number of an entry must be 1 to 2, not 3"


def test_words_of_two_phones_beyond_the_limit_are_refused(host, phone, played):
    other = phone().join(host, played)
    wrote(host, played, more_expansions="\n".join(f"A{number}" for number in range(12)))
    answer = write(other, played, more_expansions="\n".join(f"B{number}" for number in range(12)))
    assert answer.status_code == 422 and "these are 24" in notice(answer) and "B11" in answer.text
