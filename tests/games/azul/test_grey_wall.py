"""Azul on the grey wall: where a tile may lie, and lines that fall because it may lie nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game import RuleError
from companion.games.azul.rules import play, start
from companion.games.azul.tiling import PatternLine, tile_lines
from companion.games.azul.walls import EMPTY
from tests.games.azul.notation import near_death, part, played, setup, tiling
from tests.games.azul.strategies import NAMES
from tests.support.each_row import each_row


@each_row(("floor", "loss"), [(0, 8), (1, 11), (2, 14), (3, 14), (7, 14)])
def test_a_line_without_a_column_falls_before_the_floor_is_counted(floor: int, loss: int) -> None:
    after, steps = played(tiling(part("5R-", floor)), state=near_death())
    assert after.totals == (20 - loss, 0)
    assert after.walls == near_death().walls and not after.finished
    assert [(step.rule, step.points) for step in steps] == [("azul/line-fell", None), ("azul/floor", -loss)]
    assert steps[0].values == {"row": 5, "colour": "red", "tiles": 5}
    assert steps[1].values["taken"] == min(7, floor + 5)


@each_row("row", [1, 2, 3, 4, 5])
def test_as_many_tiles_fall_as_the_row_has(row: int) -> None:
    full = ("blue", "yellow", "black", "white", None)
    rows = list(EMPTY)
    rows[row - 1], rows[row % 5] = full, (None, None, None, None, "red")
    state = replace(start(setup(wall="grey")), walls=(tuple(rows), EMPTY), totals=(30, 0))
    after, _ = played(tiling(part(f"{row}R-", floor=1)), state=state)
    assert after.totals[0] == 30 - {1: 2, 2: 4, 3: 6, 4: 8, 5: 11}[row]


def test_two_lines_can_fall_in_one_round() -> None:
    rows = ((None, None, None, None, "red"), *[("blue", "yellow", "black", "white", None)] * 2, *EMPTY[3:])
    tiled = tile_lines(rows, [PatternLine(3, "red", None), PatternLine(2, "red", None)], 1)
    assert (tiled.fell, tiled.points, tiled.wall) == (5, 0, rows)
    assert [step.values["row"] for step in tiled.steps] == [2, 3]


@each_row(
    ("text", "expected"),
    [
        ("2R-", "Ann: the red line of row 2 may not fall, columns 1, 2, 3, 4 are open"),
        ("5R- 1K-", "Ann: the black line of row 1 may not fall, columns 2, 4 are open"),
        ("4K- 3K4 2K1 1K2", "Ann: the black line of row 4 may not fall, column 5 is open"),
        ("5K-", "Ann: row 5 has a black tile already"),
        ("5K5", "Ann: row 5 has a black tile already"),
        ("5R5", "Ann: column 5 has a red tile already"),
        ("5R4", "Ann: row 5, column 4 is taken already"),
        ("2R5", "Ann: column 5 has a red tile already"),
        ("1R3", "Ann: row 1 has a red tile already"),
        ("1R-", "Ann: row 1 has a red tile already"),
        ("3Y3 2Y3", "Ann: column 3 has a yellow tile already"),
        ("3Y3 3K4", "Ann tiles row 3 twice in one round"),
        ("3Y3 3Y3", "Ann tiles row 3 twice in one round"),
        ("5R- 5R-", "Ann tiles row 5 twice in one round"),
        ("5K5 5R-", "Ann: row 5 has a black tile already"),
    ],
)
def test_what_may_not_be_done_on_the_grey_wall(text: str, expected: str) -> None:
    with pytest.raises(RuleError) as caught:
        play(near_death(), tiling(part(text)))
    assert caught.value.message.text(names=NAMES) == expected
