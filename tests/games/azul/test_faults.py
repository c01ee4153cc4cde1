"""Azul: what is refused, and the sentence that says so."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import RuleError
from companion.games.azul.rules import play
from companion.scoring.scoresheet import result
from tests.games.azul.notation import fault, near_death, part, sheet, tiling
from tests.support.each_row import each_row

GOOD = tiling(part("1B", floor=1), part("2R"), first=0)


def changed(**changes: Any) -> dict[str, Any]:
    return GOOD | changes


def ben(**changes: Any) -> dict[str, Any]:
    return tiling(GOOD["tiling"][0], GOOD["tiling"][1] | changes)


def tile(**changes: Any) -> dict[str, Any]:
    return ben(tiles=[{"row": 3, "colour": "red"} | changes])


@each_row(
    ("entry", "expected"),
    [
        (tiling(part("1B")), "Ann: row 1 has a blue tile already"),
        (tiling(part(), part("2R")), "Ben: row 2 has a red tile already"),
        (tiling(part("3B 3R")), "Ann tiles row 3 twice in one round"),
        (tiling(part("3B 2W 3B")), "Ann tiles row 3 twice in one round"),
        (tiling(part(), part(), part()), "tiling must have 2 items, not 3"),
        (changed(tiling=[part()]), "tiling must have 2 items, not 1"),
        (changed(tiling={}), "tiling must be a list, not {}"),
        (changed(tiling=[part(), None]), "the tiling of Ben must be an object, not null"),
        (changed(round=2), 'the round has an unknown key "round"'),
        ({"first": 0}, 'the round lacks the key "tiling"'),
        (changed(first=1), "Ben took the start marker; it lies on the floor line, so floor is not 0"),
        (changed(first=2), "first must be 0 to 1, not 2"),
        (changed(first=-1), "first must be 0 to 1, not -1"),
        (changed(first=None), "first must be a whole number, not null"),
        (changed(first=False), "first must be a whole number, not false"),
        (ben(floor=8), "the floor of Ben must be 0 to 7, not 8"),
        (ben(floor=-1), "the floor of Ben must be 0 to 7, not -1"),
        (ben(floor=True), "the floor of Ben must be a whole number, not true"),
        (ben(floor=1.0), "the floor of Ben must be a whole number, not 1.0"),
        (ben(floor=None), "the floor of Ben must be a whole number, not null"),
        (ben(tiles={}), "the tiles of Ben must be a list, not {}"),
        (ben(tiles=["red"]), 'a tile of Ben must be an object, not "red"'),
        (ben(score=1), 'the tiling of Ben has an unknown key "score"'),
        (tiling(part(), {"tiles": []}), 'the tiling of Ben lacks the key "floor"'),
        (tiling(part(), {"floor": 0}), 'the tiling of Ben lacks the key "tiles"'),
        (ben(tiles=[{"row": 1}]), 'a tile of Ben lacks the key "colour"'),
        (ben(tiles=[{"colour": "red"}]), 'a tile of Ben lacks the key "row"'),
        (tile(row=0), "the row of a tile of Ben must be 1 to 5, not 0"),
        (tile(row=6), "the row of a tile of Ben must be 1 to 5, not 6"),
        (tile(row="3"), 'the row of a tile of Ben must be a whole number, not "3"'),
        (tile(row=True), "the row of a tile of Ben must be a whole number, not true"),
        (
            tile(colour="green"),
            'the colour of a tile of Ben must be one of "blue", "yellow", "red", "black", "white", not "green"',
        ),
        (
            tile(colour=["red"]),
            'the colour of a tile of Ben must be one of "blue", "yellow", "red", "black", "white", not ["red"]',
        ),
        (tile(tile=1), 'a tile of Ben has an unknown key "tile"'),
        (tile(column=5), "a tile of Ben names a column; on the coloured wall the colour says where"),
        (tile(column=None), "a tile of Ben names a column; on the coloured wall the colour says where"),
    ],
)
def test_faults_are_said_with_names_and_numbers(entry: Any, expected: str) -> None:
    assert fault(GOOD, entry) == (2, expected)


@each_row(
    ("column", "expected"),
    [
        (0, "the column of a tile of Ann must be 1 to 5, not 0"),
        (6, "the column of a tile of Ann must be 1 to 5, not 6"),
        (True, "the column of a tile of Ann must be a whole number, not true"),
        ("3", 'the column of a tile of Ann must be a whole number, not "3"'),
        (2.0, "the column of a tile of Ann must be a whole number, not 2.0"),
    ],
)
def test_faults_of_a_column(column: Any, expected: str) -> None:
    entry = tiling({"tiles": [{"row": 1, "colour": "red", "column": column}], "floor": 0})
    assert fault(entry, wall="grey") == (1, expected)


def test_on_the_grey_wall_every_tile_names_its_column() -> None:
    assert fault(tiling(part("1B")), wall="grey") == (1, 'a tile of Ann lacks the key "column"')


def test_a_marker_on_the_floor_is_not_made_up_for_by_a_line_that_fell() -> None:
    with pytest.raises(RuleError, match="so floor is not 0"):
        play(near_death(), tiling(part("5R-"), first=0))


def test_andreas_yellow_tiles_of_the_rulebook() -> None:
    # Yellow lies in rows 2 and 3, so a line of yellow is kept out there; rows 1 and 5 may have one.
    before = tiling(part("2Y 3Y"))
    for row in (2, 3):
        assert fault(before, tiling(part(f"{row}Y"))) == (2, f"Ann: row {row} has a yellow tile already")
    for row in (1, 5):
        result(sheet(before, tiling(part(f"{row}Y", floor=1))))


@each_row("wall", ["Grey", None, True, 0, ["grey"], {}])
def test_there_are_two_walls(wall: Any) -> None:
    number, sentence = fault(wall=wall)
    assert number is None
    assert sentence.startswith('the option wall must be one of "coloured", "grey", not ')
