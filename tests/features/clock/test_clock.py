"""The clock of a table: tapped, passed on by entries, in nobody's way, and kept wherever the table goes."""

import re
from functools import reduce

import pytest

from companion.features.clock import taps
from companion.features.clock.clock import after
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row
from tests.support.files import bring, look, luz, session_of
from tests.support.groups import make_group, put
from tests.support.open_page import OpenPage
from tests.support.page_tree import parse
from tests.support.phones import HTMX, bets, notice, totals

THREE, DEAL = ("Ann", "Ben", "Cleo"), (bets("1 1 1"), totals("4 3 3"))
BEGAN = 1_764_000_000_000


def clock(phone, session):
    """The clock as the server has it, which is what the log makes it."""
    table = phone.client.application.extensions["companion"].table(session)
    folded = reduce(after, (event.body for event in table.log.events if event.kind == "clock"), None)
    assert folded and table.kept["clock"] == folded
    return folded


def tap(phone, session, do, **fields):
    answer = phone.act(session, "clock", {"do": do, **fields})
    assert answer.status_code == 303, answer.text


def refused(phone, session, **fields):
    answer = phone.act(session, "clock", fields)
    assert answer.status_code == 422, answer.text
    return notice(answer)


def starts(phone, session, **fields):
    tap(phone, session, "start", **{"turns": "some", **fields})


def counters(page):
    """What the times of a page are without script."""
    return re.findall(r'role="timer"[^>]*>([^<]+)<', page)


def lays(phone, session, seat):
    answer = phone.enter(session, {"seat": seat, "tap": ["r1", "b0"], "sure": "1", "confirmed": "1"})
    assert answer.status_code == 303, notice(answer) or answer.text


def ends(phone, session):
    assert phone.act(session, "end").status_code == 303


def test_a_clock_of_the_game_counts_and_is_paused_for_all(host, luz, phone, wait):
    viewer = phone().join(host, luz, "viewer")
    assert "clock.js" not in host.page(f"/t/{luz}") and 'id="clock"' not in host.page(f"/t/{luz}/enter")
    starts(host, luz, turns="none")
    wait(75)
    assert counters(viewer.page(f"/t/{luz}")) == ["1:15"]
    page = OpenPage(viewer, f"/t/{luz}")
    for _ in range(2):
        tap(host, luz, "pause")
    page.follow()
    assert "Paused" in page.parts["head"] and 'data-news="the clock is paused"' in page.parts["head"]
    wait(3600)
    assert counters(host.page(f"/t/{luz}/enter")) == ["1:15"]
    tap(host, luz, "go")
    wait(3600)
    assert counters(viewer.page(f"/t/{luz}")) == ["1:01:15"]
    assert viewer.act(luz, "clock", {"do": "pause"}).status_code == 403
    assert "<form" not in viewer.page(f"/t/{luz}/clock").split("<main")[1].split("more-rows")[0]
    assert host.version(luz) == 3


@each_row(
    ("tapped", "seat", "is_running", "is_refused"),
    [
        ({"do": "turn", "turn": 1}, 1, True, False),  # that turn is over, as was wanted
        ({"do": "turn", "turn": 1, "seat": 2}, 1, True, True),
        ({"do": "go", "halts": 0}, 1, True, False),
        ({"do": "pause", "halts": 0}, 1, True, True),
        ({"do": "pause", "halts": 2}, 1, False, False),
    ],
)
def test_a_late_tap_counts_for_the_clock_that_was_seen(host, tapped, seat, is_running, is_refused):
    session = host.open("open", THREE)
    starts(host, session)
    for tap_of_others in ({"do": "turn", "turn": 1}, {"do": "pause", "halts": 0}, {"do": "go", "halts": 1}):
        assert host.act(session, "clock", tap_of_others).status_code == 303
    answer = host.act(session, "clock", tapped)
    assert answer.status_code == (422 if is_refused else 303)
    assert ("Another phone has tapped the clock meanwhile." in answer.text) == is_refused
    assert (clock(host, session).seat, clock(host, session).is_running) == (seat, is_running)


