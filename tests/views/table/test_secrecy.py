"""No phone can derive another seat's total, gains or place at a table that hides them: the walk over every route.

Two companions hold the same tables, but for what some seats entered (tests/support/secrets.py). A phone that may not
know of these seats must get the same answers from both, to the letter: then nothing follows from anything that it
reads. What the page of a new table says cannot be kept is not in these tables: boards that all see.
"""

import itertools
import json
import re
from itertools import chain

import pytest
from flask import template_rendered

from companion.engine import Standing, Step
from companion.scoring.replay import Replay
from companion.scoring.scoresheet import Played
from companion.table.table import Table
from tests.support.addresses import told
from tests.support.long import IS_LONG
from tests.support.phones import HTMX
from tests.support.reading import read_text
from tests.support.secrets import SHEETS, Companion
from tests.support.streams import Stream
from tests.support.tries import few

PAGES = ("table", "entry", "needs", "enter")
# What each endpoint that reads is asked for, by tests/views/addresses.toml and those of the features; n is an entry.
READ = {endpoint: paths for read in told("read") for endpoint, paths in read.items()}
OF_A_PHONE = {endpoint: path for read in told("of_a_phone") for endpoint, path in read.items()}
# They hand the whole table over, which the host alone can do; the page of a new table and of handing over say so.
WHOLE = {*chain.from_iterable(told("whole"))}
ACTS = {*chain.from_iterable(told("acts"))}
NOTHING_OF_A_TABLE = {*chain.from_iterable(told("nothing_of_a_table"))}
# All routes of these: "devices" shows games and the names of one's own seats; a group and its evenings show games that
# are over, when nothing is secret any more.
OF_NO_TABLE = {*chain.from_iterable(told("of_no_table"))}


@pytest.fixture(scope="module")
def companions(tmp_path_factory):
    """One, one in which another than seat 0 differs, and one in which another than seat 1 does."""
    folder = tmp_path_factory.mktemp("secrets")
    made = {name: Companion(folder, changed) for name, changed in (("", ()), ("not 0", (1, 2)), ("not 1", (0, 2)))}
    yield made
    for companion in made.values():
        companion.close()


def pair(companions, phone):
    """Two companions that the phone must not tell apart."""
    return companions[""], companions["not 1" if phone == "ben" else "not 0"]


def differing(first, other):
    """The lines that two texts do not share, for who has to mend it."""
    lines = itertools.zip_longest(first.splitlines(), other.splitlines(), fillvalue="")
    return [(a[:1500], b[:1500]) for a, b in lines if a != b][:3]


def paths(companion, game, pattern):
    """The addresses that a pattern stands for at a table; "/api O/log" puts "/api" before an address of the overlay."""
    before, _, pattern = pattern.rpartition(" ")
    shared = {"R": "result", "O": "overlay", "P": "replay"}.get(pattern[0])
    if shared:
        return [before + shared_of(companion, game, shared) + pattern[1:]]
    path = pattern.replace("/S", f"/{companion.tables[game]}")
    last = len(companion.sessions.table(companion.tables[game]).entries)
    numbers = range(1, last + 1) if IS_LONG or path.endswith("/remove") else (1, last)
    mark = next((mark for mark in ("/entries/n", "/replay/n", "number=n") if mark in path), None)
    return [path] if mark is None else [path.replace(mark, f"{mark[:-1]}{number}") for number in numbers]


def shared_of(companion, game, role):
    """The address that shows a table's result, replay or overlay to anybody."""
    session = companion.tables[game]
    table = companion.sessions.table(session)
    start, invites = {"result": "/r/", "replay": "/replay/", "overlay": "/o/"}[role], companion.sessions.invites
    return f"{start}{session}{invites.shared_token(invites.row(table), role)}"


def test_every_route_is_looked_at(companions):
    endpoints = {rule.endpoint for rule in companions[""].app.url_map.iter_rules()}
    of_tables = {endpoint for endpoint in endpoints if endpoint.partition(".")[0] not in OF_NO_TABLE}
    assert of_tables == {*READ, *OF_A_PHONE, *ACTS, *NOTHING_OF_A_TABLE}, "what does the new route tell of a table?"


