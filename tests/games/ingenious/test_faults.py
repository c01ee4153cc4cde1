"""Ingenious: what an entry or an option cannot be, and what is said then."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError
from companion.games.ingenious import GAME
from companion.scoring.scoresheet import SheetError, parse, read, result
from tests.games.ingenious.slow import COLOURS
from tests.games.ingenious.strategies import NAMES, head, sheets
from tests.games.ingenious.test_rules import laid, swap, tile
from tests.support.each_row import each_row


def fault(mode: str, seats: int, entries: list[Any], **options: Any) -> tuple[int | None, str]:
    with pytest.raises(SheetError) as caught:
        result(head(mode, seats, **options) | {"entries": entries})
    return caught.value.entry, caught.value.text()


GOOD = tile(0, "red 2", "blue 1")


@each_row(
    ("entry", "sentence"),
    [
        (tile(0, "red 1"), "it is the turn of Ben, not of Ann"),
        (tile(2, "red 1"), "seat must be 0 to 1, not 2"),
        ({"seat": -1, "points": []}, "seat must be 0 to 1, not -1"),
        ({"seat": True, "points": []}, "seat must be a whole number, not true"),
        ({"seat": "1", "points": []}, 'seat must be a whole number, not "1"'),
        ({"seat": 1}, 'the entry lacks the key "points"'),
        ({"points": []}, 'the entry lacks the key "seat"'),
        ({"seat": 1, "points": [], "board": 1}, 'the entry has an unknown key "board"'),
        ({"seat": 1, "tile": ["red", "blue"], "at": [[0, 0], [1, 0]]}, 'the entry lacks the key "points"'),
        ({"seat": 1, "points": {}}, "points must be a list, not {}"),
        ({"seat": 1, "points": None}, "points must be a list, not null"),
        ({"seat": 1, "points": [["red", 1], ["red", 1], ["red", 1]]}, "a tile has two halves, not 3"),
        ({"seat": 1, "points": [["red"]]}, "a half must have 2 items, not 1"),
        ({"seat": 1, "points": [["red", 1, 1]]}, "a half must have 2 items, not 3"),
        ({"seat": 1, "points": ["red"]}, 'a half must be a list, not "red"'),
        ({"seat": 1, "points": [["red", -1]]}, "a half never scores less than 0, so not -1"),
        ({"seat": 1, "points": [["red", 1.0]]}, "the points of a half must be a whole number, not 1.0"),
        ({"seat": 1, "points": [["red", True]]}, "the points of a half must be a whole number, not true"),
        ({"seat": 1, "points": [["red", "1"]]}, 'the points of a half must be a whole number, not "1"'),
        ({"seat": 1, "points": [[1, "red"]]}, f"the colour must be one of {json.dumps(COLOURS)[1:-1]}, not 1"),
        ({"seat": 1, "points": [["pink", 1]]}, f'the colour must be one of {json.dumps(COLOURS)[1:-1]}, not "pink"'),
        ({"seat": 1, "points": [[["red"], 1]]}, f'the colour must be one of {json.dumps(COLOURS)[1:-1]}, not ["red"]'),
        ({"seat": 1, "swap": False}, "swap must be one of true, not false"),
        ({"seat": 1, "swap": 1}, "swap must be one of true, not 1"),
        ({"seat": 1, "swap": True, "points": []}, 'the entry has an unknown key "points"'),
        ({"swap": True}, 'the entry lacks the key "seat"'),
        (swap(1), "Ben may swap only after placing a tile"),
        (swap(2), "seat must be 0 to 1, not 2"),
        ([GOOD], 'the entry must be an object, not [{"seat": 0, "points": [["red", 2], [...'),
    ],
)
def test_faults_without_a_board(entry: Any, sentence: str) -> None:
    assert fault("base", 2, [GOOD, entry]) == (2, sentence)


FIRST = [laid(0, "red blue", (3, 0), (4, 0)), laid(1, "red blue", (-3, 0), (-4, 0))]


@each_row(
    ("entry", "sentence"),
    [
        (laid(1, "red blue", (0, 0), (1, 0)), "it is the turn of Ann, not of Ben"),
        (laid(0, "red blue", (3, 0), (2, 0)), "the space [3, 0] is taken"),
        (laid(0, "red blue", (5, -4), (5, -5)), "the space [5, -5] has a printed symbol"),
        (laid(0, "red blue", (5, 1), (4, 1)), "the space [5, 1] is outside the area of this game"),
        (laid(0, "red blue", (10**30, 1), (4, 1)), f"the space [1{'0' * 30}, 1] is outside the area of this game"),
        (laid(0, "red blue", (0, 0), (0, 2)), "the spaces [0, 0] and [0, 2] are not side by side"),
        ({"seat": 0, "tile": ["red", "blue"], "at": [[0, 0], [1, 0.0]]}, "a space is two whole numbers, not [1, 0.0]"),
        ({"seat": 0, "tile": ["red", "blue"], "at": [[0, 0]]}, "at must have 2 items, not 1"),
        ({"seat": 0, "tile": ["red", "blue"], "at": [[0, 0], [1]]}, "a space must have 2 items, not 1"),
        ({"seat": 0, "tile": ["red", "blue"], "at": [[0, 0], 1]}, "a space must be a list, not 1"),
        ({"seat": 0, "tile": ["red"], "at": [[0, 0], [1, 0]]}, "tile must have 2 items, not 1"),
        ({"seat": 0, "tile": "red", "at": [[0, 0], [1, 0]]}, 'tile must be a list, not "red"'),
        ({"seat": 0, "tile": ["red", None], "at": [[0, 0], [1, 0]]},
         f"the colour must be one of {json.dumps(COLOURS)[1:-1]}, not null"),
        ({"seat": 0, "tile": ["red", "blue"]}, 'the entry lacks the key "at"'),
        ({"seat": 0, "points": []}, 'the entry lacks the key "tile"'),
        (swap(0), "Ann may swap only after placing a tile"),
    ],
)  # fmt: skip
def test_faults_on_the_board(entry: Any, sentence: str) -> None:
    assert fault("base", 2, [*FIRST, entry], board=True) == (3, sentence)


def test_a_seventh_tile_of_a_kind() -> None:
    entries = list(FIRST)
    for number, at in enumerate(
        [((0, 0), (1, 0)), ((0, -2), (1, -2)), ((0, 2), (1, 2)), ((-3, 4), (-2, 4)), ((0, 4), (1, 4))]
    ):
        entries.append(laid(number % 2, "blue red" if number % 3 else "red blue", *at))
    assert fault("base", 2, entries, board=True) == (
        7,
        "the game has 6 tiles of blue and red, and all of them lie there",
    )


@each_row(
    ("mode", "seats", "options", "sentence"),
    [
        ("base", 1, {}, "the mode base is for two to four players"),
        ("solo", 2, {}, "the mode solo is for one player"),
        ("team", 3, {}, "the mode team is for four players"),
        ("duel", 4, {}, "the mode duel is for two players"),
        ("chess", 2, {}, 'the option mode must be one of "base", "solo", "team", "duel", not "chess"'),
        ("base", 2, {"board": 1}, "the option board must be true or false, not 1"),
        ("base", 2, {"start": 2}, "the option start must be 0 to 1, not 2"),
        ("base", 2, {"start": True}, "the option start must be a whole number, not true"),
        ("base", 2, {"first_turn": "near"}, 'the option first_turn must be one of "apart", "own-symbol", not "near"'),
        ("base", 2, {"symbols": COLOURS[:5]}, "the option symbols must have 6 items, not 5"),
        ("base", 2, {"symbols": [*COLOURS[:5], "red"]}, "the board shows red once, not twice"),
        ("base", 2, {"symbols": "red"}, 'the option symbols must be a list, not "red"'),
        ("base", 2, {"symbols": [*COLOURS[:5], "pink"]},
         f'the option symbols must be one of {json.dumps(COLOURS)[1:-1]}, not "pink"'),
        ("base", 2, {"double": True}, 'options has an unknown key "double"'),
    ],
)  # fmt: skip
def test_options_that_are_none(mode: str, seats: int, options: dict[str, Any], sentence: str) -> None:
    assert fault(mode, seats, [], **options) == (None, sentence)


def test_options_without_bearing_are_accepted_and_one_player_is_solo() -> None:
    value = {"format": 1, "game": "ingenious", "players": NAMES[:1], "entries": [],
             "options": {"symbols": COLOURS[::-1], "first_turn": "own-symbol"}}  # fmt: skip
    assert read(value).setup.options["mode"] == "solo"
    assert read(value | {"players": NAMES[:3]}).setup.options["mode"] == "base"


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False)
    | st.sampled_from([*COLOURS, "", "end"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["seat", "points", "tile", "at", "swap", "x"]), inner)
    ),
    max_leaves=12,
)
NEAR = st.fixed_dictionaries(
    {"seat": st.integers(-1, 4) | JUNK},
    optional={
        "points": JUNK,
        "tile": st.lists(st.sampled_from(COLOURS)) | JUNK,
        "at": JUNK,
        "swap": st.just(True) | JUNK,
    },
)


@given(sheets(most=6), JUNK | NEAR, st.booleans())
def test_any_junk_is_played_or_refused_with_a_sentence(sheet: dict[str, Any], junk: Any, as_options: bool) -> None:
    value = sheet | ({"options": junk} if as_options else {"entries": [*sheet["entries"], junk]})
    before = copy.deepcopy(value)
    try:
        parse(json.dumps(result(value)))
    except SheetError as error:
        assert error.text().strip() and "\n" not in error.text()
    assert value == before


@given(JUNK | NEAR)
def test_an_entry_is_read_or_refused(junk: Any) -> None:
    for mode, board in (("solo", True), ("duel", False)):
        state = GAME.engine.start(read(head(mode, 1 if mode == "solo" else 2, board=board)).setup)
        try:
            GAME.engine.play(state, junk)
        except RuleError as error:
            assert str(error)