@pytest.mark.parametrize(
    "limits",
    [{"turns": "none", "game": 10}, {"turns": "some", "minutes": 5, "per": "player", "game": 90}, {"turns": "none"}],
)
def test_every_page_says_how_long_the_game_took_and_not_what_was_left(host, wait, limits):
    session = host.open("open", THREE)
    starts(host, session, **limits)
    wait(127)
    host.enter(session, {"seat": 0, "kind": "round", "n0": 5})
    ends(host, session)
    wait(60)
    for path in ("", "/sheet", "/replay/1", "/clock"):
        page = host.page(f"/t/{session}{path}")
        assert set(counters(page)) <= {"2:07"} and "Time is up" not in page, path
    assert "2:07" in host.page(f"/t/{session}")
    assert host.page(f"/t/{session}/clock").count(">2:07<") == (2 if limits["turns"] == "some" else 1)
    assert "2 min" in host.page("/history")


def test_a_game_that_was_entered_in_one_go_has_no_length(host, wait):
    session = host.open("open", THREE)
    starts(host, session)
    wait(40)
    host.enter(session, {"seat": 0, "kind": "round", "n0": 5})
    ends(host, session)
    page = host.page("/history")
    assert "Mini golf" in page and "40 s" not in page


def test_taps_on_the_clock_disturb_neither_entries_nor_undo(host, wait):
    session = host.open("open", THREE)
    starts(host, session)
    tap(host, session, "turn", turn=1)
    old = host.act(session, "enter", {"seat": 0, "kind": "round", "n0": 5, "question": "1"}, seen=0)
    assert old.status_code == 303, old.text
    assert host.act(session, "clock", {"do": "pause"}, headers=HTMX).status_code == 204, "its stream brings the rest"
    tap(host, session, "turn", turn=2)
    assert "Undo" in host.page(f"/t/{session}")
    assert host.act(session, "undo").status_code == 303
    assert (clock(host, session).is_running, clock(host, session).turn) == (False, 3)
    log = host.page(f"/t/{session}/log")
    for told in ("the clock starts", "the turn of Ben", "the clock is paused", "the turn of Cleo"):
        assert f"<b>{told}</b>" in log


def test_an_entry_passes_the_turn_on_where_it_shows_whose_it_is(host, wait):
    session = host.open("ingenious", THREE)
    starts(host, session)
    wait(30)
    lays(host, session, 0)
    assert (clock(host, session).seat, clock(host, session).spent_by(0), host.version(session)) == (1, 30_000, 3)
    assert 'data-news="' in host.page(f"/t/{session}") and "the turn of Ben" in host.page(f"/t/{session}")
    for turn in (2, 3):
        tap(host, session, "turn", turn=turn)
    lays(host, session, 1)  # entered after the table went on
    assert clock(host, session).seat == 0, "who taps ahead of the entries is not sent back"
    lays(host, session, 2)
    lays(host, session, 0)
    assert clock(host, session).seat == 1
    assert host.act(session, "undo").status_code == 303
    assert clock(host, session).seat == 0


def test_the_end_stops_it_and_the_length_is_kept(host, wait):
    session = host.open("open", THREE)
    starts(host, session)
    for seat in range(3):
        assert host.enter(session, {"seat": seat, "kind": "round", "n0": 5 + seat}).status_code == 303
    wait(3723)
    ends(host, session)
    wait(100)
    assert counters(host.page(f"/t/{session}")) == ["1:02:03"] and "The game took" in host.page(f"/t/{session}")
    assert "1 h 2 min" in host.page("/history")
    assert host.get("/history.csv").text.splitlines()[1].endswith(",3723")
    assert host.get(f"/t/{session}/results.csv").text.splitlines()[-1].startswith("3723,Length in seconds,3723,0,0")
    assert "1 h 2 min" in host.page("/players/Ann") and "with 3 players" in host.page("/players/Ann")
    assert all("over" in refused(host, session, do=do) for do in ("go", "stop"))
    assert host.act(session, "undo").status_code == 303
    assert not clock(host, session).is_running, "a game that is taken up again goes on by a tap"
    tap(host, session, "go")
    wait(60)
    ends(host, session)
    assert host.get("/history.csv").text.splitlines()[1].endswith(",3783")


