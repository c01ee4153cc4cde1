"""Sheets counted by hand, what is refused, the form of one seat, and all that the companion checks of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from companion.engine import RuleError, Setup
from companion.forms.form import FormError, Part
from companion.scoring.scoresheet import parse, result
from companion_six_takes import GAME
from companion_six_takes.deck import CARDS, heads_on
from companion_six_takes.rules import State, play, standing, start

SHEET, TWO = (Path(__file__).with_name(name) for name in ("sheet.json", "two.json"))


def first_state(seats: int = 2) -> State:
    return start(Setup(("Ann", "Ben", "Cleo")[:seats], {"limit": 66}))


def test_the_sheet_is_scored_as_by_hand() -> None:
    scored = result(parse(SHEET.read_bytes()))
    # Ann: 2 + 3 + 7, then 1 + 1 + 3. Ben: nothing, then 7 + 4 * 5. Cleo: ten ones and 22, then 4 * 2 + 3.
    assert [entry["points"] for entry in scored["entries"]] == [[12, 0, 15], [5, 27, 11]]
    assert scored["totals"] == [17, 27, 26] and scored["ranking"] == [[0], [2], [1]]
    assert not scored["finished"]


def test_each_card_has_its_bull_heads() -> None:
    assert [heads_on(card) for card in (55, 22, 30, 45, 4)] == [7, 5, 3, 2, 1]
    assert sum(map(heads_on, CARDS)) == 171  # as the deck has them in all


def test_the_limit_ends_the_game_and_equal_totals_share_the_place() -> None:
    state = start(Setup(("Ann", "Ben", "Cleo"), {"limit": 33}))
    state, _ = play(state, {"taken": [[55, 11, 22, 33, 44, 66, 1], [3], [4]]})
    assert state.finished and state.totals == (33, 1, 1)
    assert standing(state).ranking == ((1, 2), (0,))


@pytest.mark.parametrize(
    ("taken", "words"),
    [
        ([[7], [7]], "7 is entered for another player already"),
        ([[7, 7], []], "cannot take 7 twice"),
        ([[0], []], "must be 1 to 104"),
        ([[*range(1, 12)], [*range(20, 31)]], "22 cards are too many"),
        ([[7]], "must have 2 items"),
    ],
)
def test_what_cannot_be_is_refused(taken: list[list[int]], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        play(first_state(), {"taken": taken})


def test_each_seat_enters_its_part_and_the_others_see_it_crossed_out() -> None:
    state, form = first_state(), GAME.form
    assert form.read(MultiDict([("seat", "1"), ("card", "55"), ("card", "3")]), state, {}) == Part("taken-1", [3, 55])
    draft = {"taken-1": [3, 55]}
    keys = form.view(state, draft, MultiDict({"seat": "0"})).deck  # type: ignore[attr-defined]
    assert [key.card for key in keys if key.crossed] == [3, 55]
    with pytest.raises(RuleError, match="55 is entered"):
        form.read(MultiDict({"seat": "0", "card": "55"}), state, draft)
    with pytest.raises(FormError, match="Choose whose"):
        form.read(MultiDict({"card": "55"}), state, draft)
    assert form.whole(state, draft) is None
    assert form.whole(state, {**draft, "taken-0": []}) == {"taken": [[], [3, 55]]}


def test_a_round_with_forgotten_cards_is_asked_about() -> None:
    (warning,) = GAME.form.entry_warnings(first_state(), {"taken": [[1], [2, 3]]})
    assert "Only 3 cards are entered, but at least 4" in str(warning)
    assert not GAME.form.entry_warnings(first_state(), {"taken": [[1], [2, 3, 4]]})


def test_the_companion_finds_no_fault(check_game) -> None:  # type: ignore[no-untyped-def]
    check_game(GAME, SHEET, TWO, tables=2)
