"""Salamanca: every rule of a turn, kept once and broken once; whole games stand in tests/examples."""

from companion.scoring.scoresheet import SheetError, result
from tests.games.salamanca.playing import head
from tests.support.each_row import each_row

SETUP = {"setup": [{"tile": "field", "at": [1, 1]}, {"tile": "field", "at": [1, 2]}, {"tile": "lake", "at": [5, 5]},
                   {"tile": "vineyard", "at": [8, 8]}, {"tile": "pasture", "value": 2, "at": [2, 2]}]}  # fmt: skip


def place(tile, row, column, occupy=None, value=None):
    step = {"place": tile, "at": [row, column]}
    return step | ({} if occupy is None else {"occupy": occupy}) | ({} if value is None else {"value": value})


def sell(row, column):
    return {"sell": [row, column]}


def noble(row, column):
    return {"noble": [row, column]}


def hazard(name, row, column):
    return {"hazard": name, "at": [row, column]}


def turn(seat, *steps):
    return {"seat": seat, "turn": list(steps)}


def cards(*values):
    return {"cards": list(values)}


def why(*entries, players=3, **options):
    """What is wrong with the last entry, None where nothing is."""
    entries = (SETUP, *entries)
    try:
        result(head(players, **options) | {"entries": list(entries)})
    except SheetError as error:
        assert error.entry == len(entries), str(error)
        return error.text()
    return None


# Ann has a farm worth 2 + 2 + 2 = 6, Ben a castle worth 4, Cleo moves the rats away from both; last is Cleo.
ROUND = (
    cards(8, 7, 2),
    turn(0, place("farm", 2, 1, True)),
    turn(1, place("castle", 5, 4, True)),
    turn(2, hazard("rats", 8, 8)),
)


@each_row(
    ("entries", "fault"),
    [
        # the order of entries
        ((turn(0),), "the cards of round 1 come first"),
        ((SETUP,), "the setup is told already; the cards of round 1 come next"),
        ((cards(8, 7, 6), cards(8, 7, 6)), "the cards of round 1 are told; the turn of Ann comes next"),
        ((cards(8, 7, 6), turn(1)), "it is the turn of Ann, not of Ben"),
        # placing
        ((cards(8, 7, 6), turn(0, place("lake", 1, 1))), "row 1, column 1 is taken: a tile lies there (field)"),
        ((cards(8, 7, 6), turn(0, *[place("lake", 6, column) for column in range(1, 7)])),
         "the game has 6 tiles of this kind (lake), and all of them are used"),
        ((cards(8, 7, 6), turn(0, *[place("lake", 6, column, value=2) for column in range(1, 10)],
                               place("field", 7, 1, value=3))),
         "the game has 10 tiles of this kind (fertile land), and all of them are used"),
        ((cards(8, 7, 6), turn(0, *[place("monastery", 6, column) for column in range(1, 8)])),
         "the game has 6 tiles of this kind (monastery), and all of them are used"),
        # occupying
        ((cards(8, 7, 6), turn(0, *[place("farm", 6, column, True) for column in (1, 3, 5)])), None),
        ((cards(8, 7, 6), turn(0, *[place("farm", 6, column, True) for column in (1, 3, 5, 7)])),
         "Ann has no idle squire; sell a building first, and the new one (farm) costs 2"),
        # A, B and C in one turn
        ((*ROUND, cards(8, 7, 6), turn(0, noble(5, 4), place("lake", 7, 7))),
         "a turn cannot both place or sell and move the noble; one of the two"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("lake", 7, 7), noble(5, 4))),
         "a turn cannot both place or sell and move the noble; one of the two"),
        ((*ROUND, cards(8, 7, 6), turn(0), turn(1), turn(2, noble(5, 4), noble(2, 1))),
         "the noble moves once in a turn, and it has moved"),
        ((cards(4, 3, 2), turn(0, place("lake", 5, 6), hazard("ruin", 5, 6))),
         "only the last to act in a round may use a card's own action beside another"),
        ((cards(4, 3, 2), turn(0), turn(1, hazard("locusts", 1, 1), place("lake", 5, 6))),
         "only the last to act in a round may use a card's own action beside another"),
        ((cards(4, 3, 2), turn(0), turn(1, hazard("locusts", 1, 1)),
          turn(2, place("lake", 5, 6), hazard("rats", 5, 6), place("farm", 7, 7, True))), None),
        ((*ROUND, cards(3, 8, 7), turn(1), turn(2), turn(0, hazard("locusts", 1, 1), hazard("locusts", 1, 2))),
         "a card's own action is done once in a turn, and it is done"),
        # the card's own action
        ((cards(8, 7, 2), turn(0, hazard("rats", 1, 1))), "the card 8 has no action of its own"),
        ((cards(3, 2, 1), turn(0, hazard("rats", 1, 1))), "the card 3 is for locusts, not for rats"),
        ((cards(6, 2, 1), turn(0, {"draw": 0})), "a card is drawn from another player"),
        ((cards(4, 2, 1), turn(0, {"draw": 1})), "the card 4 is for ruin, not for swapping a card"),
        ((cards(3, 2, 1), turn(0, hazard("locusts", 5, 5))),
         "row 5, column 5: locusts lie on a field, a pasture or a forest, not here (lake)"),
        ((cards(3, 2, 1), turn(0, hazard("locusts", 6, 5))),
         "no tile lies on row 6, column 5; a hazard lies on a tile"),
        ((cards(4, 2, 1), turn(0, hazard("ruin", 5, 5))),
         "row 5, column 5: ruin lies on a building, not here (lake)"),
        ((cards(3, 2, 1), turn(0, hazard("locusts", 1, 1)), turn(1, hazard("rats", 1, 1))),
         "row 1, column 1: another hazard lies there (locusts); a space holds one at most"),
        ((*ROUND, cards(2, 3, 1), turn(1), turn(0, hazard("rats", 8, 8))),
         "row 8, column 8: this hazard lies there already (rats)"),
        ((*ROUND, cards(2, 3, 1), turn(1), turn(0, hazard("rats", 1, 1))), None),
        # the noble
        ((*ROUND, cards(8, 7, 6), turn(0, noble(2, 1))),
         "the building on row 2, column 1 (farm) is Ann's own; a noble stands with others"),
        ((*ROUND, cards(8, 7, 6), turn(0, noble(5, 4)), turn(1), turn(2, noble(5, 4))),
         "the noble of Ann stands on row 5, column 4 (castle); a building holds one"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("monastery", 7, 7)), turn(1, noble(7, 7))),
         "nobody occupies the building on row 7, column 7 (monastery), so no noble may stand there"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 1), place("pasture", 3, 3)), turn(1, noble(2, 1))), None),
        ((*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 1), place("field", 4, 1)), turn(1, noble(2, 1))),
         "the estate of row 2, column 1 (farm) is worth 8; a noble needs 7 or less"),
        # sales
        ((*ROUND, cards(8, 7, 6), turn(0, sell(2, 1))),
         "a turn that sells also places: place what lay on the display, or sell nothing"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("lake", 7, 7), sell(5, 4))),
         "Ben occupies the building on row 5, column 4 (castle), not Ann"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("farm", 7, 7), sell(7, 7))),
         "nobody occupies the building on row 7, column 7 (farm), so it cannot be sold"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("farm", 7, 7, True), sell(7, 7))),
         "Ann occupied the building on row 7, column 7 (farm) in this round; it can be sold from the next one on"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 1, value=3), sell(2, 1))),
         "the estate of row 2, column 1 (farm) counts the fertile tile on row 3, column 1 that Ann placed in this "
         "round; it can be sold from the next one on"),
        ((*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 3, value=3), sell(2, 1))), None),  # it does not touch
        ((*ROUND, cards(8, 7, 6), turn(0, sell(2, 1), place("field", 3, 1, value=3))), None),
        ((*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 1, value=3)), turn(1), turn(2), cards(8, 7, 6),
          turn(0, place("lake", 7, 7), sell(2, 1))), None),
        ((*ROUND, cards(7, 8, 6), turn(1, place("field", 3, 1, value=3)),
          turn(0, place("lake", 7, 7), sell(2, 1))), None),  # another seat's fertile tile
        ((*ROUND, cards(8, 7, 6), turn(0, sell(2, 1), place("lake", 7, 7), sell(2, 1))),
         "nobody occupies the building on row 2, column 1 (farm), so it cannot be sold"),
        ((*ROUND, cards(3, 8, 7), turn(1), turn(2),
          turn(0, place("field", 3, 1, value=3), hazard("locusts", 3, 1), sell(2, 1))), None),  # it does not count
    ],
)  # fmt: skip
def test_a_rule_of_a_turn_kept_or_broken(entries, fault):
    assert why(*entries) == fault


