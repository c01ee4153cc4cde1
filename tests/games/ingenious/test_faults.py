"""Ingenious: what an entry or an option cannot be, and what is said then."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.scoring.scoresheet import SheetError, read, result
from tests.games.ingenious.slow import COLOURS
from tests.games.ingenious.strategies import NAMES, head
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
        ({"seat": 1, "tile": ["red", "blue"], "at": [[0, 0], [1, 0]]}, 'the entry lacks the key "points"'),
        ({"seat": 1, "points": [["red", 1], ["red", 1], ["red", 1]]}, "a tile has two halves, not 3"),
        ({"seat": 1, "points": [["red", 1.0]]}, "the points of a half must be a whole number, not 1.0"),
        ({"seat": 1, "points": [["red", -1]]}, "a half never scores less than 0, so not -1"),
        ({"seat": 1, "points": [["pink", 1]]}, f'the colour must be one of {json.dumps(COLOURS)[1:-1]}, not "pink"'),
        ({"seat": 1, "swap": False}, "swap must be one of true, not false"),
        (swap(1), "Ben may swap only after placing a tile"),
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
        ({"seat": 0, "tile": ["red", "blue"]}, 'the entry lacks the key "at"'),
    ],
)  # fmt: skip
def test_faults_on_the_board(entry: Any, sentence: str) -> None:
    assert fault("base", 2, [*FIRST, entry], board=True) == (3, sentence)


@each_row(
    ("mode", "seats", "options", "sentence"),
    [
        ("base", 1, {}, "the mode base is for two to four players"),
        ("solo", 2, {}, "the mode solo is for one player"),
        ("team", 3, {}, "the mode team is for four players"),
        ("duel", 4, {}, "the mode duel is for two players"),
        ("base", 2, {"start": 2}, "the option start must be 0 to 1, not 2"),
        ("base", 2, {"symbols": [*COLOURS[:5], "red"]}, "the board shows red once, not twice"),
        ("base", 2, {"symbols": [*COLOURS[:5], "pink"]},
         f'the option symbols must be one of {json.dumps(COLOURS)[1:-1]}, not "pink"'),
    ],
)  # fmt: skip
def test_options_that_are_none(mode: str, seats: int, options: dict[str, Any], sentence: str) -> None:
    assert fault(mode, seats, [], **options) == (None, sentence)


def test_options_without_bearing_are_accepted_and_one_player_is_solo() -> None:
    value = {"format": 1, "game": "ingenious", "players": NAMES[:1], "entries": [],
             "options": {"symbols": COLOURS[::-1], "first_turn": "own-symbol"}}  # fmt: skip
    assert read(value).setup.options["mode"] == "solo"
    assert read(value | {"players": NAMES[:3]}).setup.options["mode"] == "base"
