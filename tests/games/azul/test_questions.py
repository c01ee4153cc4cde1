"""Azul: what the referee settles about a tile and the floor, and taps on its wall."""

from hypothesis import given, strategies as st

from companion.games.azul.question_forms import TILE, WALL, WallQuestion, apply_tap, wall_from_text
from companion.games.azul.walls import COLOURED, COLOURS, GREY, PLACES


@given(
    wall=st.lists(st.sampled_from("BYRKW-"), min_size=25, max_size=25).map("".join),
    kind=st.sampled_from([COLOURED, GREY]),
    puts=st.sampled_from([WALL, TILE]),
    brush=st.sampled_from(COLOURS),
    row=st.sampled_from(PLACES),
    column=st.sampled_from(PLACES),
)
def test_every_tap_is_taken_back_by_the_same(wall, kind, puts, brush, row, column):
    before = WallQuestion(kind, wall_from_text(wall), puts, brush, None)
    once = apply_tap(before, f"{row}{column}")
    there = before.wall[row - 1][column - 1]
    assert once.wall == before.wall if puts == TILE else (once.wall[row - 1][column - 1] is None) == (there is not None)
    if puts == TILE or there is None:
        assert apply_tap(once, f"{row}{column}") == before
