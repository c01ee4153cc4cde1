"""Salamanca: what an entry or an option cannot be, and what is said then."""

from __future__ import annotations

import copy
import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError
from companion.games.salamanca.board import read_board
from companion.games.salamanca.cards import order_with, turn_order
from companion.scoring.scoresheet import SheetError, parse, result
from tests.games.salamanca.playing import head
from tests.games.salamanca.strategies import sheets
from tests.games.salamanca.test_rules import ROUND, SETUP, cards, turn
from tests.support.each_row import each_row


def fault(players: int, entries: list[Any], board: bool = True, **options: Any) -> tuple[int | None, str]:
    with pytest.raises(SheetError) as caught:
        result(head(players, board, **options) | {"entries": entries})
    return caught.value.entry, caught.value.text()


LAKE = {"tile": "lake", "at": [1, 1]}


def lands(*tiles: dict[str, Any]) -> dict[str, Any]:
    return {"setup": [*[{"tile": "forest", "at": [8, column]} for column in range(1, 6 - len(tiles))], *tiles]}


@each_row(
    ("entry", "sentence"),
    [
        (turn(0), "the setup comes first: the five lands that lie on the board at the start"),
        (cards(8, 7, 6), "the setup comes first: the five lands that lie on the board at the start"),
        ({"tax": []}, 'the entry lacks the key "setup"'),
        (None, "the entry must be an object, not null"),
        ({"setup": []}, "the setup must have 5 items, not 0"),
        ({"setup": {}}, "the setup must be a list, not {}"),
        ({**lands(LAKE), "x": 1}, 'the entry has an unknown key "x"'),
        (lands(LAKE, LAKE), "row 1, column 1 is taken: a tile lies there (lake)"),
        (lands({"tile": "castle", "at": [1, 1]}), "five lands lie on the board at the start, no building (castle)"),
        (lands(LAKE | {"value": 1}), "the value of a fertile land must be one of 2, 3, not 1"),
        (lands(LAKE | {"value": 2.0}), "the value of a fertile land must be one of 2, 3, not 2.0"),
        (lands(LAKE | {"hazard": "rats"}), 'a land of the setup has an unknown key "hazard"'),
        (lands({"tile": "lake", "at": [True, 1]}), "a space is two whole numbers, not [true, 1]"),
        (lands({"tile": "lake", "at": [1.0, 1]}), "a space is two whole numbers, not [1.0, 1]"),
        (lands({"tile": "lake", "at": [1, 10]}), "the space [1, 10] is not on the board of 8 rows and 9 columns"),
        (lands({"tile": "lake", "at": [0, 1]}), "the space [0, 1] is not on the board of 8 rows and 9 columns"),
        (lands({"tile": "lake", "at": [1]}), "the space must have 2 items, not 1"),
        (lands({"tile": "lake", "at": "11"}), 'the space must be a list, not "11"'),
    ],
)
def test_setups_that_are_none(entry: Any, sentence: str) -> None:
    assert fault(3, [entry]) == (1, sentence)


@each_row(
    ("players", "entry", "sentence"),
    [
        (3, cards(8, 7), "the cards must have 3 items, not 2"),
        (3, cards(8, 7, 9), "the card of Cleo must be 1 to 8, not 9"),
        (3, cards(8, 7, 0), "the card of Cleo must be 1 to 8, not 0"),
        (3, cards(8, 7, True), "the card of Cleo must be a whole number, not true"),
        (3, cards(8, 7, "6"), 'the card of Cleo must be a whole number, not "6"'),
        (3, cards(8, 7, 8), "Two players cannot both play 8"),
        (3, cards([8, 7], [6, 5]), "the cards must have 3 items, not 2"),
        (2, cards(8, 7), "the cards of Ann must be a list, not 8"),
        (2, cards([8, 7], [6, 8]), "Two players cannot both play 8"),
        (2, cards([8, 7], [6, 5]) | {"order": [0, 1]}, 'the entry has an unknown key "order"'),
        (5, cards(8, 8, 7, 7, 1), "two cards at most are equal, and no other two with them"),
        (5, cards(8, 8, 8, 7, 1), "two cards at most are equal, and no other two with them"),
        (5, cards(8, 8, 7, 6, 11), "the card of 小雯 must be 1 to 10, not 11"),
        (5, cards(8, 8, 7, 6, 1) | {"order": [1, 0, 3, 2, 4]},
         "the order does not agree with the cards; they give Ben, Ann, Cleo, Mei-Ling, 小雯"),
        (3, cards(8, 7, 6) | {"order": [1, 0, 2]}, "the order does not agree with the cards; they give Ann, Ben, Cleo"),
        (3, cards(8, 7, 6) | {"order": [0, 1]}, "the order must have 3 items, not 2"),
        (3, cards(8, 7, 6) | {"order": [0, 1, 1]}, "the order must name everybody once; Cleo is missing"),
        (3, cards(8, 7, 6) | {"order": None}, "the order must be a list, not null"),
        (3, cards(8, 7, 6) | {"order": [0, True, 2]}, "a seat in the order must be a whole number, not true"),
    ],
)  # fmt: skip
def test_cards_that_are_none(players: int, entry: Any, sentence: str) -> None:
    assert fault(players, [SETUP, entry]) == (2, sentence)
    assert fault(players, [entry], board=False) == (1, sentence)