def test_the_secrets_differ(companions):
    for game in SHEETS:
        tables = [made.sessions.table(made.tables[game]) for made in companions.values()]
        totals = [table.state.totals for table in tables if table]
        for other, own in ((totals[1], 0), (totals[2], 1)):
            assert other[own] == totals[0][own] and other[2] != totals[0][2], (game, totals)


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("phone", few(["viewer", "ben", "free", "host"], 2))
def test_no_answer_tells_a_secret(companions, phone, game):
    first, other = pair(companions, phone)
    leaks = []
    for endpoint, patterns in READ.items():
        if endpoint in WHOLE and phone == "host":
            continue
        for pattern in patterns:
            at = zip(*(paths(each, game, pattern) for each in (first, other)), strict=True)
            for path, same in at:
                answers = first.read(phone, path), other.read(phone, same)
                assert answers[0][0] < 500
                if answers[0] != answers[1]:
                    leaks.append((pattern, path, differing(answers[0][1], answers[1][1])))
    assert not leaks, json.dumps(leaks, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("phone", ["viewer", "free", "ben", "host"])
def test_no_page_of_all_tables_tells_a_secret(companions, phone):
    one, other = pair(companions, phone)
    for path in OF_A_PHONE.values():
        first, same = one.read(phone, path), other.read(phone, path)
        assert first == same, (path, differing(first[1], same[1]))


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("phone", few(["ben", "free", "host"], 1))
def test_no_preview_of_a_correction_tells_a_secret(companions, phone, game):
    table = companions[""].sessions.table(companions[""].tables[game])
    for number in (1, 2):
        # Corrected to the same entry, which is the one that stands in one of the two companions alone.
        for typed in typed_as(table, number):
            first, same = (each.read(phone, each.typed_at(game, number, typed)) for each in pair(companions, phone))
            assert first[0] == 200
            assert first == same, differing(first[1], same[1])


def typed_as(table, number):
    """What our form has in its address: an entry, to see what it would change, and the same to change more of it."""
    entry = table.entries[number - 1].body
    draft, fields = table.game.form.draft_from_entry(table.states[number - 1], entry)
    seen = {"version": table.version}
    return [
        {"draft": {}, "entry": entry, "fields": {}, **seen},
        {"draft": draft, "entry": None, "fields": dict(fields), **seen},
    ]


def test_forms_are_for_who_keeps_score(companions):
    companion = companions[""]
    for session in companion.tables.values():
        for path in ("parts/enter", "live/enter", "entries/1/correct", "entries/1/insert", "entries/1/correct/parts"):
            assert companion.phones["viewer"].get(f"/t/{session}/{path}").status_code == 403, path


@pytest.mark.parametrize("game", SHEETS)
@pytest.mark.parametrize("phone", few(["viewer", "ben", "free", "host"], 2))
def test_no_stream_and_no_act_tells_a_secret(companions, phone, game):
    # All act, so that they stay alike.
    texts = {companion: streamed(companion, phone, game) for companion in companions.values()}
    first, other = pair(companions, phone)
    for text, same in zip(texts[first], texts[other], strict=True):
        assert text == same, differing(text, same)


def streamed(companion, phone, game):
    """What a phone is sent over the streams of its pages, and what is answered to an undo and a redo."""
    session, who = companion.tables[game], companion.phones[phone]
    table = companion.sessions.table(session)
    pages = PAGES if phone != "viewer" else PAGES[:3]
    streams = [Stream(who, f"/t/{session}/live/{page}?number={len(table.entries)}") for page in pages]
    events = [stream.next("version") for stream in streams]
    actor, texts = companion.phones["host" if phone == "viewer" else phone], []
    for act in ("undo", "redo"):
        shown = {**HTMX, "HX-Current-URL": f"http://localhost/t/{session}"}
        texts.append(companion.cleaned(actor.act(session, act, headers=shown).text))
        events += [stream.next() for stream in streams]
    for stream in streams:
        stream.close()
    parts = [part for event in events for part in event.get("parts", {}).items()]
    return [*texts, *(f"{name}: {companion.cleaned(part)}" for name, part in parts)]


def test_no_template_is_given_what_a_table_hides(companions):
    companion, raw = companions[""], (Table, Replay, Played, Standing, Step)
    given = []

    def look(sender, template, context, **more):
        given.extend((template.name, name) for name, value in context.items() if isinstance(value, raw))
        given.extend((template.name, name) for name in context if name == "shows")

    with template_rendered.connected_to(look, companion.app):
        for path in ("", "/sheet", "/entries/1", "/log", "/needs", "/print", "/totals/0", "/enter", "/out", "/host"):
            companion.phones["host"].get(f"/t/{companion.tables['luz']}{path}")
    assert not given


def test_the_forms_of_other_seats_tell_no_points(companions):
    """Of one's own seat they do; of a hidden one neither what is typed comes to points, nor what stood before."""
    companion = companions[""]
    for phone in ("host", "free"):
        page = companion.phones[phone].page(f"/t/{companion.tables['luz']}/enter?seat=0")
        assert ("If the deal stopped here: Ann" in page) == (phone == "host") and "Cleo −" not in page
        walls = [
            companion.phones[phone].page(f"/t/{companion.tables['azul']}/enter?seat={n}&typed=1&floor=1")
            for n in (0, 2)
        ]
        assert [bool(re.search(r"\b\d+ to \d+\b", read_text(wall))) for wall in walls] == [phone == "host", False]
        assert ["Bonus so far" in wall for wall in walls] == [phone == "host", False]


def test_a_tile_of_a_hidden_seat_is_not_tried_out(companions):
    """Whether a number brings an extra tile would tell where the marker stands."""
    companion = companions[""]
    at = f"/t/{companion.tables['ingenious']}/enter?m0=r"
    pages = {phone: [companion.phones[phone].page(f"{at}{points}") for points in (3, 18)] for phone in ("free", "host")}
    assert "Ingenious!" not in pages["free"][1] and "Save the tile" in pages["free"][1]
    assert "Ingenious!" in pages["host"][1], "Ann is next, and sees her own"


def test_what_is_open_or_ones_own_is_shown(companions):
    companion = companions[""]
    entry = companion.phones["host"].page(f"/t/{companion.tables['luz']}/entries/1")
    assert "+10" in entry and "hidden until the end" in entry
    deal = companion.phones["viewer"].page(f"/t/{companion.tables['luz']}")
    beads = 'class="bead '  # drawn for the eye alone
    assert "took 2, bet hidden" in deal and beads not in deal
    assert beads in companion.phones["host"].page(f"/t/{companion.tables['luz']}"), "of its own seat a phone sees them"
    assert "Orange scores" in companion.phones["viewer"].page(f"/t/{companion.tables['5211']}/entries/1")
    assert companion.phones["viewer"].page(f"/t/{companion.tables['azul']}").count("This wall is hidden") == 3
    assert companion.phones["host"].page(f"/t/{companion.tables['azul']}").count("This wall is hidden") == 2


def test_the_page_of_a_new_table_says_what_stays_secret(companions):
    for game in SHEETS:
        page = companions[""].phones["host"].page(f"/new/{game}?player=Ann&player=Ben")
        assert f"Secret in {game.capitalize()}" in page
