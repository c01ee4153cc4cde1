"""What comes in: scoresheets and session files, what is half entered in them, and all that is none."""

import itertools
import json

import pytest

from companion.engine import RuleError
from companion.engine.bounds import SESSION_FILE
from companion.features.takeout.session_file import read_game
from companion.games import all_games
from companion.scoring.scoresheet import SheetError, result
from tests.support.each_row import each_row
from tests.support.files import (
    DRAFTS,
    EXAMPLES,
    LANDS,
    STEPS,
    WALL,
    bring,
    example,
    fields,
    look,
    luz,
    send,
    session_of,
    upload,
)
from tests.support.long import IS_LONG
from tests.support.page_tree import parse
from tests.support.phones import bets, notice, totals

DEAL = {"bets": [{"beads": 3, "safety": False}] * 3, "tricks": [3, 3, 4]}


@each_row("game", all_games())
def test_every_example_comes_in_and_goes_out_as_it_was(host, game):
    for path in EXAMPLES if IS_LONG else EXAMPLES[::3]:
        if path.parent.name == game:
            sheet = example(f"{game}/{path.stem}")
            session = bring(host, sheet)
            again = host.get(f"/t/{session}/scoresheet.json").json
            assert again["entries"] == sheet["entries"] and again["players"] == sheet["players"]
            assert result(again) == result(sheet), path
            if not sheet["options"].get("halves"):  # which are shown as 11.5
                assert host.totals(session) == (result(sheet)["totals"] if sheet["entries"] else []), path


def test_it_is_shown_first_and_goes_on_here(host, phone, sessions):
    page = look(host, luz(entries=[DEAL]))
    assert page.status_code == 200 and "Deal 2 of 4" in page.text and "one entry" in page.text
    assert "/t/" not in host.page("/"), "nothing is opened before it is said"
    answer = host.post("/import/open", fields(page.text))
    session = answer.location.split("/")[2]
    assert host.totals(session) == [10, 10, -5]
    assert host.get(f"/t/{session}/host").status_code == 200
    assert phone().get(f"/t/{session}").status_code == 404
    assert "Deal 1 scored" in host.page(f"/t/{session}/log")
    for sent in (bets("3 3 4"), totals("3 3 4")):
        assert host.enter(session, sent).status_code == 303
    assert host.totals(session) == [30, 30, 15]
    for _ in range(3):
        host.act(session, "undo")
    assert host.totals(session) == [], "and back past where it came in"


def test_who_came_with_a_game_is_invited_to_the_next_table(host, sessions):
    sheet = luz(entries=[DEAL])
    assert host.post("/import/open", fields(look(host, sheet).text)).status_code == 303
    sessions.store.write(lambda db: db.execute("UPDATE sessions SET made = '2024-05-03T20:15:00+00:00'"))
    assert host.post("/new/5211", {"player": sheet["players"]}).location.endswith("/share")


def test_opened_twice_it_is_one_table(host):
    sent = fields(look(host, luz()).text)
    first, second = (host.post("/import/open", sent).location for _ in range(2))
    assert first == second and host.page("/").count(f'href="{first}"') == 1
    host.act(first.split("/")[2], "delete", {"sure": "yes"})
    assert host.get(host.post("/import/open", sent).location).status_code == 404, "what was deleted stays so"


@each_row(
    ("sheet", "sentence"),
    [
        (luz(entries=[DEAL, DEAL, DEAL | {"tricks": [3, 3, 3]}]), "Entry 3: the tricks add up to 9, not 10"),
        (luz(game="chess"), 'not "chess"'),
        (luz(entries=[{"end": True}, {"end": True}]), "Entry 2: the game is over; nothing can follow"),
        (luz(entries=[DEAL] * 601), "There are 601 entries; at most 600 are taken"),
        (luz(options={"start": 10**16}), "The number 10000000000000000 is too large: at line 1, column"),
        (luz(extra=[[]] * 130_000), "This has too much in it to be a scoresheet or a session file: more than 250000"),
        (
            luz(extra=json.loads("[" * 25 + "]" * 25)),
            "This is nested too deep to be a scoresheet or a session file: line 1",
        ),
        (luz(players=["A\u0301" * 40_000]), "This has too long a text to be a scoresheet or a session file: more"),
        (session_of(luz(), made="yesterday"), "Made must be a moment such as"),
        (session_of(luz(), made="0001-01-01T00:00:00+14:00"), "Made must be a moment such as"),
        (session_of(luz(), hidden=1), "Hidden must be true or false, not 1"),
        (session_of(luz(), phones=[]), 'has an unknown key "phones"'),
        (session_of(luz(), draft=[]) | {"draft": []}, "draft must be an object, not []"),
        (session_of(luz(entries=[{"end": True}]), {"bets": 1}), "What is half entered: the game is over"),
        (session_of(luz(), {"trick-1": 0}), 'What is half entered: a part is missing before "trick-1"'),
    ],
)
def test_what_cannot_stand_is_told_with_its_entry_and_kept(host, sheet, sentence):
    text = json.dumps(sheet)
    answer = look(host, text)
    assert answer.status_code == 422
    assert sentence in parse(answer.text).by_id("notice").text
    form = parse(answer.text).by_id("text").form
    assert form and ("text", text) in form.fields, "what was pasted is still there"
    assert marked(answer.text) == ["text"]
    # A file that is a game with a fault is in the text field, to be mended there.
    assert marked(upload(host, text.encode()).text) == ["text"]