def test_a_group_says_how_long_its_games_take_with_how_many(host, wait):
    group = make_group(host, *THREE)
    for seats, minutes in ((2, 30), (3, 50), (3, 90), (3, 60), (3, None)):
        session = host.open("luz" if seats > 2 else "open", THREE[:seats])
        if minutes:
            starts(host, session, turns="none")
            wait(60 * minutes)
        numbers = [{"seat": seat, "kind": "round", "n0": seat} for seat in range(2)]
        for fields in DEAL if seats == 3 else numbers:
            assert host.enter(session, fields).status_code == 303
        ends(host, session)
        put(host, group, session)
    for page in (parse(host.page(group)).text, parse(host.page("/players/Ann")).text):
        assert "with 2 players by the clock, 1 game 30 min" in page
        assert "with 3 players the middle of 3 games, by the clock 1 h 0 min" in page


@each_row(
    ("typed", "reason"),
    [
        ({"game": "abc"}, "Give whole minutes from 1 to 1440"),
        ({"game": "0"}, "leave the field empty"),
        ({"seconds": "60"}, "seconds from 0 to 59"),
        ({"minutes": "-1"}, "seconds from 0 to 59"),
        ({"minutes": "0", "seconds": "0"}, "leave both fields empty"),
        ({"minutes": "1440", "seconds": "1"}, "minutes from 0 to 1440"),
        ({"minutes": "\u0663", "game": "9" * 30}, "whole minutes"),
    ],
)
def test_an_invalid_limit_stays_in_its_field_with_a_sentence(host, typed, reason):
    session = host.open("luz")
    answer = host.act(session, "clock", {"do": "start", "turns": "some", "per": "player", **typed})
    assert answer.status_code == 422 and reason in answer.text and 'aria-invalid="true"' in answer.text
    assert all(f'value="{value[:20]}"' in answer.text for value in typed.values())
    assert re.search(r'value="player"\s+checked', answer.text) and host.version(session) == 0


def test_a_malformed_tap_on_the_clock_is_refused(host, luz, wait):
    turn = {"do": "turn"}
    for fields in ({}, {"do": "fly"}, turn, turn | {"turn": "x"}, turn | {"turn": 1, "seat": "x"}):
        assert host.act(luz, "clock", fields).status_code == 400
    assert "no clock any more" in refused(host, luz, do="pause")
    assert "two or more" in refused(host, host.open("open", ["Ann"]), do="start", turns="some")
    starts(host, luz)
    wait(10)
    starts(host, luz)
    assert (clock(host, luz).at, host.version(luz)) == (BEGAN, 1), "on its way twice it starts one clock"
    assert "other limits runs already" in refused(host, luz, do="start", turns="some", game=5)
    assert "no such seat" in refused(host, luz, do="turn", turn=1, seat=8)


def test_a_clock_tapped_too_often_stops_and_entries_go_on(host, monkeypatch):
    monkeypatch.setattr(taps, "MAX_CLOCK_EVENTS", 2)
    monkeypatch.setattr("companion.table.changes.MAX_EVENTS", 1)
    session = host.open("open", THREE)
    starts(host, session)
    tap(host, session, "turn", turn=1)
    assert "takes no more" in refused(host, session, do="turn", turn=2)
    assert host.enter(session, {"seat": 0, "kind": "round", "n0": 5}).status_code == 303
    tap(host, session, "pause")
    ends(host, session)
    assert clock(host, session).is_over


def times(of):
    """The settings and what was used, in milliseconds."""
    return of.game, of.turns, of.each, of.seat, of.total, of.turn_total, of.spent


@pytest.fixture
def clocked(host, wait):
    """A table whose second player has had 20 s of the second turn, after 90 s of the first player; the clock runs."""
    session = host.open("luz", ("Ann", "Ben", "Cleo"))
    tap(host, session, "start", turns="some", per="player", minutes=20, game=60)
    wait(90)
    tap(host, session, "turn", turn=1)
    wait(20.6)
    return session


USED = (3600, "player", 1200, 1, 110_000, 20_000, (90_000, 20_000, 0))


def test_a_table_opened_from_a_file_has_its_clock_paused(host, there, clocked, wait):
    file = host.get(f"/t/{clocked}/session.json")
    wait(600)  # what goes by meanwhile costs nobody anything there
    page = look(there, file.json)
    assert "The clock comes along with the time that was used" in page.text
    session = bring(there, file.json)
    brought = clock(there, session)
    assert times(brought) == USED and not brought.is_running and not brought.is_over
    assert re.findall(r'role="timer"[^>]*>([^<]+)<', there.page(f"/t/{session}")) == ["58:10", "19:40"]
    assert "the clock is taken over, paused" in there.page(f"/t/{session}/log")
    tap(there, session, "go")
    assert clock(there, session).is_running and clock(there, session).total == 110_000
    sheet = host.get(f"/t/{clocked}/scoresheet.json").json
    assert sheet["clock"]["used"] == 710 and times(clock(there, bring(there, sheet)))[:4] == USED[:4]


