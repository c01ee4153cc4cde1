"""Azul: a tile, its open columns and the bonuses of a wall, as the referee settles them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.azul.walls import EMPTY, Wall
from tests.games.azul import slow
from tests.support.asking import lines, verdict


def plain(wall: Wall) -> list[list[str | None]]:
    return [list(line) for line in wall]


def spaces(**tiles: str) -> list[list[str | None]]:
    """r2c3="red": an empty wall with these tiles."""
    wall = plain(EMPTY)
    for place, colour in tiles.items():
        wall[int(place[1]) - 1][int(place[3]) - 1] = colour
    return wall


def test_a_taken_space_is_a_verdict() -> None:
    question = {"wall": spaces(r3c2="blue"), "kind": "grey", "row": 3, "colour": "red", "column": 2}
    assert verdict("azul/tile", **question) == {"allowed": False}
    assert lines("azul/tile", **question) == [
        "Not allowed: row 3, column 2 is taken already",
        "Row 3, column 2",
        "Row 3, column 2: a tile lies there already.",
    ]


@given(floor=st.integers(0, 7), total=st.integers(0, 20) | st.none())
def test_the_floor_is_that_of_a_slow_count(floor: int, total: int | None) -> None:
    player = slow.Player(score=1000 if total is None else total)
    before = player.score
    player.round({"tiles": [], "floor": floor})
    question = {"floor": floor} | ({} if total is None else {"total": total})
    found = verdict("azul/floor", **question, claim=player.score - before)
    spaces = [-1, -1, -2, -2, -2, -3, -3][:floor]
    assert found == {"spaces": spaces, "points": player.score - before, "claim_right": True}


def test_tiles_beyond_the_seventh_go_to_the_lid_and_cost_nothing() -> None:
    for fallen in (7, 8, 9, 101):
        assert verdict("azul/floor", floor=fallen) == {"spaces": [-1, -1, -2, -2, -2, -3, -3], "points": -14}
    assert lines("azul/floor", floor=9)[1].endswith("−3; 2 tiles more cost nothing")
