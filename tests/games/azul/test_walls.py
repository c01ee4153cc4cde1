"""Azul's wall and what it pays: each public function on its own, against a slow second count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError
from companion.games.azul.rules import State
from companion.games.azul.scoring import Bonuses, bonuses, floor_loss, run_spaces, tile_score
from companion.games.azul.walls import (
    COLOURS,
    EMPTY,
    PLACES,
    Wall,
    check_wall,
    column_of,
    fault,
    full_rows,
    open_columns,
)
from companion.scoring.scoresheet import read, replay
from tests.games.azul.slow import LETTERS, PRINTED, complete, open_in_grey, worth
from tests.games.azul.strategies import sheets
from tests.support.each_row import each_row

NAMES = {letter: colour for colour, letter in LETTERS.items()}
SOLVED = tuple(tuple(NAMES[letter] for letter in row) for row in PRINTED)


def wall(*rows: str) -> Wall:
    """Five strings: B Y R K W, and a dot where nothing lies."""
    return tuple(tuple(NAMES.get(letter) for letter in row) for row in rows)


def letters(value: Wall) -> list[str]:
    return ["".join(LETTERS.get(colour or "", ".") for colour in row) for row in value]


def json_of(value: Wall) -> Any:
    return [list(row) for row in value]


def walls_of(value: Any) -> Iterator[Wall]:
    """Every wall after every entry of a scoresheet."""
    for played in replay(read(value)):
        assert isinstance(played.state, State)
        yield from played.state.walls


@st.composite
def walls(draw: st.DrawFn) -> Wall:
    """Any part of the coloured wall."""
    laid = draw(st.lists(st.booleans(), min_size=25, max_size=25))
    return tuple(
        tuple(colour if laid[5 * row + column] else None for column, colour in enumerate(line))
        for row, line in enumerate(SOLVED)
    )


SPACES = st.integers(1, 5)


def test_each_colour_has_its_place_on_the_coloured_wall() -> None:
    printed = {(row, colour): column_of(row, colour) for row in PLACES for colour in COLOURS}
    assert printed == {
        (row + 1, NAMES[letter]): PRINTED[row].index(letter) + 1 for row in range(5) for letter in "BYRKW"
    }
    assert [column_of(1, colour) for colour in ("blue", "yellow", "red", "black", "white")] == [1, 2, 3, 4, 5]


@each_row(
    ("rows", "space", "score"),
    [
        (["...R.", ".....", ".....", ".....", "....."], (2, 4), (2, 0, 2)),
        (["...R.", ".....", ".....", ".....", "....."], (3, 4), (1, 0, 0)),
        ([".....", ".....", ".WB..", ".....", "....."], (3, 4), (3, 3, 0)),
        ([".....", "..Y..", ".....", "..W..", "....."], (3, 3), (3, 0, 3)),
        ([".....", "...R.", ".WB.R", "...B.", "....."], (3, 4), (7, 4, 3)),
        (["B.RKW", ".BYRK", "KWBYR", "RKWBY", "YRKWB"], (1, 2), (10, 5, 5)),
        (["BYRKW", "WBYRK", "KW.YR", "RKWBY", "YRKWB"], (3, 3), (10, 5, 5)),
        (["B....", ".....", ".....", ".....", "....B"], (1, 2), (2, 2, 0)),
        (["B..KW", ".....", ".....", ".....", "....."], (1, 3), (3, 3, 0)),
        (["B...W", ".....", ".....", ".....", "....."], (1, 3), (1, 0, 0)),
        (["B....", "W.Y..", ".....", ".....", "....."], (2, 2), (3, 3, 0)),
        (["BY...", "W....", ".....", ".....", "....."], (2, 2), (4, 2, 2)),
        ([".....", ".....", ".....", ".....", "....."], (5, 5), (1, 0, 0)),
    ],
)
def test_what_a_tile_scores(rows: list[str], space: tuple[int, int], score: tuple[int, int, int]) -> None:
    assert tile_score(wall(*rows), *space) == score


@given(walls(), SPACES, SPACES)
def test_a_tile_by_a_slow_second_count(value: Wall, row: int, column: int) -> None:
    assert tile_score(value, row, column) == worth(letters(value), row - 1, column - 1)


@given(walls(), SPACES, SPACES)
def test_the_spaces_that_light_up_are_those_that_score(value: Wall, row: int, column: int) -> None:
    across, down = run_spaces(value, row, column)
    assert (len(across), len(down)) == tile_score(value, row, column)[1:]
    for space in {*across, *down} - {(row, column)}:
        assert value[space[0] - 1][space[1] - 1] is not None
    for spaces, along in ((across, 1), (down, 0)):
        places = [space[along] for space in spaces]
        assert places == list(range(min(places, default=0), max(places, default=-1) + 1))
        assert not spaces or (
            (row, column) in spaces and {space[1 - along] for space in spaces} == {(row, column)[1 - along]}
        )


@given(walls(), SPACES, SPACES)
def test_a_tile_scores_the_same_on_a_turned_or_mirrored_wall(value: Wall, row: int, column: int) -> None:
    points, horizontal, vertical = tile_score(value, row, column)
    assert tile_score(tuple(zip(*value, strict=True)), column, row) == (points, vertical, horizontal)
    assert tile_score([line[::-1] for line in value], row, 6 - column) == (points, horizontal, vertical)
    assert tile_score(value[::-1], 6 - row, column) == (points, horizontal, vertical)


@given(walls(), SPACES, SPACES)
def test_a_tile_scores_the_same_before_and_after_it_lies(value: Wall, row: int, column: int) -> None:
    for colour in (None, "red"):
        changed = [list(line) for line in value]
        changed[row - 1][column - 1] = colour
        assert tile_score(changed, row, column) == tile_score(value, row, column)


def test_what_each_floor_costs() -> None:
    assert [floor_loss(taken) for taken in range(10)] == [0, 1, 2, 4, 6, 8, 11, 14, 14, 14]


@each_row(
    ("rows", "expected", "points"),
    [
        (["....."] * 5, Bonuses((), (), ()), 0),
        (["BYRKW", ".....", ".....", ".....", "....."], Bonuses((1,), (), ()), 2),
        (["B....", "W....", "K....", "R....", "Y...."], Bonuses((), (1,), ()), 7),
        (["B....", ".B...", "..B..", "...B.", "....B"], Bonuses((), (), ("blue",)), 10),
        (["BYRKW", "WB...", "K.B..", "R..B.", "Y...B"], Bonuses((1,), (1,), ("blue",)), 19),
        (["BYRK.", "WBYR.", "KWBY.", "RKWB.", "YRKW."], Bonuses((), (1, 2, 3, 4), ()), 28),
        (PRINTED, Bonuses((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), COLOURS), 95),
    ],
)
def test_the_bonuses(rows: list[str], expected: Bonuses, points: int) -> None:
    assert bonuses(wall(*rows)) == expected
    assert expected.points == points
    assert list(expected.as_json().values()) == [len(kind) for kind in expected]


@given(walls())
def test_the_bonuses_by_a_slow_second_count(value: Wall) -> None:
    assert tuple(len(kind) for kind in bonuses(value)) == complete(letters(value))


def test_where_a_colour_may_lie_on_the_grey_wall() -> None:
    taken = wall("...RB", "BYK..", "....R", ".....", ".....")
    assert open_columns(taken, 2, "red") == ()
    assert open_columns(taken, 2, "white") == (4, 5)
    assert open_columns(taken, 2, "blue") == ()
    assert open_columns(taken, 4, "red") == (1, 2, 3)
    assert open_columns(EMPTY, 5, "red") == (1, 2, 3, 4, 5)


@given(sheets(), SPACES, st.sampled_from(COLOURS))
def test_open_columns_by_a_slow_second_count(value: dict[str, Any], row: int, colour: str) -> None:
    for tiled in walls_of(value):
        assert open_columns(tiled, row, colour) == tuple(
            column + 1 for column in open_in_grey(letters(tiled), row - 1, LETTERS[colour])
        )


@given(sheets())
def test_every_wall_of_a_game_could_have_been_built(value: dict[str, Any]) -> None:
    kind = value["options"].get("wall", "coloured")
    for tiled in walls_of(value):
        assert check_wall(json_of(tiled), kind) == check_wall(json_of(tiled), "grey") == tiled


@given(walls(), SPACES, st.sampled_from(COLOURS))
def test_on_the_coloured_wall_a_tile_is_kept_out_only_by_itself(value: Wall, row: int, colour: str) -> None:
    column = column_of(row, colour)
    assert (fault(value, row, column, colour) is None) == (value[row - 1][column - 1] is None)


@each_row(
    ("kind", "rows", "expected"),
    [
        (
            "coloured",
            ["YB...", ".....", ".....", ".....", "....."],
            "on the coloured wall yellow lies in column 2 of row 1, not in column 1",
        ),
        (
            "coloured",
            ["B.B..", ".....", ".....", ".....", "....."],
            "on the coloured wall blue lies in column 1 of row 1, not in column 3",
        ),
        ("grey", ["R.R..", ".....", ".....", ".....", "....."], "row 1 has a red tile already"),
        ("grey", ["..R..", ".....", ".....", ".....", "..R.."], "column 3 has a red tile already"),
    ],
)
def test_a_wall_that_no_game_could_have_built(kind: str, rows: list[str], expected: str) -> None:
    with pytest.raises(RuleError, match=expected):
        check_wall(json_of(wall(*rows)), kind)


def with_space(value: Any) -> Any:
    return [[None, value, None, None, None], *([None] * 5 for _ in range(4))]


@each_row(
    ("value", "expected"),
    [
        (None, "the wall must be a list, not null"),
        ({}, "the wall must be a list, not {}"),
        ([], "the wall must have 5 items, not 0"),
        ([[None] * 5] * 6, "the wall must have 5 items, not 6"),
        ([[None] * 5] * 4 + [None], "row 5 of the wall must be a list, not null"),
        ([[None] * 5, [None] * 4, [], [], []], "row 2 of the wall must have 5 items, not 4"),
        (with_space("green"), 'row 1, column 2 of the wall must be one of .*, not "green"'),
        (with_space(1), "row 1, column 2 of the wall must be one of .*, not 1"),
        (with_space(["red"]), r'row 1, column 2 of the wall must be one of .*, not \["red"\]'),
        (with_space(""), 'row 1, column 2 of the wall must be one of .*, not ""'),
    ],
)
@each_row("kind", ["coloured", "grey"])
def test_junk_is_no_wall(value: Any, expected: str, kind: str) -> None:
    with pytest.raises(RuleError, match=expected):
        check_wall(value, kind)


def test_full_rows_are_rows_without_a_gap() -> None:
    assert full_rows(wall("BYRKW", "WBYR.", ".....", "RKWBY", ".RKWB")) == (1, 4)
