"""What is half entered and comes from elsewhere: whatever it says, a sentence or pages that work."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.game import RuleError
from companion.scoring.scoresheet import SheetError
from companion.sessions.service import Sessions
from companion.sessions.session_file import read_game
from tests.support.each_row import each_row
from tests.support.files import DRAFTS, GREY, LANDS, STEPS, WALL, bring, session_of
from tests.support.phones import Phone, notice
from tests.support.tries import tries

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=6), each, max_size=4),
    max_leaves=5,
)
SLOTS = ["bets", "bet", "tricks", "hand", "wall", "land", "step", "trick", ""]
WORDS: list[Any] = [
    *(None, True, False, -1, 0, 1, 2, 3, 5, 7, 8, 9, 10, 11, 1.0, "", [], {}, [1, 1], [8, 9], [9, 9], [0, 1], [2, 4]),
    *("G1", "T6", "G7", "red", "blue", "lake", "farm", "castle", "monastery", "poison", "ruin", "locusts"),
    *("tile", "value", "occupy", "column", WALL, GREY, *LANDS, *STEPS),
]
PATHS = ("", "/enter", "/enter?seat=1", "/enter?at=1.2&turn=1", "/enter?bets=1", "/log", "/needs", "/hand-over")


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a value with each of its keys."""
    for key, part in list(value.items()) if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(part, dict | list):
            yield from places(part)


def changed(draft: Any, chance: random.Random) -> Any:
    """A draft with a few of its values, keys and slots changed."""
    draft = copy.deepcopy(draft)
    for _ in range(chance.randint(0, 3)):
        found = list(places(draft))
        if not found or chance.random() < 0.15:
            draft[f"{chance.choice(SLOTS)}-{chance.randint(0, 6)}"] = copy.deepcopy(chance.choice(WORDS))
            continue
        inside, key = chance.choice(found)
        if chance.random() < 0.2:
            del inside[key]
        elif isinstance(inside, dict) and chance.random() < 0.1:
            inside[str(chance.choice(WORDS))[:8]] = inside.pop(key)
        else:
            inside[key] = copy.deepcopy(chance.choice(WORDS))
    return draft


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


@pytest.mark.parametrize("key", DRAFTS)
@settings(max_examples=tries(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chance=st.randoms(use_true_random=False))
def test_a_draft_that_is_taken_gives_pages_that_work(
    key: str, host: Phone, sessions: Sessions, chance: random.Random
) -> None:
    sheet, draft = DRAFTS[key]
    file = session_of(sheet, changed(draft, chance))
    if not is_taken(file):
        return
    session = bring(host, file)
    for path in PATHS:
        assert host.get(f"/t/{session}{path}").status_code in (200, 302), path
    table = sessions.table(session)
    assert table and host.get(f"/t/{session}/session.json").json["draft"] == table.draft
    for fields in ({"stage": "score"}, {"end": "1"}, {"seat": 0, "card": ["G1", "G2", "Y3", "O2"]}, {"seat": 0}):
        answer = host.enter(session, fields)
        assert answer.status_code == 303 or (answer.status_code == 422 and notice(answer)), fields
    assert host.act(session, "undo").status_code in (303, 422)


FAULTS = [
    ("luz", {"trick-1": 0}, 'a part is missing before "trick-1"'),
    ("luz", {"bet-0": {"beads": 11, "safety": False}}, "the beads of Ann must be 0 to 10, not 11"),
    ("luz", {"tricks": [3, 3, 4]}, 'there is no part "tricks"'),
    ("5211", {"hand-0": ["G6", "G6", "Y3", "O2"]}, "this deck has 1 of green 6; with this round 2 would be played"),
    ("5211", {"hand-3": ["G6", "G1", "Y3", "O2"]}, 'there is no part "hand-3"'),
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
