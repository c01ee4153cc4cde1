"""Sheets counted by hand, what is refused, the form of one seat, and all that the companion checks of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError, Setup
from companion.forms.form import FormError, Part
from companion.scoring.scoresheet import parse, result
from companion_qwixx import GAME
from companion_qwixx.paper import EMPTY, points_of, row_points
from companion_qwixx.rules import State, play, standing, start

SHEET, EARLY = (Path(__file__).with_name(name) for name in ("sheet.json", "early.json"))


def first_state() -> State:
    return start(Setup(("Ann", "Ben"), {}))


def paper(**rows: Any) -> dict[str, Any]:
    return {**EMPTY, **rows}


def test_the_sheet_is_scored_as_by_hand() -> None:
    scored = result(parse(SHEET.read_bytes()))
    # Ann: 6 + 1 - 5, then 28 (six and the lock) + 1 + 36 (seven and the lock) - 10. Ben: 1 + 3 + 3, then 6 + 6 + 3 + 6.
    assert [entry["points"] for entry in scored["entries"]] == [[2, 7], [53, 14]]
    assert scored["totals"] == [55, 21] and scored["ranking"] == [[0], [1]]
    assert scored["finished"], "two rows are locked"


def test_the_points_of_rows() -> None:
    assert list(map(row_points, range(13))) == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    assert points_of(paper(red=list(range(2, 13)), penalties=4)) == 78 - 20


def test_a_fourth_penalty_ends_the_game_and_equal_points_share_the_place() -> None:
    state, _ = play(first_state(), {"papers": [paper(penalties=4), paper(penalties=4)]})
    assert state.finished and state.totals == (-20, -20)
    assert standing(state).ranking == ((0, 1),)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, {"red": [2, 3, 4, 5, 12]}, "cannot cross 12 in red yet: 5 crosses"),
        ({"green": [8]}, {"green": [8, 9]}, "on the left of 8"),
        ({"blue": [8]}, {"blue": []}, "fewer crosses"),
        ({"penalties": 2}, {"penalties": 1}, "fewer crosses or penalties"),
        ({"red": [2, 3, 4, 5, 6, 12]}, {"red": [2, 3, 4, 5, 6, 7, 12]}, "red was locked before"),
        ({}, {"penalties": 5}, "must be 0 to 4"),
        ({}, {"red": [1]}, "must be 2 to 12"),
    ],
)
def test_what_cannot_be_is_refused(first: dict[str, Any], second: dict[str, Any], words: str) -> None:
    state, _ = play(first_state(), {"papers": [paper(**first), paper()]})
    with pytest.raises(RuleError, match=words):
        play(state, {"papers": [paper(**second), paper()]})


def test_the_form_keeps_what_was_crossed_before() -> None:
    state, _ = play(first_state(), {"papers": [paper(red=[2, 5], penalties=1), paper()]})
    posted = MultiDict([("seat", "0"), ("red", "7"), ("penalties", "2")])
    form = GAME.form
    assert form.read(posted, state, {}) == Part("paper-0", paper(red=[2, 5, 7], penalties=2))
    boxes = form.view(state, {}, MultiDict({"seat": "0"})).rows[0].boxes  # type: ignore[attr-defined]
    assert [box.number for box in boxes if box.kept] == [2, 3, 4, 5]
    with pytest.raises(FormError, match="Choose whose"):
        form.read(MultiDict(), state, {})


def test_the_companion_finds_no_fault(check_game: Any) -> None:
    check_game(GAME, SHEET, EARLY, tables=2)
