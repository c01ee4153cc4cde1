"""The clock of a table is what its events and a moment make it, whatever they are and however it was asked before."""

from functools import reduce

import pytest
from hypothesis import given, strategies as st

from companion.engine import RuleError
from companion.features.clock.clock import (
    EACH_PLAYER,
    EACH_TURN,
    END,
    GO,
    PAUSE,
    START,
    STOP,
    TURN,
    after,
    read_clock,
)
from tests.support.each_row import each_row

SEATS = 3
TAPS = st.lists(st.tuples(st.sampled_from((PAUSE, GO, TURN, END)), st.integers(0, 10**7), st.integers(0, SEATS - 1)))


def clock_of(bodies):
    return reduce(after, bodies, None)


def started(turns=EACH_TURN, each=0):
    return {"do": START, "at": 1_000, "game": 0, "turns": turns, "each": each, "seat": 0}


def logged(taps):
    """The events of taps with the milliseconds between them; the end of a turn names the one that runs."""
    bodies, at = [started()], 1_000
    for do, passed, seat in taps:
        at += passed
        clock = clock_of(bodies)
        bodies.append({"do": do, "at": at, **({"turn": clock.turn, "seat": seat} if do == TURN else {})})
    return bodies


def running_spans(bodies, now):
    """How long the clock ran between the events, each time with the seat whose turn it was: counted plainly."""
    spans, is_running, seat = [], False, None
    for body, until in zip(bodies, [*(later["at"] for later in bodies[1:]), now], strict=True):
        if body["do"] in (START, GO):
            is_running = True
        if body["do"] in (PAUSE, END):
            is_running = False
        seat = body.get("seat", seat)
        if is_running:
            spans.append((until - body["at"], seat))
    return spans


@given(TAPS, st.integers(0, 10**7))
def test_the_game_is_the_sum_of_the_spans_that_ran(taps, wait):
    bodies = logged(taps)
    now, clock = bodies[-1]["at"] + wait, clock_of(bodies)
    spans = running_spans(bodies, now)
    assert clock.game_time.elapsed(now) == sum(span for span, _ in spans)
    for seat in range(SEATS):
        assert clock.player_time(seat).elapsed(now) == sum(span for span, of in spans if of == seat)
    assert clock.turn_time.elapsed(now) <= clock.game_time.elapsed(now)


@given(TAPS, st.integers(0, 10**7))
def test_no_time_passes_on_a_paused_clock(taps, wait):
    bodies = logged([*taps, (PAUSE, 5, 0)])
    clock, at = clock_of(bodies), bodies[-1]["at"]
    assert clock and not clock.is_running
    for time in (clock.game_time, clock.turn_time, *(clock.player_time(seat) for seat in range(SEATS))):
        assert time.elapsed(at + wait) == time.elapsed(at)


@given(st.lists(st.builds(lambda do, at, turn, seat: {"do": do, "at": at, "turn": turn, "seat": seat} if do == TURN
                          else {"do": do, "at": at}, st.sampled_from((PAUSE, GO, TURN, STOP, END)),
                          st.integers(0, 10**6), st.integers(1, 4), st.integers(0, SEATS - 1))))  # fmt: skip
def test_no_order_of_events_makes_a_time_negative(bodies):
    clock = after(None, started())
    for body in bodies:
        read_clock(body)
        clock = after(clock, body)
        if clock:
            assert clock.game_time.elapsed(0) >= clock.turn_time.elapsed(0) >= 0 and min(clock.spent, default=0) >= 0


def test_a_limit_goes_on_below_0_and_a_player_has_one_for_all_turns():
    turns = [{"do": TURN, "at": 5_000, "turn": 1, "seat": 1}, {"do": TURN, "at": 6_000, "turn": 2, "seat": 0}]
    each, all_turns = (clock_of([started(turns=kind, each=5), *turns]) for kind in (EACH_TURN, EACH_PLAYER))
    assert each and all_turns
    assert (each.turn_time.seconds(8_000), each.turn_time.is_up(8_000)) == (3, False)
    assert (all_turns.turn_time.seconds(8_000), all_turns.turn_time.is_up(8_000)) == (-1, True)


def test_a_turn_is_ended_once():
    clock = clock_of([started(), *[{"do": TURN, "at": 2_000, "turn": 1, "seat": 1}] * 2])
    assert clock and (clock.seat, clock.turn) == (1, 2)


@each_row("body", [
    None, {}, {"do": "go"}, {"do": "go", "at": -1}, {"do": "go", "at": 1.5}, {"do": "fly", "at": 1},
    {"do": "turn", "at": 1}, {"do": "turn", "at": 1, "turn": 1, "seat": 98},
    {"do": "turn", "at": 1, "turn": 0, "seat": 0},
    {"do": "start", "at": 1}, {**started(), "seat": None}, {**started(), "game": 86_401}, {**started(), "turns": "all"},
    {"do": "go", "at": 1, "auto": 1}, {"do": "go", "at": 1, "more": 1},
])  # fmt: skip
def test_an_invalid_clock_event_is_refused(body):
    with pytest.raises(RuleError):
        read_clock(body)
