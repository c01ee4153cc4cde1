"""Azul: rounds, the floor, the end and the ranking; whole games stand in tests/examples/azul."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.azul import GAME
from companion.games.azul.rules import State, play, standing, start
from companion.games.azul.tiling import PatternLine, Tiling, score_tiling
from companion.games.azul.walls import EMPTY
from companion.scoring.scoresheet import result
from tests.games.azul.notation import COLOURS, almost, fault, near_death, part, played, sentences, setup, sheet, tiling
from tests.games.azul.slow import complete, count_game, places
from tests.games.azul.strategies import sheets
from tests.support.each_row import each_row


@given(sheets())
def test_a_whole_sheet_by_a_slow_second_count(value: dict[str, Any]) -> None:
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


@given(sheets(), st.integers(0, 2**32))
def test_any_order_of_tiles_gives_the_same_result(value: dict[str, Any], seed: int) -> None:
    other, random = deepcopy(value), Random(seed)
    for entry in other["entries"]:
        for one in entry.get("tiling", ()):
            random.shuffle(one["tiles"])
    assert result(other) == result(value)


def test_all_orders_of_a_round_with_a_line_that_falls() -> None:
    before = [tiling(part(f"3{tile}")) for tile in ("B1", "Y2", "W3", "K4")]
    results = [
        result(sheet(*before, tiling(part(" ".join(tiles), floor=1)), wall="grey"))
        for tiles in permutations(["1R5", "3R-", "2B2", "5K1"])
    ]
    assert all(one == results[0] for one in results)


@given(sheets())
def test_no_total_is_ever_below_0_and_the_floor_never_gives(value: dict[str, Any]) -> None:
    totals = [0] * len(value["players"])
    for entry in result(value)["entries"]:
        for step in entry["steps"]:
            if "points" in step:
                totals[step["seat"]] += step["points"]
                assert (step["points"] <= 0) == (step["rule"] == "azul/floor")
        assert min(totals) >= 0


def test_a_play_leaves_the_state_before_as_it_was() -> None:
    before = start(setup())
    after, _ = play(before, tiling(part("1B 2W", floor=1), first=0))
    assert before == start(setup()) and after != before
    assert before.walls == (EMPTY, EMPTY)
    assert play(before, tiling(part("1B 2W", floor=1), first=0))[0] == after
    assert hash(after.walls) and (after.rounds, after.first) == (1, 0)


# the floor


@each_row(("floor", "loss"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 11), (7, 14)])
@each_row("total", [0, 3, 8, 40])
def test_the_floor_costs_its_printed_points_but_not_below_0(floor: int, loss: int, total: int) -> None:
    state = replace(start(setup()), totals=(total, 5))
    after, steps = played(tiling(part("1B", floor)), state=state)
    assert after.totals == (max(0, total + 1 - loss), 5)
    assert [step.points for step in steps] == [1, -min(loss, total + 1)][: 1 + (floor > 0)]


def test_gains_come_before_the_floor() -> None:
    after, _ = played(tiling(part("1B 2W 3K", floor=4)))
    assert after.totals == (1 + 2 + 3 - 6, 0)


def test_the_start_marker_counts_on_the_floor_and_changes_nothing_else() -> None:
    without, with_marker = tiling(part("1B 2W", floor=1)), tiling(part("1B 2W", floor=1), first=0)
    assert played(without)[0].totals == played(with_marker)[0].totals == (2, 0)
    assert (played(without)[0].first, played(with_marker)[0].first) == (None, 0)


def test_the_start_marker_costs_nothing_more_on_a_full_floor() -> None:
    state = replace(start(setup()), totals=(20, 20))
    after, steps = played(tiling(part(floor=7), part(floor=7), first=1), state=state)
    assert after.totals == (6, 6)
    assert [(step.rule, step.seat, step.points) for step in steps] == [
        ("azul/floor", 0, -14),
        ("azul/floor", 1, -14),
        ("azul/start-marker", 1, None),
    ]
    assert GAME.rules["azul/start-marker"].is_ruling


# the end and the ranking


def test_the_game_ends_with_a_full_row_and_only_then() -> None:
    state, steps = played(tiling(part("2W"), part("1B 2W 3K 4R 5Y")), state=almost())
    assert not state.finished and not any("bonus" in step.rule for step in steps)
    state, steps = played(tiling(part("1W")), state=state)
    assert state.finished
    assert state.totals == (30 + 2 + 5 + 2, 30 + 15 + 7)
    assert [(step.rule, step.seat, step.points) for step in steps[1:]] == [
        ("azul/full-row", 0, None),
        ("azul/bonus-rows", 0, 2),
        ("azul/bonus-columns", 1, 7),
    ]


def test_a_finished_game_takes_no_entry() -> None:
    rounds = [tiling(part(f"1{letter}")) for letter in "BYRKW"]
    assert result(sheet(*rounds))["finished"]
    assert fault(*rounds, tiling()) == (6, "the game is over; nothing can follow")
    assert fault(*rounds, {"end": True}) == (6, "the game is over; nothing can follow")


def test_several_rows_can_be_filled_in_the_last_round() -> None:
    state, steps = played(tiling(part("1W 2K 3R")), state=almost(rows=3))
    assert state.totals[0] == 30 + 5 + (5 + 2) + (5 + 3) + 3 * 2
    assert sentences(steps)[-2:] == [
        "Rows 1, 2, 3 are full: this was the last round.",
        "Rows 1, 2, 3 are full: 2 each.",
    ]


def test_bonuses_come_after_the_floor() -> None:
    state, _ = played(tiling(part("1W", floor=7)), state=replace(almost(), totals=(0, 0)))
    assert state.totals == (0 + 2, 0)


def test_equal_points_go_by_full_rows_and_then_the_place_is_shared() -> None:
    row = ("blue", "yellow", "red", "black", "white")
    one, two = (row, *EMPTY[1:]), (row, ("white", "blue", "yellow", "red", "black"), *EMPTY[2:])
    state = replace(start(setup(4)), walls=(one, two, EMPTY, one), totals=(30, 30, 30, 30))
    answer = standing(state)
    assert answer.ranking == ((1,), (0, 3), (2,))
    assert sentences(answer.reasons) == [
        "Ben before Ann, Mei-Ling: same total, 30; more full rows, 2 against 1.",
        "Ann, Mei-Ling share the place: same total, 30; same number of full rows, 1.",
        "Ann, Mei-Ling before Cleo: same total, 30; more full rows, 1 against 0.",
    ]
    assert standing(replace(state, totals=(30, 29, 31, 30))).ranking == ((2,), (0, 3), (1,))


# what people read


@each_row(
    ("state", "entry", "expected"),
    [
        (almost(), tiling(part("1W")), "Row 1, white: 5 side by side."),
        (almost(), tiling(part("2W")), "Row 2, white: 2 one above the other."),
        (almost(2), tiling(part("3Y")), "Row 3, yellow: 3 one above the other."),
        (almost(2), tiling(part("4W")), "Row 4, white: no tile beside it."),
        (almost(2), tiling(part("3K 4R")), "Row 3, black: 3 one above the other."),
        (near_death(), tiling(part("5R-")), "Row 5, red: no column is open, all 5 tiles fall to the floor."),
        (almost(), tiling(part(floor=1)), "1 floor space taken, it costs 1."),
        (almost(), tiling(part(floor=1), first=0), "The start marker on the floor costs 1."),
        (almost(), tiling(part(floor=5)), "5 floor spaces taken: 1 + 1 + 2 + 2 + 2 = 8."),
        (
            almost(),
            tiling(part(floor=5), first=0),
            "5 floor spaces taken, the start marker counted: 1 + 1 + 2 + 2 + 2 = 8.",
        ),
        (
            start(setup()),
            tiling(part(floor=2)),
            "2 floor spaces taken: 1 + 1 = 2. The score stood at 0 and never falls below 0.",
        ),
    ],
)
def test_what_people_read_beside_their_points(state: State, entry: Any, expected: str) -> None:
    assert sentences(play(state, entry)[1])[0] == expected


def test_what_people_read_at_the_end() -> None:
    rows = (
        ("blue", "yellow", "red", "black", None),
        ("white",),
        ("black",),
        ("red",),
        ("yellow", "red", "black", "white"),
    )
    wall = tuple((*row, *[None] * (5 - len(row))) for row in rows)
    state = replace(start(setup()), walls=(wall, EMPTY))
    _, steps = play(state, tiling(part("1W 5B")))
    assert sentences(steps) == [
        "Row 1, white: 5 side by side.",
        "Row 5, blue: 5 side by side.",
        "Rows 1, 5 are full: this was the last round.",
        "Rows 1, 5 are full: 2 each.",
        "Column 1 is full: 7.",
    ]
    _, steps = play(almost(), tiling(part("1W")))
    assert sentences(steps)[1:] == ["Row 1 is full: this was the last round.", "Row 1 is full: 2."]


def test_a_running_choice_can_be_scored_before_it_is_sent() -> None:
    scored = score_tiling(
        EMPTY, 14, Tiling((PatternLine(1, "red", 3), PatternLine(2, "yellow", 3)), 3), 1, has_marker=True
    )
    assert scored.total == 14 + 1 + 2 - 4
    assert [step.seat for step in scored.steps] == [1, 1, 1]
