"""The clock of a table: tapped, passed on by entries, in nobody's way, and kept wherever the log goes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.game import RuleError
from companion.games import all_games
from companion.sessions.table import clock_actions
from companion.sessions.table.clock import Clock, clock_of
from companion.sessions.table.table import opened_table
from companion.transfer.export_lines import session as session_line
from companion.transfer.exporting import lines
from companion.transfer.validation import validate
from companion.views.http.identity import sessions
from tests.support.each_row import each_row
from tests.support.groups import make_group, put
from tests.support.open_page import OpenPage
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, notice

THREE = ("Ann", "Ben", "Cleo")
BEGAN = 1_764_000_000_000
Wait = Callable[[float], None]


def clock(phone: Phone, session: str) -> Clock:
    """The clock as the server has it, which is what the log makes it."""
    table = phone.client.application.extensions["companion"].table(session)
    assert table.clock == clock_of(event.body for event in table.log.events if event.kind == "clock")
    assert table.clock
    return table.clock  # type: ignore[no-any-return]


def tap(phone: Phone, session: str, do: str, **fields: object) -> None:
    answer = phone.act(session, "clock", {"do": do, **fields})
    assert answer.status_code == 303, answer.text


def starts(phone: Phone, session: str, **fields: object) -> None:
    tap(phone, session, "start", **{"turns": "some", **fields})


def counters(page: str) -> list[str]:
    """What the times of a page are without script."""
    return re.findall(r'role="timer"[^>]*>([^<]+)<', page)


def lays(phone: Phone, session: str, seat: int, points: int = 1) -> None:
    """A tile of Ingenious that scores in red."""
    answer = phone.enter(session, {"seat": seat, "tap": [f"r{points}", "b0"], "sure": "1", "confirmed": "1"})
    assert answer.status_code == 303, notice(answer) or answer.text


def ends(phone: Phone, session: str) -> None:
    assert phone.act(session, "end").status_code == 303


def test_a_clock_of_the_game_counts_and_is_paused_for_all(host: Phone, phone: Phones, wait: Wait) -> None:
    session = host.open("luz")
    viewer = phone().join(host, session, "viewer")
    assert "clock.js" not in host.page(f"/t/{session}") and 'id="clock"' not in host.page(f"/t/{session}/enter")
    starts(host, session, turns="none")
    wait(75)
    assert counters(viewer.page(f"/t/{session}")) == ["1:15"]
    page = OpenPage(viewer, f"/t/{session}")
    tap(host, session, "pause")
    tap(host, session, "pause")
    page.follow()
    assert "Paused" in page.parts["head"] and 'data-news="the clock is paused"' in page.parts["head"]
    wait(3600)
    assert counters(host.page(f"/t/{session}/enter")) == ["1:15"]
    tap(host, session, "go")
    wait(3600)
    assert counters(viewer.page(f"/t/{session}")) == ["1:01:15"]
    assert viewer.act(session, "clock", {"do": "pause"}).status_code == 403
    assert "<form" not in viewer.page(f"/t/{session}/clock").split("<main")[1].split("more-rows")[0]
    assert host.version(session) == 3


def test_a_start_that_is_on_its_way_twice_starts_one_clock(host: Phone, wait: Wait) -> None:
    session = host.open("luz")
    starts(host, session)
    wait(10)
    starts(host, session)
    assert (clock(host, session).at, host.version(session)) == (BEGAN, 1)
    other = host.act(session, "clock", {"do": "start", "turns": "some", "game": 5})
    assert other.status_code == 422 and "A clock runs already" in other.text


@each_row(
    ("tapped", "seat", "is_running", "is_refused"),
    [
        ({"do": "turn", "turn": 1}, 1, True, False),  # that turn is over, as was wanted
        ({"do": "turn", "turn": 1, "seat": 1}, 1, True, False),
        ({"do": "turn", "turn": 1, "seat": 2}, 1, True, True),
        ({"do": "go", "halts": 0}, 1, True, False),
        ({"do": "pause", "halts": 0}, 1, True, True),
        ({"do": "pause", "halts": 2}, 1, False, False),
    ],
)
def test_a_late_tap_counts_for_the_clock_that_was_seen(
    host: Phone, tapped: dict[str, object], seat: int, is_running: bool, is_refused: bool
) -> None:
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
def test_every_page_says_how_long_the_game_took_and_not_what_was_left(host: Phone, wait: Wait, limits: Any) -> None:
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


def test_it_is_in_the_way_of_no_entry_and_of_no_undo(host: Phone, wait: Wait) -> None:
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


def test_an_entry_passes_the_turn_on_where_it_shows_whose_it_is(host: Phone, wait: Wait) -> None:
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


def test_the_end_stops_it_and_the_length_is_kept(host: Phone, wait: Wait) -> None:
    session = host.open("open", THREE)
    starts(host, session)
    assert host.act(session, "enter", {"seat": 0, "kind": "round", "n0": 5}).status_code == 303
    assert host.act(session, "enter", {"seat": 1, "kind": "round", "n0": 6}).status_code == 303
    assert host.act(session, "enter", {"seat": 2, "kind": "round", "n0": 7}).status_code == 303
    wait(3723)
    ends(host, session)
    wait(100)
    assert counters(host.page(f"/t/{session}")) == ["1:02:03"] and "The game took" in host.page(f"/t/{session}")
    assert "1 h 2 min" in host.page("/history")
    assert host.get("/history.csv").text.splitlines()[1].endswith(",3723")
    assert host.get(f"/t/{session}/results.csv").text.splitlines()[-1].startswith("3723,Length in seconds,3723,0,0")
    assert "1 h 2 min" in host.page("/players/Ann") and "with 3 players" in host.page("/players/Ann")
    for do in ("go", "stop"):
        refused = host.act(session, "clock", {"do": do})
        assert refused.status_code == 422 and "over" in notice(refused)
    assert host.act(session, "undo").status_code == 303
    assert not clock(host, session).is_running, "a game that is taken up again goes on by a tap"
    tap(host, session, "go")
    wait(60)
    ends(host, session)
    assert host.get("/history.csv").text.splitlines()[1].endswith(",3783")


def test_a_group_says_how_long_its_games_take_with_how_many(host: Phone, wait: Wait) -> None:
    group = make_group(host, *THREE)
    for seats, minutes in ((2, 30), (3, 50), (3, 90), (3, 60), (3, None)):
        session = host.open("luz" if seats > 2 else "open", THREE[:seats])
        if minutes:
            starts(host, session, turns="none")
            wait(60 * minutes)
        if seats == 3:
            assert host.act(session, "enter", {"stage": "bets", "b0": 1, "b1": 1, "b2": 1}).status_code == 303
            assert host.act(session, "enter", {"stage": "totals", "t0": 4, "t1": 3, "t2": 3}).status_code == 303
        else:
            for seat in range(2):
                assert host.act(session, "enter", {"seat": seat, "kind": "round", "n0": seat}).status_code == 303
        ends(host, session)
        put(host, group, session)
    for page in (parse(host.page(group)).text, parse(host.page("/players/Ann")).text):
        assert "with 2 players by the clock, 1 game 30 min" in page
        assert "with 3 players the middle of 3 games, by the clock 1 h 0 min" in page


def test_an_export_has_it_and_refuses_what_no_clock_has(host: Phone, wait: Wait) -> None:
    session = host.open("luz")
    starts(host, session, minutes=1, seconds=30, per="player")
    wait(20)
    tap(host, session, "turn", turn=1)
    with host.client.application.app_context():
        found = [json.loads(line) for line in lines(sessions().store, sessions().key)]
    exported = next(line for line in found if line.get("session") == session)
    table = opened_table(validate(session_line(exported)), all_games()["luz"])
    table.catch_up(session_line(exported).log)
    assert table.clock == clock(host, session) and table.clock.each == 90
    for wrong in ({"turns": "all"}, {"at": "now"}, {"each": -1}, {"more": 1}):
        broken = json.loads(json.dumps(exported))
        broken["log"][0]["body"] |= wrong
        with pytest.raises(RuleError):
            validate(session_line(broken))


@each_row(
    ("typed", "reason"),
    [
        ({"game": "abc"}, "Give whole minutes from 1 to 1440"),
        ({"game": "0"}, "leave the field empty"),
        ({"game": "1441"}, "whole minutes"),
        ({"seconds": "60"}, "seconds from 0 to 59"),
        ({"minutes": "-1"}, "seconds from 0 to 59"),
        ({"minutes": "0", "seconds": "0"}, "leave both fields empty"),
        ({"minutes": "1440", "seconds": "1"}, "minutes from 0 to 1440"),
        ({"minutes": "\u0663", "game": "9" * 30}, "whole minutes"),
    ],
)
def test_what_is_typed_wrong_is_told_and_stays(host: Phone, typed: dict[str, str], reason: str) -> None:
    session = host.open("luz")
    refused = host.act(session, "clock", {"do": "start", "turns": "some", "per": "player", **typed})
    assert refused.status_code == 422 and reason in refused.text and 'aria-invalid="true"' in refused.text
    for value in typed.values():
        assert f'value="{value[:20]}"' in refused.text
    assert re.search(r'value="player"\s+checked', refused.text) and host.version(session) == 0


def test_what_no_page_sends_is_refused(host: Phone) -> None:
    session = host.open("luz")
    for fields in (
        {},
        {"do": "fly"},
        {"do": "turn"},
        {"do": "turn", "turn": "x"},
        {"do": "turn", "turn": 1, "seat": "x"},
    ):
        assert host.act(session, "clock", fields).status_code == 400
    refused = host.act(session, "clock", {"do": "pause"})
    assert refused.status_code == 422 and "no clock any more" in notice(refused)
    alone = host.open("open", ["Ann"])
    refused = host.act(alone, "clock", {"do": "start", "turns": "some"})
    assert refused.status_code == 422 and "two or more" in notice(refused)
    starts(host, session)
    refused = host.act(session, "clock", {"do": "turn", "turn": 1, "seat": 8})
    assert refused.status_code == 422 and "no such seat" in notice(refused)


def test_a_clock_tapped_too_often_stops_and_entries_go_on(host: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_actions, "MAX_CLOCK_EVENTS", 2)
    monkeypatch.setattr("companion.sessions.actions.MAX_EVENTS", 1)
    session = host.open("open", THREE)
    starts(host, session)
    tap(host, session, "turn", turn=1)
    refused = host.act(session, "clock", {"do": "turn", "turn": 2})
    assert refused.status_code == 422 and "takes no more" in notice(refused)
    assert host.act(session, "enter", {"seat": 0, "kind": "round", "n0": 5}).status_code == 303
    tap(host, session, "pause")
    ends(host, session)
    assert clock(host, session).is_over