@each_row(
    ("steps", "sentence"),
    [
        ({}, "the turn must be a list, not {}"),
        (["place"], "a step of a turn is an object with one of place, sell, noble, hazard, draw, not \"place\""),
        ([{}], "a step of a turn is an object with one of place, sell, noble, hazard, draw, not {}"),
        ([{"place": "lake"}], 'a step lacks the key "at"'),
        ([{"place": "swamp", "at": [3, 3]}],
         'the tile must be one of "field", "pasture", "lake", "forest", "vineyard", "farm", "castle", "monastery", '
         'not "swamp"'),
        ([{"place": ["lake"], "at": [3, 3]}],
         'the tile must be one of "field", "pasture", "lake", "forest", "vineyard", "farm", "castle", "monastery", '
         'not ["lake"]'),
        ([{"place": "lake", "at": [3, 3], "occupy": False}], 'a step has an unknown key "occupy"'),
        ([{"place": "lake", "at": [3, 3], "value": True}],
         "the value of a fertile land must be one of 2, 3, not true"),
        ([{"place": "farm", "at": [3, 3], "value": 2}],
         "only a fertile land is told with a value, not a building (farm)"),
        ([{"place": "farm", "at": [3, 3], "occupy": 1}], "occupy must be true or false, not 1"),
        ([{"place": "farm", "at": [3, 3], "sell": [1, 1]}], 'a step has an unknown key "sell"'),
        ([{"hazard": "fire", "at": [1, 1]}],
         'the hazard must be one of "poison", "rats", "locusts", "ruin", not "fire"'),
        ([{"draw": True}], "the seat to draw from must be a whole number, not true"),
        ([{"sell": [10**30, 1]}], f"the space [1{'0' * 30}, 1] is not on the board of 8 rows and 9 columns"),
    ],
)  # fmt: skip
def test_steps_that_are_none(steps: Any, sentence: str) -> None:
    assert fault(3, [SETUP, cards(8, 7, 6), {"seat": 0, "turn": steps}]) == (3, sentence)


def test_seats_that_are_none() -> None:
    for seat in (3, -1, True, "0", None, 0.0):
        assert fault(3, [SETUP, cards(8, 7, 6), {"seat": seat, "turn": []}])[1].startswith("seat must be")
        assert fault(3, [{"seat": seat, "fee": "farm"}], board=False)[1].startswith("seat must be")


FARM = {"building": "farm", "ruin": False, "noble": None, "lands": [{"land": "field", "tiles": [1, 3], "rats": False}]}


def sale(**changes: Any) -> dict[str, Any]:
    return {"seat": 0, "sale": FARM | changes}


def field(*tiles: Any, rats: Any = False, land: Any = "field") -> dict[str, Any]:
    return {"land": land, "tiles": list(tiles), "rats": rats}


