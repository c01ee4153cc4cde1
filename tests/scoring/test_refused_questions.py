"""A question that cannot be is a sentence, for every game: whole questions of each kind with one thing wrong."""

from tests.support.asking import fault
from tests.support.each_row import each_row

COLOURS = ["red", "green", "blue", "orange", "yellow", "purple"]
BARE = [[None] * 5 for _ in range(5)]
ROW = [["blue", "yellow", "red", "black", "white"], *BARE[1:]]
FIVES = dict.fromkeys(COLOURS, 5)
AT_11, RATS = {"tile": "monastery", "at": [1, 1]}, {"tile": "lake", "at": [2, 1], "hazard": "rats"}
GOOD = {
    "5211/round": {"players": 2, "cards": [["G1", "G2", "Y3", "T6"], ["B1", "B2", "O3", "T5"]]},
    "5211/colours": {"players": 4, "counts": {"G": 8, "Y": 4, "O": 2, "B": 0, "T": 2}, "roosters": 0},
    "azul/tile": {"wall": BARE, "kind": "coloured", "row": 3, "colour": "red"},
    "azul/columns": {"wall": BARE, "row": 3, "colour": "red"},
    "azul/bonuses": {"wall": BARE},
    "azul/floor": {"floor": 3},
    "azul/audit": {"wall": ROW, "kind": "coloured"},
    "azul/ranking": {"totals": [3, 2, 1], "rows": [0, 0, 0]},
    "luz/trick": {"players": 4, "leader": 0, "cards": ["R4", "R3", "B3", "R2"]},
    "luz/follow": {"led": "R", "hand": ["R"]},
    "luz/bet": {"deal": 1, "beads": 3, "safety": True, "tricks": 3},
    "luz/ranking": {"totals": [3, 2, 1], "latest": [0, 0, 0], "holder": 0},
    "salamanca/estate": {"building": [1, 1], "tiles": [AT_11]},
    "salamanca/order": {"players": 5, "cards": [9, 9, 1, 2, 3]},
    "salamanca/hazard": {"hazard": "rats", "tile": "lake"},
    "salamanca/fee": {"building": "farm", "squire": "freed", "money": 2},
    "salamanca/sale": {"occupied_this_round": False, "fertile_this_round": False},
    "ingenious/placement": {"area": "white", "tiles": [], "place": {"tile": ["red", "blue"], "at": [[3, 1], [4, 1]]}},
    "ingenious/ranking": {"tracks": [FIVES, FIVES], "mode": "base"},
    "ingenious/swap": {"track": FIVES, "hand": []},
}


def wall(**tiles):
    """r2c3="red": an empty wall with these tiles."""
    made = [list(line) for line in BARE]
    for place, colour in tiles.items():
        made[int(place[1]) - 1][int(place[3]) - 1] = colour
    return made


def tile(first, second, *at):
    return {"tile": [first, second], "at": list(at)}


DOUBLES = [tile("red", "red", [q, 0], [q, 1]) for q in range(-3, 3)]