def test_codes_fit_together_while_it_runs(host, there, wait):
    session = bring(host, session_of(whole_game(7, 5, True)))
    host.act(session, "undo")
    tap(host, session, "start", turns="none")
    texts, path = [], f"/t/{session}/hand-over"
    while path:
        wait(7)
        page = host.page(path)
        assert "The clock goes along with the time that was used" in page and "Start again" not in page
        tree = parse(page)
        texts.append(tree.with_attribute("data-code")[0].text)
        path = next((link["href"] for link in tree.find_all("link") if "data-next" in link), "").removesuffix("#code")
    assert len(texts) > 1
    assert clock(there, bring(there, "\n".join(texts))).total == 7000
    for moment in ("9" * 16, "9" * 30, "-1", "x", "0", "\u0663"):
        assert host.get(f"/t/{session}/hand-over", query_string={"moment": moment}).status_code == 200


def test_a_game_that_is_over_keeps_its_length(host, there, clocked, wait):
    for fields in DEAL:
        assert host.enter(clocked, fields).status_code == 303
    ends(host, clocked)
    wait(60)
    session = bring(there, host.get(f"/t/{clocked}/scoresheet.json").text)
    assert clock(there, session).is_over and clock(there, session).length == 110
    assert there.get("/history.csv").text.splitlines()[1].endswith(",110")
    assert "with 3 players" in there.page("/players/Ann")
    there.act(session, "undo")
    tap(there, session, "go")
    assert clock(there, session).total == 110_000


WRONG = (
    (3, "key clock: the clock must be an object"),
    ({}, 'the clock lacks the key "game"'),
    ({"game": 86401}, "game must be 0 to 86400, not 86401"),
    ({"game": 0, "used": 10**9 + 1}, "used must be 0 to 1000000000"),
    ({"game": 0, "more": 1}, 'unknown key "more"'),
    ({"game": 0, "turns": "all"}, "turns must be one of"),
    ({"game": 0, "each": 5}, 'unknown key "each"'),
    ({"game": 0, "turns": "turn"}, 'lacks the key "seat"'),
    ({"game": 0, "turns": "turn", "seat": 3}, "seat must be 0 to 2"),
    ({"game": 0, "turns": "turn", "seat": 0, "each": 10**6}, "each must be 0 to 86400"),
    ({"game": 0, "turns": "turn", "seat": 0, "spent": [1, 2]}, "spent must have 3 items"),
    ({"game": 0, "turns": "turn", "seat": 0, "spent": [1, 2, -3]}, "spent of Cleo must be 0"),
)


def test_a_file_with_an_invalid_clock_is_refused_with_a_sentence(host):
    for wrong, reason in WRONG:
        value = luz(clock=wrong)
        answer = look(host, value if wrong else session_of(value))
        assert answer.status_code == 422 and "key clock: " in notice(answer) and reason in notice(answer)
        assert '"clock"' in parse(answer.text).text, "what was pasted is still there"
    solo = luz(game="open", players=["Ann"], options={}, clock={"game": 0, "turns": "turn", "seat": 0})
    assert "two or more" in notice(look(host, solo))


def rematch_of(phone, session):
    ends(phone, session)
    return str(phone.act(session, "rematch").location.rpartition("/")[2])


def test_a_rematch_has_the_limits_and_fresh_times_and_waits_for_a_tap(host, clocked, wait):
    session = rematch_of(host, clocked)
    wait(500)
    assert times(clock(host, session)) == (3600, "player", 1200, 1, 0, 0, ()), "the next one begins"
    page = host.page(f"/t/{session}")
    assert "Start the clock" in page and "Paused" not in page and "Next: " not in page
    assert host.act(session, "draw", {"what": "first", "seat": 2}).status_code == 303
    tap(host, session, "go")
    assert clock(host, session).seat == 2, "who was chosen since has the first turn"
    wait(30)
    again = rematch_of(host, session)
    assert clock(host, session).length == 30 and clock(host, again).is_new
