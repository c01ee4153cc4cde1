"""A sheet counted by hand, what is forbidden, the forms of several phones, and what the companion checks of a game."""

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError, Setup
from companion.forms.form import FormError, Part, Parts
from companion.scoring.scoresheet import parse, result
from companion_skull_king import GAME
from companion_skull_king.rules import State, cards_of, play, start

SHEET = Path(__file__).with_name("sheet.json")


def begun(seats: int = 3, **options: Any) -> State:
    """A table at its first round."""
    return start(Setup(tuple("ABCDEFGH"[:seats]), {"beasts": False, **options}))


def test_a_game_counted_by_hand() -> None:
    scored = result(parse(SHEET.read_bytes()))
    assert [entry["points"] for entry in scored["entries"]] == [[50, 10, 10], [-20, -10, -10], [0, 0, 0]]
    assert scored["totals"] == [30, 0, 0] and scored["ranking"] == [[0], [1, 2]]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"bids": [1, 0, 0], "tricks": [0, 0, 0], "bonus": [0, 0, 0]}, "the tricks add up to 0, not 1"),
        ({"bids": [0, 0, 0], "tricks": [1, 0, 0], "bonus": [5, 0, 0]}, "a bonus is a multiple of 10"),
        ({"bids": [2, 0, 0], "tricks": [1, 0, 0], "bonus": [0, 0, 0]}, "more than 1"),
        ({"bids": [0, 0, 0], "tricks": [1, 0, 0]}, 'lacks the key "bonus"'),
    ],
)
def test_what_is_forbidden(entry: Any, fault: str) -> None:
    with pytest.raises(RuleError, match=fault):
        play(begun(), entry)


def test_a_beast_keeps_a_trick_from_everybody() -> None:
    state, _ = play(begun(beasts=True), {"bids": [1, 0, 0], "tricks": [0, 0, 0], "bonus": [0, 0, 0]})
    assert state.totals == (-10, 10, 10)


def test_eight_players_have_eight_cards_in_the_last_rounds() -> None:
    state = begun(8)
    for _ in range(9):
        cards = cards_of(state)
        state, _steps = play(state, {"bids": [0] * 8, "tricks": [cards] + [0] * 7, "bonus": [0] * 8})
    assert cards_of(state) == 8


def test_each_seat_bids_and_then_one_phone_enters_the_tricks() -> None:
    state, form, draft = begun(), GAME.form, {}
    tricks = MultiDict({"asks": "tricks", "t0": "1", "t1": "0", "t2": "0", "b0": "30"})
    for seat in range(3):
        with pytest.raises(FormError, match=f"First seat {seat} bids"):
            form.read(tricks, state, draft)
        part = form.read(MultiDict({"seat": str(seat), "bid": "0"}), state, draft)
        assert part == Part(f"bid-{seat}", 0)
        draft[part.slot] = part.value
    with pytest.raises(FormError, match="How many tricks did seat 2 take"):
        form.read(MultiDict({**tricks, "t2": ""}), state, draft)
    wrong = MultiDict({**tricks, "b0": "x"})
    with pytest.raises(RuleError, match="a bonus is a multiple of 10"):
        form.read(wrong, state, draft)
    assert [bonus for _, _, bonus in form.view(state, draft, wrong).rows] == ["x", "", ""]
    part = form.read(tricks, state, draft)
    assert part == Parts({"tricks": [1, 0, 0], "bonus": [30, 0, 0]})
    assert form.whole(state, {**draft, **part.values}) == {"bids": [0, 0, 0], "tricks": [1, 0, 0], "bonus": [30, 0, 0]}


def test_the_companion_finds_no_fault(check_game) -> None:
    check_game(GAME, SHEET)
