"""Salamanca: what an entry or an option cannot be, and what is said then."""

import itertools

from companion.games.salamanca.rules import order_with
from companion.scoring.scoresheet import result
from tests.games.salamanca.playing import head
from tests.games.salamanca.test_rules import SETUP, cards, turn
from tests.scoring.test_scoresheet import fault as fault_of
from tests.support.each_row import each_row


def fault(players, entries, board=True, **options):
    return fault_of(head(players, board, **options) | {"entries": entries})


LAKE = {"tile": "lake", "at": [1, 1]}


def lands(*tiles):
    return {"setup": [*[{"tile": "forest", "at": [8, column]} for column in range(1, 6 - len(tiles))], *tiles]}


@each_row(
    ("players", "entry", "sentence"),
    [
        (3, cards(8, 7), "the cards must have 3 items, not 2"),
        (3, cards(8, 7, 9), "the card of Cleo must be 1 to 8, not 9"),
        (3, cards(8, 7, True), "the card of Cleo must be a whole number, not true"),
        (3, cards(8, 7, 8), "Two players cannot both play 8"),
        (2, cards([8, 7], [6, 8]), "Two players cannot both play 8"),
        (2, cards([8, 7], [6, 5]) | {"order": [0, 1]}, 'the entry has an unknown key "order"'),
        (5, cards(8, 8, 7, 7, 1), "two cards at most are equal, and no other two with them"),
        (5, cards(8, 8, 7, 6, 1) | {"order": [1, 0, 3, 2, 4]},
         "the order does not agree with the cards; they give Ben, Ann, Cleo, Mei-Ling, 小雯"),
        (3, cards(8, 7, 6) | {"order": [1, 0, 2]}, "the order does not agree with the cards; they give Ann, Ben, Cleo"),
        (3, cards(8, 7, 6) | {"order": [0, 1, 1]}, "the order must name everybody once; Cleo is missing"),
        (3, cards(8, 7, 6) | {"order": [0, True, 2]}, "a seat in the order must be a whole number, not true"),
    ],
)  # fmt: skip
def test_cards_that_are_none(players, entry, sentence):
    assert fault(players, [SETUP, entry]) == (2, sentence)
    assert fault(players, [entry], board=False) == (1, sentence)


TOLD = [SETUP, cards(8, 7, 6)]


@each_row(
    ("before", "entry", "sentence"),
    [
        ([], turn(0), "the setup comes first: the five lands that lie on the board at the start"),
        ([], {"setup": []}, "the setup must have 5 items, not 0"),
        ([], {**lands(LAKE), "x": 1}, 'the entry has an unknown key "x"'),
        ([], lands({"tile": "castle", "at": [1, 1]}), "five lands lie on the board at the start, no building (castle)"),
        ([], lands(LAKE | {"value": 1}), "the value of a fertile land must be one of 2, 3, not 1"),
        ([], lands(LAKE | {"hazard": "rats"}), 'a land of the setup has an unknown key "hazard"'),
        ([], lands({"tile": "lake", "at": [True, 1]}), "a space is two whole numbers, not [true, 1]"),
        ([], lands({"tile": "lake", "at": [1, 10]}), "the space [1, 10] is not on the board of 8 rows and 9 columns"),
        ([], lands({"tile": "lake", "at": [1]}), "the space must have 2 items, not 1"),
        (TOLD, {"seat": 0, "turn": {}}, "the turn must be a list, not {}"),
        (TOLD, turn(0, {}), "a step of a turn is an object with one of place, sell, noble, hazard, draw, not {}"),
        (TOLD, turn(0, {"place": "swamp", "at": [3, 3]}),
         'the tile must be one of "field", "pasture", "lake", "forest", "vineyard", "farm", "castle", "monastery", '
         'not "swamp"'),
        (TOLD, turn(0, {"place": "lake", "at": [3, 3], "occupy": False}), 'a step has an unknown key "occupy"'),
        (TOLD, turn(0, {"place": "farm", "at": [3, 3], "value": 2}),
         "only a fertile land is told with a value, not a building (farm)"),
        (TOLD, turn(0, {"place": "farm", "at": [3, 3], "occupy": 1}), "occupy must be true or false, not 1"),
        (TOLD, turn(0, {"hazard": "fire", "at": [1, 1]}),
         'the hazard must be one of "poison", "rats", "locusts", "ruin", not "fire"'),
        (TOLD, turn(0, {"draw": 3}), "the seat to draw from must be 0 to 2, not 3"),
    ],
)  # fmt: skip
def test_setups_and_steps_that_are_none(before, entry, sentence):
    assert fault(3, [*before, entry]) == (len(before) + 1, sentence)


