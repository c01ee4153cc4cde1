"""The Ingenious board: its spaces, where a tile may lie, and what it scores there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import RuleError
from companion.games.ingenious.board import (
    Board,
    SpacePair,
    empty_board,
    free_pairs,
    lay,
    read_spots,
    score_half,
    score_tile,
)
from companion.games.ingenious.colours import COLOURS, copies
from companion.games.ingenious.hexes import DIRECTIONS, Space, neighbours
from tests.games.ingenious.slow import AREAS, BAG, Table, count_half
from tests.support.each_row import each_row


def board_of(name: str, *tiles: tuple[str, Space, Space]) -> Board:
    """A board with tiles: ("red blue", (3, 0), (4, 0))."""
    board = empty_board(name)
    for colours, first, second in tiles:
        board = lay(board, two(colours), (first, second))
    return board


def two(colours: str) -> tuple[str, str]:
    first, second = colours.split()
    return first, second


def scored(board: Board, colours: str, *at: Space) -> list[tuple[str, int]]:
    return [(half.colour, half.points) for half in score_tile(board, two(colours), (at[0], at[1]))]


# The pictures of section 2, laid out around the printed blue at (5, 0).
FIRST = ("red blue", (3, 0), (4, 0))
SECOND = ("red blue", (4, -1), (5, -1))
DOUBLE = ("blue blue", (6, -1), (6, 0))


def test_the_placements_of_the_rulebook() -> None:
    board = board_of("all")
    assert scored(board, "red blue", (3, 0), (4, 0)) == [("red", 0), ("blue", 1)]
    board = board_of("all", FIRST)
    assert scored(board, "red blue", (4, -1), (5, -1)) == [("red", 1), ("blue", 2)]
    board = board_of("all", FIRST, SECOND)
    assert scored(board, "blue blue", (6, -1), (6, 0)) == [("blue", 2), ("blue", 2)]
    board = board_of("all", FIRST, SECOND, DOUBLE)
    assert scored(board, "red blue", (5, -2), (6, -2)) == [("red", 2), ("blue", 4)]


def test_twelve_points_of_the_rulebook() -> None:
    board = board_of(
        "white",
        ("green green", (0, 1), (0, 2)),
        ("green red", (0, 3), (0, 4)),
        ("green green", (1, -1), (2, -1)),
        ("green green", (0, -1), (-1, 0)),
        ("green green", (-1, 1), (-1, 2)),
        ("green red", (2, 0), (3, 0)),
        ("orange red", (1, 1), (1, 2)),
    )
    left, right = score_tile(board, ("green", "green"), ((0, 0), (1, 0)))
    assert [left.points, right.points] == [7, 5]
    assert {line.direction: len(line.spaces) for line in left.lines or ()} == {
        (1, -1): 1, (0, -1): 1, (-1, 0): 1, (-1, 1): 1, (0, 1): 3
    }  # fmt: skip
    assert {line.direction: len(line.spaces) for line in right.lines or ()} == {
        (0, -1): 1, (1, -1): 1, (1, 0): 1, (-1, 1): 2
    }  # fmt: skip


def test_the_example_of_the_five_directions() -> None:
    """The blue half looks upper left, upper right, right, lower right and lower left, not at the yellow half."""
    around = [("blue red", near, (2 * near[0], 2 * near[1])) for near in neighbours((0, 0)) if near != (-1, 0)]
    half = score_half(board_of("white", *around), "blue", (0, 0), (-1, 0))
    assert half.points == 5
    assert {line.direction for line in half.lines or ()} == set(DIRECTIONS) - {(-1, 0)}


def test_a_gap_or_another_symbol_ends_a_line() -> None:
    tiles = [("blue red", (1, 0), (1, 1)), ("blue blue", (3, 0), (4, 0))]
    assert scored(board_of("white", *tiles), "blue yellow", (0, 0), (-1, 0)) == [("blue", 1), ("yellow", 0)]
    tiles.append(("red red", (2, 0), (2, 1)))
    assert scored(board_of("white", *tiles), "blue yellow", (0, 0), (-1, 0)) == [("blue", 1), ("yellow", 0)]
    tiles[-1] = ("blue red", (2, 0), (2, 1))
    # Four on tiles and the printed blue at (5, 0).
    assert scored(board_of("white", *tiles), "blue yellow", (0, 0), (-1, 0)) == [("blue", 5), ("yellow", 0)]


@each_row(
    ("colours", "at", "sentence"),
    [
        ("red blue", ((6, 0), (7, 0)), "the space [6, 0] is outside the area of this game"),
        ("red blue", ((4, 1), (5, 1)), "the space [5, 1] is outside the area of this game"),
        ("red blue", ((0, 0), (2, 0)), "the spaces [0, 0] and [2, 0] are not side by side"),
        ("red blue", ((0, 0), (0, 0)), "the spaces [0, 0] and [0, 0] are not side by side"),
        ("red blue", ((0, 0), (1, 1)), "the spaces [0, 0] and [1, 1] are not side by side"),
        ("red blue", ((4, 0), (5, 0)), "the space [5, 0] has a printed symbol"),
        ("red blue", ((-2, 0), (-3, 0)), "the space [-3, 0] is taken"),
        ("red blue", ((-3, 1), (-2, 1)), "the space [-3, 1] is taken"),
    ],
)
def test_where_a_tile_cannot_lie(colours: str, at: SpacePair, sentence: str) -> None:
    board = board_of("white", ("red green", (-3, 0), (-3, 1)))
    with pytest.raises(RuleError) as caught:
        lay(board, two(colours), at)
    assert str(caught.value) == sentence


@each_row("tile", sorted(set(BAG)))
def test_a_kind_of_tile_lies_so_often_and_no_more(tile: tuple[str, str]) -> None:
    board, places = empty_board("all"), [((q, r), (q, r + 1)) for q in range(-2, 3) for r in (-4, -2, 0, 2)]
    assert copies(tile) == BAG.count(tile) == BAG.count(tile[::-1]) + (6 if tile[0] != tile[1] else 0)
    for number, at in enumerate(places[: copies(tile)]):
        board = lay(board, tile if number % 2 else tile[::-1], at)
    with pytest.raises(RuleError, match=f"the game has {copies(tile)} tiles of .*, and all of them lie there"):
        lay(board, tile, places[-1])
    others = [kind for kind in set(BAG) if kind != tile]
    for kind in others:
        lay(board, kind, places[-1])


def test_all_tiles_are_as_many_as_in_the_box() -> None:
    assert len(BAG) == 120 and len(set(BAG)) == 21


@each_row("value", [None, [], [[0, 0]], [[0, 0], [0]], [[0, 0], [0, 1, 2]], [[0, 0], [0, True]],
                                   [[0, 0], [0, 1.0]], [[0, 0], ["0", 1]], "ab", {"0": 1}, [[0, 0], None]])  # fmt: skip
def test_spaces_that_are_none(value: Any) -> None:
    with pytest.raises(RuleError):
        read_spots(value)


@settings(deadline=None)
@given(st.sampled_from(sorted(AREAS)), st.permutations(COLOURS), st.integers(0, 60), st.integers(0, 2**32))
def test_scores_and_free_places_by_a_slow_second_count(name: str, symbols: list[str], most: int, seed: int) -> None:
    random, slow, board = Random(seed), Table(*AREAS[name]), empty_board(name, symbols)
    slow.print_symbols(symbols)
    slow.done = [0] * 9
    # With few colours there are long lines.
    few = random.sample(COLOURS, random.choice([2, 3, 6]))
    bag = [tile for tile in random.sample(BAG, len(BAG)) if set(tile) <= set(few)]
    for tile in bag[:most]:
        pairs = slow.free()
        assert {frozenset(pair) for pair in free_pairs(board)} == {frozenset(pair) for pair in pairs}
        assert board.free_pair_count == len(pairs)
        if not pairs:
            break
        at = random.choice(pairs)[:: random.choice([1, -1])]
        halves = score_tile(board, tile, at)
        assert [(half.colour, half.points) for half in halves] == slow.lay(tile, at)
        assert all(half.points == sum(len(line.spaces) for line in half.lines or ()) for half in halves)
        board = lay(board, tile, at)
        assert score_tile(board, tile, at) == halves, "the tile itself counts nothing"
        assert {space: board.colour(space) for space in slow.lying} == slow.lying
    assert count_half(slow.lying, "red", (0, 0), (1, 0)) == score_half(board, "red", (0, 0), (1, 0)).points
