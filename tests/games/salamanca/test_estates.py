"""Salamanca: what an estate is worth, which hazard lies where, who acts when; against a second count too."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError
from companion.games.salamanca.board import read_board
from companion.games.salamanca.cards import turn_order
from companion.games.salamanca.estates import estate_value, noble_allowed
from companion.games.salamanca.tiles import HAZARD_ON, HAZARDS, KINDS, hazard_allowed
from tests.games.salamanca.slow import LIES_ON, PRICE, count, slots_of
from tests.games.salamanca.strategies import boards
from tests.support.each_row import each_row

Tiles = list[dict[str, Any]]


def one(tile: str, row: int, column: int, value: int = 1, hazard: str | None = None) -> dict[str, Any]:
    raw: dict[str, Any] = {"tile": tile, "at": [row, column]}
    return raw | ({"value": value} if value > 1 else {}) | ({"hazard": hazard} if hazard else {})


def worth(tiles: Tiles, at: tuple[int, int]) -> tuple[int, int]:
    estate = estate_value(read_board(tiles), at)
    return estate.building_value, estate.land_value


def slow_worth(tiles: Tiles, at: tuple[int, int]) -> tuple[int, int, list[tuple[int, int]]]:
    lying = {tuple(raw["at"]): (raw["tile"], raw.get("value", PRICE.get(raw["tile"], 1))) for raw in tiles}
    building, land, taken = count(lying, {t["hazard"]: tuple(t["at"]) for t in tiles if "hazard" in t}, at)
    return building, land, sorted(taken)


def buildings(tiles: Tiles) -> list[tuple[int, int]]:
    return [(raw["at"][0], raw["at"][1]) for raw in tiles if raw["tile"] in PRICE]


FARM = one("farm", 4, 4)


def test_the_farm_of_the_rulebook_is_sold_for_9() -> None:
    tiles = [FARM, one("field", 4, 3, 2, "locusts"), one("field", 4, 5, 3), one("field", 4, 6), one("pasture", 3, 4),
             one("pasture", 2, 4), one("pasture", 2, 5)]  # fmt: skip
    estate = estate_value(read_board(tiles), (4, 4))
    assert (estate.building_value, estate.land_value, estate.value, estate.taxed) == (2, 7, 9, True)
    assert estate.leaves == ((4, 5),)
    assert [(land.kind, land.value, land.struck) for land in estate.lands] == [
        ("field", 4, ()),
        ("pasture", 3, ()),
        ("field", 0, ((4, 3),)),  # locusts on the other side of the farm touch no land that counts
    ]


@each_row(
    ("tiles", "building", "land"),
    [
        ([FARM], 2, 0),
        ([one("farm", 4, 4, hazard="ruin"), one("field", 4, 5)], 0, 1),
        ([FARM, one("field", 3, 3), one("field", 5, 5)], 2, 0),  # only corner to corner
        ([FARM, one("lake", 3, 4), one("forest", 4, 5), one("vineyard", 5, 4)], 2, 0),  # other colours
        ([FARM, one("field", 4, 5), one("pasture", 4, 6)], 2, 1),  # same colour, another land
        ([FARM, one("field", 4, 5), one("field", 4, 6), one("field", 3, 6), one("field", 3, 5),
          one("field", 3, 4)], 2, 5),
        ([FARM, one("field", 4, 5), one("field", 4, 6, 3)], 2, 4),
        ([FARM, one("field", 4, 5), one("field", 4, 6, 3, "rats")], 2, 2),
        ([FARM, one("field", 4, 5, hazard="rats"), one("field", 4, 3)], 2, 1),  # two lands, one with rats
        ([FARM, one("field", 4, 5, hazard="locusts"), one("field", 4, 6, 3)], 2, 0),  # cut off
        ([FARM, one("field", 4, 5), one("field", 4, 6, hazard="locusts"), one("field", 4, 7, 3)], 2, 1),
        ([FARM, one("field", 4, 5), one("field", 4, 6, hazard="locusts"), one("field", 3, 5, hazard="rats"),
          one("field", 3, 4)], 2, 1),
        ([one("castle", 9, 1), one("lake", 9, 2, hazard="poison"), one("lake", 8, 1), one("lake", 8, 2)], 3, 2),
    ],
)  # fmt: skip
def test_values(tiles: Tiles, building: int, land: int) -> None:
    at = (tiles[0]["at"][0], tiles[0]["at"][1])
    assert worth(tiles, at) == (building, land) == slow_worth(tiles, at)[:2]


def test_struck_tiles_are_told() -> None:
    tiles = [FARM, one("field", 4, 5, hazard="locusts"), one("pasture", 3, 4), one("pasture", 2, 4, 2, "rats")]
    lands = estate_value(read_board(tiles), (4, 4)).lands
    assert [(land.kind, land.tiles, land.struck, land.has_rats, land.value) for land in lands] == [
        ("pasture", (((2, 4), 2), ((3, 4), 1)), (), True, 1),
        ("field", (), ((4, 5),), False, 0),
    ]


def test_no_estate_where_no_building_lies() -> None:
    for at, words in (((1, 1), "no building lies on row 1, column 1"), ((4, 5), "a land (field)"), ((0, 1), "[0, 1]")):
        with pytest.raises(RuleError) as caught:
            estate_value(read_board([FARM, one("field", 4, 5)]), at)
        assert words in str(caught.value)


@each_row(
    ("tiles", "words"),
    [
        ([FARM, one("field", 4, 4)], "taken"),
        ([one("field", 1, column) for column in range(1, 8)], "6 tiles of this kind (field)"),
        ([one("lake", 1, 1, hazard="locusts")], "locusts lie on a field, a pasture or a forest"),
        ([one("lake", 1, 1, hazard="rats"), one("lake", 1, 2, hazard="rats")], "stands twice"),
        ([one("farm", 9, 9)], "not on the board"),
        ([one("farm", 1, 1) | {"value": 2}], "only a fertile land"),
        ([one("lake", 1, 1) | {"value": 1}], "value of a fertile land"),
        ([{"tile": "lake"}], "lacks the key"),
        ("lake", "must be a list"),
        ([one("lake", 1, 1, hazard="fire")], "the hazard must be one of"),
    ],
)  # fmt: skip
def test_boards_that_are_none(tiles: Any, words: str) -> None:
    with pytest.raises(RuleError) as caught:
        read_board(tiles)
    assert words in str(caught.value)


@given(boards())
def test_every_estate_by_a_slow_second_count(tiles: Tiles) -> None:
    board = read_board(tiles)
    for at in buildings(tiles):
        estate = estate_value(board, at)
        assert (estate.building_value, estate.land_value, list(estate.leaves)) == slow_worth(tiles, at)
        assert estate.value == estate.building_value + sum(land.value for land in estate.lands)
        assert estate.taxed == (estate.value >= 7)
        spaces = [tile.at for land in estate.lands for tile in land.tiles]
        assert len(spaces) == len(set(spaces))


@given(boards(), st.integers(0, 3), st.booleans())
def test_turning_or_mirroring_the_board_changes_no_value(tiles: Tiles, turns: int, is_mirrored: bool) -> None:
    def moved(row: int, column: int) -> tuple[int, int]:
        row, column = (row, 9 - column) if is_mirrored else (row, column)
        for _ in range(turns):
            row, column = column, 9 - row
        return row, column

    after = [raw | {"at": list(moved(*raw["at"]))} for raw in tiles]
    for at in buildings(tiles):
        assert worth(tiles, at) == worth(after, moved(*at))


@given(boards())
def test_a_hazard_alone_never_raises_a_value(tiles: Tiles) -> None:
    """Beside others it may: poison that cuts a land with rats in two keeps the rats from one half."""
    without = [{key: value for key, value in raw.items() if key != "hazard"} for raw in tiles]
    for place, raw in enumerate(tiles):
        if "hazard" in raw:
            alone = [*without[:place], raw, *without[place + 1 :]]
            for at in buildings(tiles):
                assert all(less <= more for less, more in zip(worth(alone, at), worth(without, at), strict=True))


def test_poison_keeps_the_rats_from_what_it_cuts_off() -> None:
    """A land of 3 + 1 + 1 with rats is worth 2; cut in the middle it is one of 3, and one of 1 with the rats: 0."""
    ends = [one("monastery", 2, 3), one("vineyard", 2, 4, 3), one("vineyard", 3, 3, hazard="rats")]
    assert worth([*ends, one("vineyard", 3, 4)], (2, 3)) == (4, 2)
    assert worth([*ends, one("vineyard", 3, 4, hazard="poison")], (2, 3)) == (4, 3)


def test_which_hazard_lies_where() -> None:
    for hazard in HAZARDS:
        assert set(HAZARD_ON[hazard]) == LIES_ON[hazard]
        for tile in KINDS:
            assert hazard_allowed(hazard, tile) == (tile in LIES_ON[hazard])
            assert not any(hazard_allowed(hazard, tile, there) for there in HAZARDS)


def test_the_limit_of_the_noble() -> None:
    assert [value for value in range(12) if noble_allowed(value)] == list(range(8))
    assert [value for value in range(12) if noble_allowed(value, "from-7")] == list(range(7))


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(st.just(n), st.permutations(range(1, 11 if n == 5 else 9)))))
def test_the_order_by_a_second_count(raw: tuple[int, list[int]]) -> None:
    players, cards = raw
    dealt: Any = [cards[:2], cards[2:4]] if players == 2 else cards[:players]
    assert list(turn_order(players, dealt)) == slots_of(dealt, None)


@each_row(
    ("players", "cards", "order", "seats"),
    [
        (3, [7, 3, 5], None, [0, 2, 1]),
        (3, [5, 8, 7], None, [0, 1, 2]),
        (3, [5, 8, 4], None, [1, 0, 2]),
        (4, [6, 5, 7, 8], [1, 3, 2, 0], [1, 3, 2, 0]),
        (2, [[8, 6], [7, 5]], None, [1, 0, 1, 0]),
        (5, [10, 9, 10, 1, 2], None, [0, 2, 1, 4, 3]),
        (5, [10, 9, 10, 1, 2], [2, 0, 1, 4, 3], [2, 0, 1, 4, 3]),
        (5, [5, 5, 6, 7, 8], None, [0, 4, 3, 2, 1]),
        (5, [5, 5, 6, 7, 8], [1, 4, 3, 2, 0], [1, 4, 3, 2, 0]),
        (5, [5, 5, 4, 7, 8], None, [4, 3, 0, 1, 2]),
        (5, [5, 10, 10, 7, 8], [0, 2, 1, 4, 3], [0, 2, 1, 4, 3]),
    ],
)
def test_orders(players: int, cards: Any, order: Any, seats: list[int]) -> None:
    assert [slot.seat for slot in turn_order(players, cards, order)] == seats