def test_the_noble_limit_may_begin_at_7():
    entries = (*ROUND, cards(8, 7, 6), turn(0, place("field", 3, 1)), turn(1, noble(2, 1)))
    assert why(*entries) is None
    fault = "the estate of row 2, column 1 (farm) is worth 7; at this table a noble needs 6 or less"
    assert why(*entries, noble_limit="from-7") == fault


def test_two_players_sell_nothing_that_their_first_turn_brought():
    table = (cards([8, 6], [7, 5]), turn(1), turn(0, place("castle", 4, 5, True)), turn(1))
    sale = turn(0, place("lake", 7, 7), sell(4, 5))
    assert "occupied the building on row 4, column 5" in (why(*table, sale, players=2) or "")
    later = (*table, turn(0), cards([8, 7], [4, 3]), turn(0, place("lake", 4, 4, value=2)))
    assert "counts the fertile tile on row 4, column 4" in (why(*later, sale, players=2) or "")
    assert why(*later, turn(0), turn(1), turn(1), cards([8, 7], [4, 3]), sale, players=2) is None


def test_a_fertile_tile_that_left_hinders_no_sale():
    """Ann's fertile field leaves with Ben's sale; the one that Ben lays there then is not hers."""
    early = (
        cards([8, 7], [6, 5]),
        turn(1),
        turn(0, place("farm", 2, 1, True)),
        turn(0),
        turn(1, place("farm", 3, 2, True)),
    )
    late = (*early, cards([8, 4], [7, 6]), turn(0, place("field", 3, 1, value=3)))
    sale = turn(0, place("lake", 7, 7), sell(2, 1))
    assert "counts the fertile tile on row 3, column 1" in (why(*late, turn(1), turn(1), sale, players=2) or "")
    swap = turn(1, sell(3, 2), place("field", 3, 1, value=2))
    assert why(*late, swap, turn(1), sale, players=2) is None