def test_seats_that_are_none():
    for seat in (3, -1, True, "0", None, 0.0):
        assert fault(3, [SETUP, cards(8, 7, 6), {"seat": seat, "turn": []}])[1].startswith("seat must be")
        assert fault(3, [{"seat": seat, "fee": "farm"}], board=False)[1].startswith("seat must be")


FARM = {"building": "farm", "ruin": False, "noble": None, "lands": [{"land": "field", "tiles": [1, 3], "rats": False}]}


def sale(**changes):
    return {"seat": 0, "sale": FARM | changes}


def field(*tiles, rats=False, land="field"):
    return {"land": land, "tiles": list(tiles), "rats": rats}


@each_row(
    ("entry", "sentence"),
    [
        (sale(), None),
        (sale(noble=0), "a noble never stands on a building of its own player"),
        (sale(noble=3), "the seat of the noble must be 0 to 2, not 3"),
        (sale(lands=[field(land="lake")]),
         "lake has not the colour of the building (farm), so it does not count there"),
        (sale(lands=[field(4)]), "the value of a tile must be 1 to 3, not 4"),
        (sale(lands=[field(1)] * 5), "a building has four sides, so at most four lands touch it, not 5"),
        (sale(lands=[field(1, rats=True)] * 2), "the rats lie on one land at most"),
        (sale(lands=[field(*[1] * 4), field(*[1] * 3)]),
         "the game has 6 tiles of this kind (field), and all of them are used"),
        (sale(lands=[field(*[2] * 11)]), "the game has 10 tiles of this kind (fertile land), and all of them are used"),
        (sale(price=3), 'the sale has an unknown key "price"'),
        ({"seat": 0, "fee": "farm"},
         "Ann cannot pay 2 for occupying this building (farm) with a squire just freed: 0 is all there is"),
        ({"tax": [{"squires": 4, "nobles": 0}] * 3}, "squires must be 0 to 3, not 4"),
        (SETUP, "this table tells no board: an entry is a sale, a fee, cards or a tax"),
    ],
)  # fmt: skip
def test_entries_without_a_board(entry, sentence):
    if sentence is None:
        result(head(3, board=False) | {"entries": [entry]})
    else:
        assert fault(3, [entry], board=False) == (1, sentence)


def test_without_a_board_the_tiles_add_up():
    assert fault(3, [sale(lands=[])] * 9, board=False) == (
        9,
        "the game has 8 tiles of this kind (farm), and all of them are used",
    )
    fertile = sale(lands=[field(*[3] * 6)])
    assert fault(3, [fertile, fertile], board=False)[0] == 2
    result(head(3, board=False) | {"entries": [sale(lands=[field(*[1] * 6)])] * 8})
    fee = {"seat": 0, "fee": "monastery"}
    assert fault(3, [fee] * 7, board=False, money=99)[0] == 7


def test_cards_come_first_in_a_round_and_once():
    tax = {"tax": [{"squires": 0, "nobles": 0}] * 3}
    entry = cards(8, 7, 6)
    late = "cards come first in a round and once; round 1 has begun"
    assert fault(3, [entry, entry], board=False) == (2, late)
    assert fault(3, [sale(), entry], board=False) == (2, late)
    assert not result(head(3, board=False) | {"entries": [entry, sale(), tax, entry, tax, tax]})["finished"]


def test_of_two_equal_cards_the_one_named_goes_first():
    for two in itertools.combinations(range(5), 2):
        numbers = [7 if seat in two else 8 + sum(one not in two for one in range(seat)) for seat in range(5)]
        for first, other in (two, two[::-1]):
            seats = order_with(5, numbers, first)
            assert sorted(seats) == [*range(5)] and seats.index(other) == seats.index(first) + 1, (numbers, first)
