"""A clock that goes along with its table: by file, by codes, in a scoresheet, and to the rematch."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from companion.sessions.table.clock import Clock
from tests.games.salamanca.playing import whole_game
from tests.support.files import bring, look, luz, session_of
from tests.support.page_tree import parse
from tests.support.phones import Phone, notice
from tests.views.clock.test_clock import clock, tap

Wait = Callable[[float], None]


def times(of: Clock) -> tuple[object, ...]:
    """The settings and what was used, in milliseconds."""
    return of.game, of.turns, of.each, of.seat, of.total, of.turn_total, of.spent


@pytest.fixture
def clocked(host: Phone, wait: Wait) -> str:
    """A table whose second player has had 20 s of the second turn, after 90 s of the first player; the clock runs."""
    session = host.open("luz", ("Ann", "Ben", "Cleo"))
    tap(host, session, "start", turns="some", per="player", minutes=20, game=60)
    wait(90)
    tap(host, session, "turn", turn=1)
    wait(20.6)
    return session


USED = (3600, "player", 1200, 1, 110_000, 20_000, (90_000, 20_000, 0))


def test_it_goes_along_by_file_and_is_paused_there(host: Phone, there: Phone, clocked: str, wait: Wait) -> None:
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


def test_a_clock_of_the_game_alone_is_short(host: Phone, there: Phone, wait: Wait) -> None:
    session = host.open("luz")
    assert "clock" not in host.get(f"/t/{session}/scoresheet.json").json
    tap(host, session, "start", turns="none")
    assert host.get(f"/t/{session}/scoresheet.json").json["clock"] == {"game": 0}
    wait(5)
    sheet = host.get(f"/t/{session}/scoresheet.json").json
    assert sheet["clock"] == {"game": 0, "used": 5}
    assert times(clock(there, bring(there, sheet))) == (0, "none", 0, None, 5000, 0, ())


def test_codes_fit_together_while_it_runs(host: Phone, there: Phone, wait: Wait) -> None:
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


def test_a_game_that_is_over_keeps_its_length(host: Phone, there: Phone, clocked: str, wait: Wait) -> None:
    assert host.act(clocked, "enter", {"stage": "bets", "b0": 1, "b1": 1, "b2": 1}).status_code == 303
    assert host.act(clocked, "enter", {"stage": "totals", "t0": 4, "t1": 3, "t2": 3}).status_code == 303
    assert host.act(clocked, "end").status_code == 303
    wait(60)
    session = bring(there, host.get(f"/t/{clocked}/scoresheet.json").text)
    assert clock(there, session).is_over and clock(there, session).length == 110
    assert there.get("/history.csv").text.splitlines()[1].endswith(",110")
    assert "with 3 players" in there.page("/players/Ann")
    there.act(session, "undo")
    tap(there, session, "go")
    assert clock(there, session).total == 110_000


WRONG: tuple[tuple[Any, str], ...] = (
    (3, "key clock: the clock must be an object"),
    ({}, 'the clock lacks the key "game"'),
    ({"game": 86401}, "game must be 0 to 86400, not 86401"),
    ({"game": True}, "game must be a whole number"),
    ({"game": 0, "used": 10**9 + 1}, "used must be 0 to 1000000000"),
    ({"game": 0, "used": -1}, "used must be 0"),
    ({"game": 0, "more": 1}, 'unknown key "more"'),
    ({"game": 0, "turns": "all"}, "turns must be one of"),
    ({"game": 0, "each": 5}, 'unknown key "each"'),
    ({"game": 0, "turns": "turn"}, 'lacks the key "seat"'),
    ({"game": 0, "turns": "turn", "seat": 3}, "seat must be 0 to 2"),
    ({"game": 0, "turns": "turn", "seat": 0, "each": 10**6}, "each must be 0 to 86400"),
    ({"game": 0, "turns": "turn", "seat": 0, "turn": "5"}, "turn must be a whole number"),
    ({"game": 0, "turns": "turn", "seat": 0, "spent": [1, 2]}, "spent must have 3 items"),
    ({"game": 0, "turns": "turn", "seat": 0, "spent": [1, 2, -3]}, "spent of Cleo must be 0"),
)


def test_what_is_no_clock_is_refused_and_told(host: Phone) -> None:
    for wrong, reason in WRONG:
        value = luz(clock=wrong)
        answer = look(host, value if wrong else session_of(value))
        assert answer.status_code == 422 and "key clock: " in notice(answer) and reason in notice(answer)
        assert "Mei-Ling" not in notice(answer) and '"clock"' in parse(answer.text).text, (
            "what was pasted is still there"
        )
    solo = luz(game="open", players=["Ann"], options={}, clock={"game": 0, "turns": "turn", "seat": 0})
    assert "two or more" in notice(look(host, solo))


def rematch_of(phone: Phone, session: str) -> str:
    assert phone.act(session, "end").status_code == 303
    return str(phone.act(session, "rematch").location.rpartition("/")[2])


def test_a_rematch_has_the_limits_and_fresh_times_and_waits_for_a_tap(host: Phone, clocked: str, wait: Wait) -> None:
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