@each_row(
    ("key", "changes", "sentence"),
    [
        ("5211/round", {"players": 1}, "players must be 2 to 5, not 1"),
        ("5211/round", {"cards": [["G1", "G2", "Y3", "T7"], ["B1", "B2", "O3", "T5"]]},
         'seat 0 cannot have played "T7": a card is a colour (G, Y, O, B or T) and a number from 1 to 6'),
        ("5211/round", {"cards": [["G1", "G2", "Y3", "T6"], ["B1", "B2", "O3", "T6"]]},
         "this deck has 1 of teal 6; with this round 2 would be played"),
        ("5211/colours", {"players": 3}, "3 players play 12 cards in a round; the counts add up to 16"),
        ("5211/colours", {"counts": {"G": 8, "Y": 4, "O": 2, "B": -1, "T": 3}},
         "the count of dark blue must be 0 to 16, not -1"),
        # Five of the green ones at most, four yellow, two orange, two teal; twenty green ones are the whole colour.
        ("5211/colours", {"roosters": 14}, "roosters must be 0 to 13, not 14"),
        ("5211/colours", {"counts": {"G": 20, "Y": 0, "O": 0, "B": 0, "T": 0}, "roosters": 4, "players": 5},
         "roosters must be 5 to 5, not 4"),
        ("5211/colours", {"counts": dict.fromkeys("GYOBTX", 0)}, 'counts has an unknown key "X"'),
        ("azul/tile", {"wall": wall(r1c2="blue")},
         "on the coloured wall blue lies in column 1 of row 1, not in column 2"),
        ("azul/tile", {"wall": wall(r1c1="red", r1c4="red"), "kind": "grey", "column": 5},
         "row 1 has a red tile already"),
        ("azul/columns", {"wall": wall(r1c1="red", r4c1="red")}, "column 1 has a red tile already"),
        ("azul/columns", {"wall": BARE[:4]}, "the wall must have 5 items, not 4"),
        ("azul/bonuses", {"wall": [*BARE[:4], "white"]}, 'row 5 of the wall must be a list, not "white"'),
        ("azul/bonuses", {"wall": wall(r2c3="green")},
         'row 2, column 3 of the wall must be one of "blue", "yellow", "red", "black", "white", not "green"'),
        ("azul/tile", {"kind": "white"}, 'kind must be one of "coloured", "grey", not "white"'),
        ("azul/tile", {"row": 6}, "row must be 1 to 5, not 6"),
        ("azul/tile", {"colour": "green"},
         'colour must be one of "blue", "yellow", "red", "black", "white", not "green"'),
        ("azul/tile", {"column": 5}, "on the coloured wall the colour says in which column; column may not be named"),
        ("azul/tile", {"kind": "grey"}, "on the grey wall the column must be named"),
        ("azul/tile", {"kind": "grey", "column": 6}, "column must be 1 to 5, not 6"),
        ("azul/floor", {"floor": -1}, "floor must be 0 or more, not -1"),
        ("azul/floor", {"total": -1}, "total must be 0 or more, not -1"),
        ("azul/audit", {"rounds": 4}, "row 1 has 5 tiles, one a round at most; 4 rounds are not enough"),
        ("azul/audit", {"rounds": 1}, "row 1 has 5 tiles, one a round at most; 1 round is not enough"),
        ("azul/audit", {"rounds": 0}, "rounds must be 1 to 25, not 0"),
        ("azul/audit", {"wall": wall(r1c1="blue", r1c2="blue"), "kind": "grey"}, "row 1 has a blue tile already"),
        ("azul/ranking", {"totals": [1] * 6}, "the number of totals must be 2 to 4, not 6"),
        ("azul/ranking", {"totals": [1, 2, True]}, "totals of seat 2 must be a whole number, not true"),
        ("azul/ranking", {"rows": [1, -1, 0]}, "rows of seat 1 must be 0 or more, not -1"),
        ("luz/ranking", {"latest": [1, 2]}, "latest must have 3 items, not 2"),
        ("luz/ranking", {"holder": 3}, "holder must be 0 to 2, not 3"),
        ("luz/trick", {"players": 2}, "players must be 3 to 5, not 2"),
        ("luz/trick", {"leader": 4}, "leader must be 0 to 3, not 4"),
        ("luz/trick", {"cards": ["R4", "R3", "B3", "R4"]}, "red 4 stands twice in this trick"),
        ("luz/trick", {"cards": ["R1", "R2", "R3", "R4", "R5"]}, "a trick of 4 players has 4 cards, not 5"),
        *[("luz/trick", {"players": players, "cards": [card]},
           f"with {players} players a card is a suit (Y, R, G, B or P) and a number from 1 to {high}, not {told}")
          for players, high, card, told in ((3, 8, "P9", '"P9"'), (4, 10, "R11", '"R11"'), (5, 12, "P13", '"P13"'),
                                            (4, 10, "T4", '"T4"'), (4, 10, "R²", '"R\\u00b2"'))],
        ("luz/follow", {"led": "T"}, 'led must be one of "Y", "R", "G", "B", "P", not "T"'),
        ("luz/follow", {"hand": ["R", "T"]}, 'a suit must be one of "Y", "R", "G", "B", "P", not "T"'),
        ("luz/follow", {"hand": []}, "the number of cards in hand must be 1 to 10, not 0"),
        ("luz/bet", {"deal": 0}, "deal must be 1 to 4, not 0"),
        ("luz/bet", {"beads": 11}, "beads must be 0 to 10, not 11"),
        ("luz/bet", {"safety": 1}, "safety must be true or false, not 1"),
        ("luz/bet", {"tricks": 11}, "tricks must be 0 to 10, not 11"),
        ("salamanca/estate", {"building": [2, 2]}, "no building lies on row 2, column 2"),
        ("salamanca/estate", {"building": [9, 9]}, "not on the board"),
        ("salamanca/estate", {"tiles": [AT_11, {"tile": "lake", "at": [1, 10]}]}, "not on the board"),
        ("salamanca/estate", {"tiles": [AT_11 | {"value": 2}]}, "only a fertile land"),
        ("salamanca/estate", {"tiles": [AT_11 | {"hazard": "rats"}]}, "rats lie on a land"),
        ("salamanca/estate", {"tiles": [AT_11, RATS, RATS | {"at": [2, 2]}]}, "stands twice"),
        ("salamanca/estate", {"tiles": [AT_11 | {"at": [1, column]} for column in range(1, 8)]},
         "6 tiles of this kind"),
        ("salamanca/order", {"players": 4, "cards": [8, 8, 1, 2]}, "cannot both play 8"),
        ("salamanca/order", {"players": 2, "cards": [[1, 2], [3, 4]], "order": [0, 1]}, "no order"),
        ("salamanca/order", {"order": [2, 0, 1, 3, 4]}, "does not agree"),
        ("salamanca/hazard", {"hazard_there": "ruin"}, "this cannot be"),
        ("salamanca/fee", {"building": "lake"},
         'the building must be one of "farm", "castle", "monastery", not "lake"'),
        ("salamanca/fee", {"money": True}, "money must be a whole number, not true"),
        ("salamanca/sale", {"occupied_this_round": 1}, "occupied_this_round must be true or false, not 1"),
        ("ingenious/placement", {"area": "black"}, 'area must be one of "white", "grey", "all", not "black"'),
        ("ingenious/placement", {"symbols": COLOURS[:5]}, "symbols must have 6 items, not 5"),
        ("ingenious/placement", {"symbols": [*COLOURS[:5], "red"]}, "the board shows red once, not twice"),
        ("ingenious/placement", {"tiles": DOUBLES[:1] * 2}, "the space [-3, 0] is taken"),
        ("ingenious/placement", {"tiles": [tile("red", "blue", [4, 0], [5, 0])]},
         "the space [5, 0] has a printed symbol"),
        ("ingenious/placement", {"tiles": DOUBLES[:5], "place": DOUBLES[5]},
         "the game has 5 tiles of double red, and all of them lie there"),
        ("ingenious/placement", {"area": "grey", "place": tile("red", "red", [7, -7], [6, -6])},
         "the space [7, -7] is outside the area of this game"),
        ("ingenious/placement", {"place": tile("red", "blue", [0, 0], [0, 2])},
         "the spaces [0, 0] and [0, 2] are not side by side"),
        ("ingenious/placement", {"place": tile("red", "blue", [3, 1], [4, True])},
         "a space is two whole numbers, not [4, true]"),
        ("ingenious/placement", {"place": tile("red", "pink", [3, 1], [4, 1])},
         'the colour must be one of "red", "green", "blue", "orange", "yellow", "purple", not "pink"'),
        ("ingenious/ranking", {"mode": "team"}, 'mode must be one of "base", "duel", not "team"'),
        ("ingenious/ranking", {"tracks": [FIVES]}, "the number of tracks must be 2 to 4, not 1"),
        ("ingenious/ranking", {"mode": "duel"}, "tracks must have 1 items, not 2"),
        ("ingenious/ranking", {"tracks": [FIVES, {"red": 5}]}, 'the track of seat 1 lacks the key "green"'),
        ("ingenious/ranking", {"tracks": [FIVES, FIVES | {"red": 19}]}, "the red marker must be 0 to 18, not 19"),
        ("ingenious/ranking", {"mode": "duel", "tracks": [FIVES | {"blue": 10}]},
         "the blue marker must be −9 to 9, not 10"),
        ("ingenious/swap", {"track": FIVES | {"red": 37}}, "the red marker must be 0 to 36, not 37"),
        ("ingenious/swap", {"hand": [["red", "blue"]] * 7}, "the number of tiles in hand must be 0 to 6, not 7"),
        ("ingenious/swap", {"hand": [["red", "red"]] * 6}, "the game has 5 tiles of double red, not 6"),
    ],
)  # fmt: skip
def test_a_question_that_cannot_be_is_refused_with_its_reason(key, changes, sentence):
    told = fault(key, **(GOOD[key] | changes))
    assert told == sentence if key.split("/")[0] != "salamanca" else sentence in told
