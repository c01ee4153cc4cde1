"""Azul: rounds, the floor, the end and the ranking; whole games stand in tests/examples/azul."""

import pytest
from hypothesis import given

from companion.engine import RuleError
from companion.games.azul import GAME
from companion.games.azul.rules import play
from companion.scoring.scoresheet import result
from tests.games.azul.notation import COLOURS, near_death, part, played, sheet, tiling
from tests.games.azul.slow import complete, count_game, places
from tests.games.azul.strategies import NAMES, sheets
from tests.scoring.test_scoresheet import fault
from tests.support.each_row import each_row


@given(sheets())
def test_a_whole_sheet_by_a_slow_second_count(value):
    players, is_over = count_game(len(value["players"]), value["entries"])
    answer = result(value)
    assert answer["totals"] == [player.score for player in players]
    assert answer["finished"] == is_over
    assert answer["ranking"] == places(players)
    bonuses = [tuple(bonus.values()) for bonus in answer["details"]["bonuses"]]
    assert bonuses == [complete(player.rows) for player in players]
    laid = [["." if space is None else space for space in row] for wall in answer["details"]["walls"] for row in wall]
    names = COLOURS | {".": "."}
    assert laid == [[names[letter] for letter in row] for player in players for row in player.rows]


@each_row(
    ("floor", "fallen", "loss", "is_full"),
    [(6, "", 11, False), (7, "", 14, True), (6, "5R-", 14, False), (7, "5R-", 14, True)],
)
def test_the_start_marker_costs_nothing_more_on_a_full_floor(floor, fallen, loss, is_full):
    """It is full by the tiles that fell there in the round, not by a line that falls at its end."""
    after, steps = played(tiling(part(fallen, floor), part(floor=7), first=0), state=near_death())
    assert after.totals == (20 - loss, 0)
    assert [step.seat for step in steps if step.rule == "azul/start-marker"] == [0] * is_full
    assert GAME.rules["azul/start-marker"].is_ruling


@each_row(
    ("text", "expected"),
    [
        ("2R-", "Ann: the red line of row 2 may not fall, columns 1, 2, 3, 4 are open"),
        ("5R- 1K-", "Ann: the black line of row 1 may not fall, columns 2, 4 are open"),
        ("4K- 3K4 2K1 1K2", "Ann: the black line of row 4 may not fall, column 5 is open"),
        ("5K-", "Ann: row 5 has a black tile already"),
        ("5R5", "Ann: column 5 has a red tile already"),
        ("5R4", "Ann: row 5, column 4 is taken already"),
        ("3Y3 2Y3", "Ann: column 3 has a yellow tile already"),
    ],
)
def test_what_may_not_be_done_on_the_grey_wall(text, expected):
    with pytest.raises(RuleError) as caught:
        play(near_death(), tiling(part(text)))
    assert caught.value.message.text(names=NAMES) == expected


GOOD = tiling(part("1B", floor=1), part("2R"), first=0)


def changed(**changes):
    return GOOD | changes


def ben(**changes):
    return tiling(GOOD["tiling"][0], GOOD["tiling"][1] | changes)


def tile(**changes):
    return ben(tiles=[{"row": 3, "colour": "red"} | changes])


@each_row(
    ("entry", "expected"),
    [
        (tiling(part("1B")), "Ann: row 1 has a blue tile already"),
        (tiling(part(), part("2R")), "Ben: row 2 has a red tile already"),
        (tiling(part("3B 3R")), "Ann tiles row 3 twice in one round"),
        (changed(tiling=[part()]), "tiling must have 2 items, not 1"),
        (changed(tiling=[part(), None]), "the tiling of Ben must be an object, not null"),
        (changed(round=2), 'the round has an unknown key "round"'),
        ({"first": 0}, 'the round lacks the key "tiling"'),
        (changed(first=1), "Ben took the start marker; it lies on the floor line, so floor is not 0"),
        (changed(first=2), "first must be 0 to 1, not 2"),
        (changed(first=None), "first must be a whole number, not null"),
        (ben(floor=8), "the floor of Ben must be 0 to 7, not 8"),
        (ben(floor=True), "the floor of Ben must be a whole number, not true"),
        (ben(score=1), 'the tiling of Ben has an unknown key "score"'),
        (tiling(part(), {"tiles": []}), 'the tiling of Ben lacks the key "floor"'),
        (ben(tiles=[{"row": 1}]), 'a tile of Ben lacks the key "colour"'),
        (ben(tiles=[{"colour": "red"}]), 'a tile of Ben lacks the key "row"'),
        (tile(row=6), "the row of a tile of Ben must be 1 to 5, not 6"),
        (
            tile(colour="green"),
            'the colour of a tile of Ben must be one of "blue", "yellow", "red", "black", "white", not "green"',
        ),
        (tile(tile=1), 'a tile of Ben has an unknown key "tile"'),
        (tile(column=5), "a tile of Ben names a column; on the coloured wall the colour says where"),
    ],
)
def test_faults_are_said_with_names_and_numbers(entry, expected):
    assert fault(sheet(GOOD, entry)) == (2, expected)


@each_row(
    ("column", "expected"),
    [
        ({"column": 0}, "the column of a tile of Ann must be 1 to 5, not 0"),
        ({"column": 6}, "the column of a tile of Ann must be 1 to 5, not 6"),
        ({"column": 2.0}, "the column of a tile of Ann must be a whole number, not 2.0"),
        ({}, 'a tile of Ann lacks the key "column"'),
    ],
)
def test_on_the_grey_wall_every_tile_names_its_column(column, expected):
    entry = tiling({"tiles": [{"row": 1, "colour": "red", **column}], "floor": 0})
    assert fault(sheet(entry, wall="grey")) == (1, expected)


def test_a_marker_on_the_floor_is_not_made_up_for_by_a_line_that_fell():
    with pytest.raises(RuleError, match="so floor is not 0"):
        play(near_death(), tiling(part("5R-"), first=0))
