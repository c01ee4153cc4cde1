"""Sheets counted by hand, what is forbidden, the forms on several phones, and what the companion checks of a game."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError, Setup
from companion.forms.form import FormError, Part
from companion.scoring.scoresheet import parse, result
from companion_oh_hell import GAME
from companion_oh_hell.options import cards_by_deal
from companion_oh_hell.rules import State, play, standing, start

SHEETS = GAME.folder / "sheets"


def begun(**options: Any) -> State:
    """A table of three at its first deal, which Ann deals."""
    return start(Setup(("Ann", "Ben", "Cleo"), {option.key: option.default for option in GAME.options} | options))


def test_a_short_game_counted_by_hand() -> None:
    scored = result(parse((SHEETS / "short.json").read_bytes()))
    assert scored["finished"] and scored["totals"] == [42, 43, 0]
    assert [entry["points"] for entry in scored["entries"]] == [
        [11, 10, 0], [10, 11, 0], [11, 12, 0], [0, 0, 0], [10, 10, 0],
    ]  # fmt: skip
    assert scored["ranking"] == [[1], [0], [2]]


def test_a_game_with_a_price_for_missed_bids_counted_by_hand() -> None:
    scored = result(parse((SHEETS / "minus.json").read_bytes()))
    assert [entry["points"] for entry in scored["entries"][:3]] == [
        [-1, 10, -1, 10],
        [-1, -2, 10, 10],
        [11, 11, 11, 10],
    ]
    assert scored["totals"] == [9, 19, 20, 30]


def test_the_deals_grow_and_shrink() -> None:
    assert tuple(cards_by_deal({"largest": 3, "back": True})) == (1, 2, 3, 2, 1)
    assert tuple(cards_by_deal({"largest": 3, "back": False})) == (1, 2, 3)


def test_seven_players_have_no_deal_of_eight() -> None:
    with pytest.raises(RuleError, match="with 7 players a deal has at most 7 cards"):
        GAME.fits(Setup(tuple("ABCDEFG"), {"largest": 8}))


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"bids": [1, 0, 0], "tricks": [1, 0, 0]}, "all bids together are 1"),
        ({"bids": [1, 1, 0], "tricks": [1, 1, 0]}, "the tricks add up to 2, not 1"),
        ({"bids": [2, 1, 0], "tricks": [1, 0, 0]}, "the bid of seat 0 must be 0 to 1"),
        ({"bids": [1, 1], "tricks": [1, 0, 0]}, "bids must have 3 items"),
        ({"bids": [1, 1, 0]}, 'lacks the key "tricks"'),
    ],
)
def test_what_is_forbidden(entry: Any, fault: str) -> None:
    with pytest.raises(RuleError, match=fault):
        play(begun(), entry)


def test_equal_totals_share_the_place() -> None:
    state, _ = play(begun(), {"bids": [0, 0, 0], "tricks": [1, 0, 0]})
    assert standing(state).ranking == ((1, 2), (0,))


def test_each_seat_bids_on_its_own_phone_and_the_dealer_last() -> None:
    state, form, draft = begun(), GAME.form, {}
    with pytest.raises(FormError, match="seat 0 deals and bids last"):
        form.read(MultiDict({"asks": "bid", "seat": "0", "bid": "0"}), state, draft)
    for seat, bid in ((1, 1), (2, 0)):
        part = form.read(MultiDict({"asks": "bid", "seat": str(seat), "bid": str(bid)}), state, draft)
        assert part == Part(f"bid-{seat}", bid)
        draft[part.slot] = part.value
    assert form.view(state, draft, MultiDict({"seat": "0"})).forbidden == 0
    with pytest.raises(RuleError, match="all bids together are 1"):
        form.read(MultiDict({"asks": "bid", "seat": "0", "bid": "0"}), state, draft)
    draft["bid-0"] = 1
    assert form.view(state, draft, MultiDict({"seat": "0"})).asks == "tricks"
    part = form.read(MultiDict({"asks": "tricks", "t0": "0", "t1": "1", "t2": "0"}), state, draft)
    assert form.whole(state, {**draft, part.slot: part.value}) == {"bids": [1, 1, 0], "tricks": [0, 1, 0]}


def test_the_tricks_wait_for_the_bids_and_are_asked_for_by_name() -> None:
    state, form = begun(), GAME.form
    with pytest.raises(FormError, match="Before the tricks the bid of seat 0, seat 2 is needed"):
        form.read(MultiDict({"asks": "tricks", "t0": "1", "t1": "0", "t2": "0"}), state, {"bid-1": 1})
    bids = {"bid-0": 1, "bid-1": 1, "bid-2": 0}
    with pytest.raises(FormError, match="How many tricks did seat 1 take"):
        form.read(MultiDict({"asks": "tricks", "t0": "1", "t1": "", "t2": "0"}), state, bids)


@pytest.mark.parametrize(
    ("bid", "tricks", "missed", "points"),
    [(2, 2, "zero", 12), (0, 0, "zero", 10), (1, 3, "zero", 0), (4, 2, "minus", -2)],
)
def test_the_referee_says_what_a_bid_brings(bid: int, tricks: int, missed: str, points: int) -> None:
    (question,) = [one for one in GAME.questions if one.key == "oh-hell/bid"]
    assert question.answer(bid, tricks, missed).number == points


def test_the_statistics_count_the_bids_made() -> None:
    state, entry = begun(), {"bids": [1, 1, 0], "tricks": [1, 0, 0]}
    after, steps = play(state, entry)
    counted = GAME.figures.count([state, after], [entry], [steps])
    assert [(one["made"], one["bids"], one["said"]) for one in counted] == [
        (1, 1, [[1, 1]]), (0, 1, [[1, 0]]), (1, 1, [[0, 0]]),
    ]  # fmt: skip


def test_the_companion_finds_no_fault(check_game) -> None:
    check_game(GAME, tables=2)
