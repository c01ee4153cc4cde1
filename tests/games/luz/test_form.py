"""The form of Luz: parts of posted forms, and the variables of the pages during a deal."""

import pytest
from werkzeug.datastructures import MultiDict

from companion.forms.form import FormError, Parts, Whole
from companion.games.luz.form import Form, needs, pictures
from companion.games.luz.rules import Bet, play, start
from tests.games.luz.test_rules import played, setup
from tests.support.each_row import each_row

form = Form()

BETS = [{"beads": beads, "safety": safety} for beads, safety in ((3, False), (2, True), (1, False), (0, False))]


def state(seats=4, *taken, **options):
    return played(start(setup(seats, **options)), *[{"bets": BETS[:seats], "tricks": tricks} for tricks in taken])


PARTS = {f"bet-{seat}": bet for seat, bet in enumerate(BETS)}


def draft(*winners):
    return {**PARTS, **{f"trick-{number}": winner for number, winner in enumerate(winners, 1)}}


def read(fields, of=None, kept=None):
    return form.read(MultiDict(fields), of or state(), kept or {})


def test_each_bet_is_a_part_of_its_own():
    fields = {"stage": "bets", "b0": "3", "b1": "2", "s1": "on", "b2": "1", "b3": "0"}
    for start_seat in range(4):
        assert read(fields, state(start=start_seat)) == Parts(PARTS)
    assert read({"stage": "bets", "seat": "1", "b1": "2", "s1": "on"}) == Parts({"bet-1": BETS[1]})
    with pytest.raises(FormError, match="still has to bet"):
        read({"stage": "bets", "seat": "1"})


def test_a_bet_that_stands_as_it_was_shown_is_nobody_s_tap():
    shown = {"was0": "5", "b0": "5", "was1": "2s", "b1": "2"}
    assert read({"stage": "bets", **shown, "b2": "1"}) == Parts(
        {"bet-1": {"beads": 2, "safety": False}, "bet-2": BETS[2]}
    )


def test_ten_tricks_make_an_entry_only_when_it_is_said():
    winners = [1, 1, 0, 3, 2, 2, 1, 0, 0, 3]
    full = draft(*winners)
    assert form.whole(state(), full) is None
    made = read({"stage": "score"}, kept=full)
    assert made == Whole({"bets": BETS, "winners": winners})
    assert play(state(), made.entry)[0].latest == (10, 5, -5, -10)


def test_bids_go_round_from_who_opens():
    shown = form.view(state(4, [3, 2, 0, 5], [3, 2, 0, 5]), {}, MultiDict())
    assert [row.seat for row in shown.rows] == [2, 3, 0, 1] and shown.opening == 2
    assert form.sheet(state(4, [3, 2, 0, 5]), {}).bidders == [(seat, None) for seat in (1, 2, 3, 0)]


def test_what_each_would_score_if_the_deal_stopped():
    rows = form.sheet(state(4, [3, 2, 0, 5]), draft(1, 1, 2, 3)).rows
    assert [row.points for row in rows] == [-15, 10, 20, -5]
    assert [row.leads for row in rows] == [False, False, False, True]
    assert str(form.sheet(state(), draft(1, 1)).next) == "Enter trick 3"
    assert str(form.sheet(state(), draft(*[0] * 10)).next) == "Score deal 1"
    assert str(form.sheet(state(), {}).next) == "Enter the bets of deal 1"


def test_the_stage_changes_whenever_the_form_asks_for_something_else():
    later = state(4, [3, 2, 0, 5])
    stages = [
        form.view(made, kept, MultiDict(asked)).stage
        for made in (state(), later)
        for kept, asked in (({}, {}), (draft(), {"bets": "1"}), (draft(), {}), (draft(), {"totals": "1"}))
    ]
    assert len(set(stages)) == len(stages)
    assert form.view(state(), draft(0), MultiDict()).stage == form.view(state(), draft(), MultiDict()).stage


@each_row("safety", [False, True])
@each_row("beads", range(11))
def test_what_a_seat_needs_is_said_in_every_case(beads, safety):
    bet = Bet(beads, safety)
    for taken in range(11):
        for left in range(11 - taken):
            text = str(needs(bet, taken, left))
            reachable = any(taken <= goal <= taken + left for goal in (beads, beads + safety))
            assert ("needs" in text and "only" not in text) == (reachable and taken < beads), (text, bet, taken, left)
            assert ("on target" in text) == (beads <= taken <= beads + safety)
            shown = pictures(bet, taken)
            assert shown.count("over") == max(0, taken - beads - safety)
            assert sum("in" in kind for kind in shown) == min(taken, beads + safety)


def test_a_rematch_is_opened_by_the_next_seat():
    options = {"start": 2, "final_start": "deal-1", "negative_totals": False}
    assert form.rematch(options, 4) == {**options, "start": 3}
    assert form.rematch({**options, "start": 3}, 4)["start"] == 0