def marked(page):
    """The fields that are told to be wrong, right behind the sentence that says why, with the focus."""
    tree = list(parse(page))
    behind = tree[next(place for place, part in enumerate(tree) if part.role == "alert") :]
    fields = [part for part in behind if part.tag in ("input", "textarea")]
    wrong = [field for field in tree if field.attributes.get("aria-invalid") == "true"]
    assert all(field["aria-describedby"] == "notice" and "autofocus" in field for field in wrong)
    assert wrong[:1] == fields[:1]
    return [field["id"] for field in wrong]


def test_what_is_too_large_is_told_so(host):
    for size in (SESSION_FILE.bytes + 1, 2 * SESSION_FILE.bytes):
        answer = upload(host, b" " * size)
        assert answer.status_code in (413, 422) and "larger than 1000 kB" in notice(answer)
    assert upload(host, json.dumps(luz()).encode() + b" " * (SESSION_FILE.bytes - 1000)).status_code == 200
    assert host.post("/new/luz", {"a": "b" * 70_000}).status_code == 413, "other forms stay short"


def test_too_many_tables_keep_the_text_of_an_import(host, sessions):
    page, allowed = fields(look(host, luz()).text), [True]
    sessions.openings.may_open = lambda: bool(allowed and allowed.pop())
    opened = send(host, "/import/open", page)
    assert opened.status_code == 303 and send(host, "/import/open", page).location == opened.location
    answer = send(host, "/import/open", page | {"key": "another"})
    assert answer.status_code == 429 and "Wait an hour" in notice(answer) and page["text"] in answer.text


@each_row("key", DRAFTS)
def test_a_session_file_brings_what_is_half_entered(host, key, sessions):
    sheet, draft = DRAFTS[key]
    session = bring(host, session_of(sheet, draft))
    table = sessions.table(session)
    assert table.draft == draft and len(table.entries) == len(sheet["entries"])
    for path in ("", "/enter", "/log", "/sheet", "/out", "/hand-over", "/needs"):
        assert host.get(f"/t/{session}{path}").status_code == 200, path
    data = host.get(f"/t/{session}/session.json").json
    assert data["draft"] == draft and data["made"] == "2026-10-03T18:05:00+00:00"
    assert sessions.table(bring(host, data)).draft == draft


@each_row(
    ("content", "expected"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "is not a game of the companion. Choose"),
        (b'{"format": 1, "game": "lu', "it looks like a game that is damaged or cut short"),
        (b"Dear Ann,\nhow are you?", "is not a game of the companion. Choose"),
    ],
)
def test_a_file_that_is_no_game_is_told_in_plain_words(host, content, expected):
    answer = upload(host, content)
    sentence = notice(answer)
    assert answer.status_code == 422 and expected in sentence and "Choose a .json file saved with Export." in sentence
    assert marked(answer.text) == ["file"]
    assert "JSON:" not in sentence and "\ufffd" not in answer.get_data(as_text=True)


def test_a_mark_at_the_start_of_a_file_is_no_fault(host):
    assert upload(host, b"\xef\xbb\xbf" + json.dumps(luz()).encode()).status_code == 200
    assert look(host, "\ufeff" + json.dumps(luz())).status_code == 200


ODD = (None, True, -1, 1.5, "x", [], {}, [[0]], [None, None], {"beads": "x"}, {"tiles": 3}, {"tile": "lake", "at": "x"})


@each_row("slot", ["bets", "bet-1", "trick-1", "hand-0", "wall-0", "land-1", "step-1"])
def test_any_json_as_a_draft_is_a_draft_or_a_fault(slot):
    for (sheet, draft), value in itertools.product(DRAFTS.values(), ODD):
        try:
            read_game(session_of(sheet, draft | {slot: value}))
        except (SheetError, RuleError) as error:
            assert str(error)


FAULTS = [
    ("luz", {"trick-1": 0}, 'a part is missing before "trick-1"'),
    ("luz", {"tricks": [3, 3, 4]}, 'there is no part "tricks"'),
    ("5211", {"hand-0": ["G6", "G6", "Y3", "O2"]}, "this deck has 1 of green 6; with this round 2 would be played"),
    ("5211", {"hand-3": ["G6", "G1", "Y3", "O2"]}, 'there is no part "hand-3"'),
    ("5211", {f"hand-{n}": hand.split() for n, hand in enumerate(("G1 G2 Y3 O2", "B1 B2 B3 O1", "G1 B5 T6 T1"))},
     "belongs among the entries"),
    ("azul", {"wall-0": WALL, "wall-1": WALL}, "two seats have the start marker"),
    ("ingenious", {"tile": 1}, 'there is no part "tile"'),
    ("salamanca, setup", {"land-1": LANDS[0], "land-2": LANDS[0]}, "is taken"),
    ("salamanca, setup", {"land-1": {"tile": "farm", "at": [1, 1]}}, "five lands lie on the board at the start"),
    ("salamanca, setup", {"step-1": STEPS[0]}, 'there is no part "step-1"'),
    ("salamanca, turn", {"step-1": {"jump": 3}}, "a step of a turn is an object with one of"),
    ("salamanca, no board", {"step-1": STEPS[0]}, 'there is no part "step-1"'),
]  # fmt: skip


@each_row(("key", "draft", "sentence"), FAULTS)
def test_a_draft_that_no_form_makes_is_told(key, draft, sentence):
    with pytest.raises(SheetError) as caught:
        read_game(session_of(DRAFTS[key][0], draft))
    assert str(caught.value).startswith("what is half entered: ") and sentence in str(caught.value)
