"""What is half entered and comes from elsewhere: whatever it says, a sentence or pages that work."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError
from companion.scoring.scoresheet import SheetError
from companion.sessions.session_file import read_game
from tests.support.each_row import each_row
from tests.support.files import DRAFTS, GREY, LANDS, STEPS, WALL, session_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=6), each, max_size=4),
    max_leaves=5,
)


def is_taken(value: Any) -> bool:
    try:
        read_game(value)
    except (SheetError, RuleError) as error:
        assert str(error)
        return False
    return True


@given(st.sampled_from(["bets", "bet-1", "trick-1", "hand-0", "wall-0", "land-1", "step-1"]), JSON)
def test_any_json_as_a_draft_is_a_draft_or_a_fault(slot: str, value: Any) -> None:
    for sheet, draft in DRAFTS.values():
        is_taken(session_of(sheet, draft | {slot: value}))


FAULTS = [
    ("luz", {"trick-1": 0}, 'a part is missing before "trick-1"'),
    ("luz", {"bet-0": {"beads": 11, "safety": False}}, "the beads of Ann must be 0 to 10, not 11"),
    ("luz", {"tricks": [3, 3, 4]}, 'there is no part "tricks"'),
    ("5211", {"hand-0": ["G6", "G6", "Y3", "O2"]}, "this deck has 1 of green 6; with this round 2 would be played"),
    ("5211", {"hand-3": ["G6", "G1", "Y3", "O2"]}, 'there is no part "hand-3"'),
    (
        "5211",
        {"hand-0": ["G1", "G2", "Y3", "O2"], "hand-1": ["B1", "B2", "B3", "O1"], "hand-2": ["G1", "B5", "T6", "T1"]},
        "belongs among the entries",
    ),
    ("azul", {"wall-0": WALL, "wall-1": WALL}, "two seats have the start marker"),
    ("azul", {"wall-0": WALL | {"floor": 0}}, "Ann took the start marker; it lies on the floor line"),
    ("azul", {"wall-0": GREY}, "a tile of Ann names a column; on the coloured wall the colour says where"),
    ("azul", {"wall-0": {**WALL, "tiles": [{"row": 1, "colour": "red"}] * 2}}, "Ann tiles row 1 twice in one round"),
    ("ingenious", {"tile": 1}, 'there is no part "tile"'),
    ("salamanca, setup", {"land-1": LANDS[0], "land-2": LANDS[0]}, "is taken"),
    ("salamanca, setup", {"land-1": {"tile": "farm", "at": [1, 1]}}, "five lands lie on the board at the start"),
    ("salamanca, setup", {"step-1": STEPS[0]}, 'there is no part "step-1"'),
    ("salamanca, turn", {"step-1": {"draw": 3}}, "the seat to draw from must be 0 to 2, not 3"),
    ("salamanca, turn", {"step-1": {"jump": 3}}, 'a step lacks the key "draw"'),
    ("salamanca, turn", {"step-1": {"sell": [9, 9]}}, "is not on the board"),
    ("salamanca, no board", {"step-1": STEPS[0]}, 'there is no part "step-1"'),
]


@each_row(("key", "draft", "sentence"), FAULTS)
def test_a_draft_that_no_form_makes_is_told(key: str, draft: Any, sentence: str) -> None:
    with pytest.raises(SheetError) as caught:
        read_game(session_of(DRAFTS[key][0], draft))
    assert str(caught.value).startswith("what is half entered: ") and sentence in str(caught.value)
