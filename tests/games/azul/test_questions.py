"""Azul: what the referee settles about a tile and the floor, and taps on its wall."""

from hypothesis import given
from hypothesis import strategies as st

from companion.games.azul.question_forms import TILE, WALL, WallQuestion, apply_tap, wall_from_text
from companion.games.azul.walls import COLOURED, COLOURS, EMPTY, GREY, PLACES
from tests.support.asking import lines, verdict


def test_a_taken_space_is_a_verdict() -> None:
    wall = [*EMPTY[:2], [None, "blue", None, None, None], *EMPTY[3:]]
    question = {"wall": [list(line) for line in wall], "kind": "grey", "row": 3, "colour": "red", "column": 2}
    assert verdict("azul/tile", **question) == {"allowed": False}
    assert lines("azul/tile", **question) == [
        "Not allowed: row 3, column 2 is taken already",
        "Row 3, column 2",
        "Row 3, column 2: a tile lies there already.",
    ]


def test_tiles_beyond_the_seventh_go_to_the_lid_and_cost_nothing() -> None:
    for fallen in (7, 8, 9, 101):
        assert verdict("azul/floor", floor=fallen) == {"spaces": [-1, -1, -2, -2, -2, -3, -3], "points": -14}
    assert lines("azul/floor", floor=9)[1].endswith("−3; 2 tiles more cost nothing")


@given(
    wall=st.lists(st.sampled_from("BYRKW-"), min_size=25, max_size=25).map("".join),
    kind=st.sampled_from([COLOURED, GREY]),
    puts=st.sampled_from([WALL, TILE]),
    brush=st.sampled_from(COLOURS),
    row=st.sampled_from(PLACES),
    column=st.sampled_from(PLACES),
)
def test_every_tap_is_taken_back_by_the_same(
    wall: str, kind: str, puts: str, brush: str, row: int, column: int
) -> None:
    before = WallQuestion(kind, wall_from_text(wall), puts, brush, None)
    once = apply_tap(before, f"{row}{column}")
    there = before.wall[row - 1][column - 1]
    assert once.wall == before.wall if puts == TILE else (once.wall[row - 1][column - 1] is None) == (there is not None)
    if puts == TILE or there is None:
        assert apply_tap(once, f"{row}{column}") == before
