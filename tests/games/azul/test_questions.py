"""Azul: a tile, its open columns and the bonuses of a wall, as the referee settles them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.azul.walls import COLOURS, EMPTY, Wall
from companion.scoring.scoresheet import read, replay, result
from tests.games.azul import slow
from tests.games.azul.strategies import sheets
from tests.support.asking import fault, lines, steps, verdict
from tests.support.each_row import each_row


def plain(wall: Wall) -> list[list[str | None]]:
    return [list(line) for line in wall]


BARE = plain(EMPTY)
TILE = {"wall": BARE, "kind": "coloured", "row": 3, "colour": "red"}


def spaces(**tiles: str) -> list[list[str | None]]:
    """r2c3="red": an empty wall with these tiles."""
    wall = plain(EMPTY)
    for place, colour in tiles.items():
        wall[int(place[1]) - 1][int(place[3]) - 1] = colour
    return wall


@given(sheets())
def test_every_tile_of_a_session_scores_and_falls_as_the_referee_says(value: dict[str, Any]) -> None:
    sheet = read(value)
    kind = sheet.setup.options["wall"]
    walls = [plain(EMPTY) for _ in value["players"]]
    for played in replay(sheet):
        for step in played.steps:
            if step.rule not in ("azul/tile", "azul/line-fell"):
                continue
            question = {"wall": walls[step.seat or 0], "row": step.values["row"], "colour": step.values["colour"]}
            if kind == "grey":
                columns = verdict("azul/columns", **question)["open"]
                assert (step.rule == "azul/line-fell") == (columns == [])
                assert step.rule == "azul/line-fell" or step.values["column"] in columns
            if step.rule == "azul/tile":
                column = {"column": step.values["column"]} if kind == "grey" else {}
                found = verdict("azul/tile", kind=kind, **question, **column, claim=step.points)
                sizes = {key: step.values[key] for key in ("horizontal", "vertical")}
                assert found == {"allowed": True, "points": step.points, **sizes, "claim_right": True}
                assert {"seat": step.seat, **steps("azul/tile", kind=kind, **question, **column)[-1]} == step.as_json()
                walls[step.seat or 0][step.values["row"] - 1][step.values["column"] - 1] = step.values["colour"]


@given(sheets())
def test_bonuses_are_those_of_a_session(value: dict[str, Any]) -> None:
    scored = result(value)
    for seat, (wall, bonus) in enumerate(zip(scored["details"]["walls"], scored["details"]["bonuses"], strict=True)):
        found = verdict("azul/bonuses", wall=wall)
        points = found.pop("points")
        assert found == bonus
        last = scored["entries"][-1]["steps"] if scored["entries"] else []
        if any(step["rule"] == "azul/full-row" for step in last):
            mine = [step for step in last if step["rule"].startswith("azul/bonus-") and step["seat"] == seat]
            assert points == sum(step["points"] for step in mine)
            assert [{"seat": seat, **step} for step in steps("azul/bonuses", wall=wall)] == [
                {"seat": seat, **step} for step in mine
            ]


@each_row("key", ["azul/tile", "azul/columns", "azul/bonuses"])
@each_row(
    ("wall", "sentence"),
    [
        (None, "the wall must be a list, not null"),
        (BARE[:4], "the wall must have 5 items, not 4"),
        ([*BARE[:4], [None] * 6], "row 5 of the wall must have 5 items, not 6"),
        ([*BARE[:4], "white"], 'row 5 of the wall must be a list, not "white"'),
        (spaces(r1c1="red", r1c4="red"), "row 1 has a red tile already"),
        (spaces(r1c1="red", r4c1="red"), "column 1 has a red tile already"),
        (
            spaces(r2c3="green"),
            'row 2, column 3 of the wall must be one of "blue", "yellow", "red", "black", "white", not "green"',
        ),
        (
            [*BARE[:4], [None, None, None, None, 0]],
            'row 5, column 5 of the wall must be one of "blue", "yellow", "red", "black", "white", not 0',
        ),
    ],
)
def test_a_wall_that_cannot_be(key: str, wall: Any, sentence: str) -> None:
    more = {"row": 3, "colour": "blue"} if key != "azul/bonuses" else {}
    more |= {"kind": "grey", "column": 5} if key == "azul/tile" else {}
    assert fault(key, wall=wall, **more) == sentence


@each_row(
    ("changes", "sentence"),
    [
        (
            {"wall": spaces(r1c2="blue")},
            "on the coloured wall blue lies in column 1 of row 1, not in column 2",
        ),
        ({"kind": "white"}, 'kind must be one of "coloured", "grey", not "white"'),
        ({"kind": None}, 'kind must be one of "coloured", "grey", not null'),
        ({"row": 0}, "row must be 1 to 5, not 0"),
        ({"row": 6}, "row must be 1 to 5, not 6"),
        ({"row": True}, "row must be a whole number, not true"),
        ({"colour": "green"}, 'colour must be one of "blue", "yellow", "red", "black", "white", not "green"'),
        ({"column": 5}, "on the coloured wall the colour says in which column; column may not be named"),
        ({"column": None}, "on the coloured wall the colour says in which column; column may not be named"),
        ({"kind": "grey"}, "on the grey wall the column must be named"),
        ({"kind": "grey", "column": None}, "column must be a whole number, not null"),
        ({"kind": "grey", "column": 0}, "column must be 1 to 5, not 0"),
        ({"kind": "grey", "column": 6}, "column must be 1 to 5, not 6"),
        ({"kind": "grey", "column": 2.0}, "column must be a whole number, not 2.0"),
    ],
)
def test_a_tile_that_cannot_be_asked_for(changes: dict[str, Any], sentence: str) -> None:
    assert fault("azul/tile", **(TILE | changes)) == sentence


def test_columns_need_no_kind() -> None:
    assert fault("azul/columns", **TILE) == 'the question has an unknown key "kind"'


def test_a_taken_space_is_a_verdict() -> None:
    question = {"wall": spaces(r3c2="blue"), "kind": "grey", "row": 3, "colour": "red", "column": 2}
    assert verdict("azul/tile", **question) == {"allowed": False}
    assert lines("azul/tile", **question) == [
        "Not allowed: row 3, column 2 is taken already",
        "Row 3, column 2",
        "Row 3, column 2: a tile lies there already.",
    ]


@each_row("colour", COLOURS)
def test_on_an_empty_grey_wall_every_column_is_open(colour: str) -> None:
    assert verdict("azul/columns", wall=BARE, row=2, colour=colour) == {"open": [1, 2, 3, 4, 5]}


@given(floor=st.integers(0, 7), total=st.integers(0, 20) | st.none())
def test_the_floor_is_that_of_a_slow_count(floor: int, total: int | None) -> None:
    player = slow.Player(score=1000 if total is None else total)
    before = player.score
    player.round({"tiles": [], "floor": floor})
    question = {"floor": floor} | ({} if total is None else {"total": total})
    found = verdict("azul/floor", **question, claim=player.score - before)
    spaces = [-1, -1, -2, -2, -2, -3, -3][:floor]
    assert found == {"spaces": spaces, "points": player.score - before, "claim_right": True}


@given(sheets())
def test_every_floor_of_a_session_costs_what_the_referee_says(value: dict[str, Any]) -> None:
    for played in replay(read(value)):
        for step in played.steps:
            if step.rule == "azul/floor":
                found = verdict("azul/floor", floor=step.values["taken"], total=step.values["score"])
                assert found["points"] == step.points


@each_row(
    ("question", "sentence"),
    [
        ({"floor": -1}, "floor must be 0 or more, not -1"),
        ({"floor": True}, "floor must be a whole number, not true"),
        ({"floor": 3, "total": -1}, "total must be 0 or more, not -1"),
        ({"floor": 3, "total": None}, "total must be a whole number, not null"),
        ({"floor": 3, "total": 2.0}, "total must be a whole number, not 2.0"),
        ({}, 'the question lacks the key "floor"'),
    ],
)
def test_a_floor_that_cannot_be(question: dict[str, Any], sentence: str) -> None:
    assert fault("azul/floor", **question) == sentence


def test_tiles_beyond_the_seventh_go_to_the_lid_and_cost_nothing() -> None:
    for fallen in (7, 8, 9, 101):
        assert verdict("azul/floor", floor=fallen) == {"spaces": [-1, -1, -2, -2, -2, -3, -3], "points": -14}
    assert lines("azul/floor", floor=9)[1].endswith("−3; 2 tiles more cost nothing")