@each_row(
    ("entry", "sentence"),
    [
        (sale(), None),
        (sale(lands=[]), None),
        (sale(lands=[field()]), None),
        (sale(noble=0), "a noble never stands on a building of its own player"),
        (sale(noble=3), "the seat of the noble must be 0 to 2, not 3"),
        (sale(noble=True), "the seat of the noble must be a whole number, not true"),
        (sale(ruin=0), "ruin must be true or false, not 0"),
        (sale(building="field"), 'the building must be one of "farm", "castle", "monastery", not "field"'),
        (sale(lands=None), "the lands must be a list, not null"),
        (sale(lands=[field(land="lake")]),
         "lake has not the colour of the building (farm), so it does not count there"),
        (sale(lands=[field(4)]), "the value of a tile must be 1 to 3, not 4"),
        (sale(lands=[field(0)]), "the value of a tile must be 1 to 3, not 0"),
        (sale(lands=[field(1.0)]), "the value of a tile must be a whole number, not 1.0"),
        (sale(lands=[field(1, rats=None)]), "rats must be true or false, not null"),
        (sale(lands=[field(1)] * 4), None),
        (sale(lands=[field(1)] * 5), "a building has four sides, so at most four lands touch it, not 5"),
        (sale(lands=[field(1, rats=True)] * 2), "the rats lie on one land at most"),
        (sale(lands=[field(*[1] * 6), field(*[1] * 6, land="pasture")]), None),
        (sale(lands=[field(*[1] * 4), field(*[1] * 3)]),
         "the game has 6 tiles of this kind (field), and all of them are used"),
        (sale(lands=[field(*[2] * 10)]), None),
        (sale(lands=[field(*[2] * 11)]), "the game has 10 tiles of this kind (fertile land), and all of them are used"),
        (sale(price=3), 'the sale has an unknown key "price"'),
        ({"seat": 0, "sale": {"building": "farm"}}, 'the sale lacks the key "ruin"'),
        ({"seat": 0, "fee": "farm"},
         "Ann cannot pay 2 for occupying this building (farm) with a squire just freed: 0 is all there is"),
        ({"seat": 0, "fee": "lake"}, 'fee must be one of "farm", "castle", "monastery", not "lake"'),
        ({"seat": 0, "fee": "farm", "sale": FARM}, 'the entry has an unknown key "fee"'),
        ({"tax": []}, "tax must have 3 items, not 0"),
        ({"tax": [{"squires": 4, "nobles": 0}] * 3}, "squires must be 0 to 3, not 4"),
        ({"tax": [{"squires": 3, "nobles": 2}] * 3}, "nobles must be 0 to 1, not 2"),
        ({"tax": [{"squires": 3}] * 3}, 'the tax of a seat lacks the key "nobles"'),
        ({"tax": [{"squires": True, "nobles": 0}] * 3}, "squires must be a whole number, not true"),
        (SETUP, "this table tells no board: an entry is a sale, a fee, cards or a tax"),
        (turn(0), "this table tells no board: an entry is a sale, a fee, cards or a tax"),
        ({}, 'the entry lacks the key "seat"'),
        ([], "the entry must be an object, not []"),
        ({"seat": 0}, 'the entry lacks the key "sale"'),
    ],
)  # fmt: skip
def test_entries_without_a_board(entry: Any, sentence: str | None) -> None:
    if sentence is None:
        result(head(3, board=False) | {"entries": [entry]})
    else:
        assert fault(3, [entry], board=False) == (1, sentence)


def test_without_a_board_the_tiles_add_up() -> None:
    assert fault(3, [sale(lands=[])] * 9, board=False) == (
        9,
        "the game has 8 tiles of this kind (farm), and all of them are used",
    )
    fertile = sale(lands=[field(*[3] * 6)])
    assert fault(3, [fertile, fertile], board=False)[0] == 2
    result(head(3, board=False) | {"entries": [sale(lands=[field(*[1] * 6)])] * 8})
    fee = {"seat": 0, "fee": "monastery"}
    assert fault(3, [fee] * 7, board=False, money=99)[0] == 7


def test_cards_come_first_in_a_round_and_once() -> None:
    tax = {"tax": [{"squires": 0, "nobles": 0}] * 3}
    entry = cards(8, 7, 6)
    late = "cards come first in a round and once; round 1 has begun"
    assert fault(3, [entry, entry], board=False) == (2, late)
    assert fault(3, [sale(), entry], board=False) == (2, late)
    assert not result(head(3, board=False) | {"entries": [entry, sale(), tax, entry, tax, tax]})["finished"]


@each_row(
    ("options", "sentence"),
    [
        ({"rows": 8, "columns": 8}, "the board has 8 rows and 9 columns, or 9 rows and 8 columns, but not 8 and 8"),
        ({"rows": 9}, "the board has 8 rows and 9 columns, or 9 rows and 8 columns, but not 9 and 9"),
        ({"rows": 7}, "the option rows must be one of 8, 9, not 7"),
        ({"columns": 9.0}, "the option columns must be one of 9, 8, not 9.0"),
        ({"money": -1}, "nobody starts with less than 0 coins, so not with -1"),
        ({"money": True}, "the option money must be a whole number, not true"),
        ({"board": 1}, "the option board must be true or false, not 1"),
        ({"noble_limit": 7}, 'the option noble_limit must be one of "over-7", "from-7", not 7'),
        ({"sold_building": "burns"}, 'the option sold_building must be one of "stays", "leaves", not "burns"'),
        ({"start": 0}, 'options has an unknown key "start"'),
    ],
)
def test_options_that_are_none(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SheetError) as caught:
        result(head(3) | {"options": options})
    assert (caught.value.entry, caught.value.text()) == (None, sentence)


def test_money_at_the_start_is_no_points() -> None:
    made = result(head(3, money=12) | {"entries": [SETUP, *ROUND]})
    assert made["totals"] == [12, 12, 12] and {tuple(entry["points"]) for entry in made["entries"]} == {(0, 0, 0)}


def test_an_order_may_stand_where_none_is_needed() -> None:
    assert turn_order(3, [8, 7, 6], [0, 1, 2]) == turn_order(3, [8, 7, 6])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.integers() | st.floats(allow_nan=False)
    | st.sampled_from(["farm", "lake", "rats", "field", "end", ""]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(
        st.sampled_from(["seat", "turn", "place", "at", "occupy", "value", "sell", "noble", "hazard", "draw", "cards",
                         "order", "setup", "tile", "sale", "fee", "tax", "building", "lands", "ruin", "x"]), inner
    ),
    max_leaves=14,
)  # fmt: skip
SPACE = st.lists(st.integers(0, 9), min_size=2, max_size=2)
STEP = (
    st.fixed_dictionaries({"place": st.sampled_from(["farm", "lake", "castle"]), "at": SPACE | JUNK},
                          optional={"occupy": st.booleans() | JUNK, "value": st.integers(1, 4) | JUNK})
    | st.fixed_dictionaries({"sell": SPACE | JUNK})
    | st.fixed_dictionaries({"noble": SPACE | JUNK})
    | st.fixed_dictionaries({"hazard": st.sampled_from(["rats", "ruin"]) | JUNK, "at": SPACE | JUNK})
    | st.fixed_dictionaries({"draw": st.integers(-1, 5) | JUNK})
    | JUNK
)  # fmt: skip
NEAR = st.fixed_dictionaries({"seat": st.integers(0, 4), "turn": st.lists(STEP, max_size=4)}) | st.fixed_dictionaries(
    {"cards": st.lists(st.integers(0, 11) | JUNK, max_size=5)}, optional={"order": st.lists(st.integers(0, 5)) | JUNK}
)


@given(sheets(most=25), JUNK | NEAR, st.booleans())
def test_any_junk_is_played_or_refused_with_a_sentence(sheet: dict[str, Any], junk: Any, as_options: bool) -> None:
    value = sheet | ({"options": junk} if as_options else {"entries": [*sheet["entries"], junk]})
    before = copy.deepcopy(value)
    try:
        parse(json.dumps(result(value)))
    except SheetError as error:
        assert error.text().strip() and "\n" not in error.text() and "{" not in error.text().split("not ")[0]
    assert value == before


@each_row("at", [[1, 10], [8, 10], [10, 1], [0, 1]])
def test_the_board_of_a_question_ends_where_the_board_does(at: list[int]) -> None:
    with pytest.raises(RuleError, match="is not on the board of 8 rows and 9 columns"):
        read_board([{"tile": "farm", "at": at}])
    with pytest.raises(RuleError, match="is not on the board of 9 rows and 8 columns"):
        read_board([{"tile": "farm", "at": [9, 1]}, {"tile": "farm", "at": [1, 9]}])
    assert read_board([{"tile": "farm", "at": [9, 8]}]) and read_board([{"tile": "farm", "at": [8, 9]}])


@each_row(
    "step",
    [
        {"place": "castle", "at": [1, 3]}, {"sell": [1, 3]}, {"noble": [1, 3]}, {"hazard": "rats", "at": [1, 1]},
        {"draw": 1},
    ],
)  # fmt: skip
def test_a_step_has_no_further_key(step: dict[str, Any]) -> None:
    entries = [SETUP, cards(8, 7, 6), turn(0, {**step, "x": 1})]
    assert fault(3, entries) == (3, 'a step has an unknown key "x"')


def test_of_two_equal_cards_the_one_named_goes_first() -> None:
    for two in itertools.combinations(range(5), 2):
        numbers = [7 if seat in two else 8 + sum(one not in two for one in range(seat)) for seat in range(5)]
        for first, other in (two, two[::-1]):
            seats = order_with(5, numbers, first)
            assert sorted(seats) == [*range(5)] and seats.index(other) == seats.index(first) + 1, (numbers, first)


def test_a_noble_on_an_estate_without_lands_gets_nothing() -> None:
    sale = {"building": "castle", "ruin": False, "noble": 1, "lands": []}
    scored = result(head(3, board=False) | {"entries": [{"seat": 0, "sale": sale}]})
    assert scored["totals"] == [3, 0, 0]
