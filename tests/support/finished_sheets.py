"""A finished scoresheet of each game for any number of players, with wide numbers in it."""

from companion.games import all_games

NAMES = ("Ann", "Ben", "Mei-Ling", "小雯", "Maximiliane", "Eve", "Gus", "Hua", "Ida", "Jo", "Kim", "Lea")
_END = {"end": True}
_HANDS = ("G6 G4 Y6 Y4", "G1 Y1 O1 B1", "T2 T3 B2 B3", "O2 O3 G2 G3", "Y2 Y3 T1 T4")


def finished_sheet(game, seats):
    """Return a scoresheet that is over, with each kind of row that the score pad has."""
    options = {"name": "Skat", "rounds": 3, "negative": True} if game == "open" else {}
    players = list(NAMES[:seats])
    return {"format": 1, "game": game, "players": players, "options": options, "entries": _ENTRIES[game](seats)}


def all_numbers_of_players():
    """Return each game with each number of players, from two on; of those above six 7, 9 and 12."""
    return [
        (key, seats) for key in _ENTRIES for seats in all_games()[key].seats if 1 < seats < 7 or seats in (7, 9, 12)
    ]


def _luz(seats):
    """Deals with bets that are missed by many beads."""
    bets = [{"beads": 0 if seat else 10, "safety": False} for seat in range(seats)]
    return [*[{"bets": bets, "tricks": [0, 10, *[0] * (seats - 2)]}] * 3, _END]


def _fifty(seats):
    return [{"cards": [hand.split() for hand in _HANDS[:seats]]}, _END]


def _azul(seats):
    """Five rounds to a whole row, with its bonus."""
    return [
        {"tiling": [{"tiles": [{"row": 1, "colour": colour}], "floor": seat} for seat in range(seats)]}
        for colour in ("blue", "yellow", "red", "black", "white")
    ]


def _ingenious(seats):
    """Tiles for six colours each, so that the lowest marker moves."""
    tiles = ((("red", 10), ("green", 12)), (("blue", 13), ("orange", 15)), (("yellow", 11), ("purple", 16)))
    return [{"seat": seat, "points": [list(half) for half in tile]} for tile in tiles for seat in range(seats)] + [_END]


def _salamanca(seats):
    lands = [
        {"land": "vineyard", "tiles": [1, 1, 3, 3], "rats": False},
        {"land": "vineyard", "tiles": [], "rats": False},
    ]
    sale = {"building": "monastery", "ruin": False, "noble": None, "lands": lands}
    cards = {"cards": [[8, 5], [7, 4]] if seats == 2 else [8, 7, 6, 5, 4][:seats]}
    return [cards, {"seat": 0, "sale": sale}, {"seat": 0, "fee": "castle"}, _END]


def _open(seats):
    return [{"round": [sign * (120 + 7 * seat) for seat in range(seats)]} for sign in (1, -1, 1)]


_ENTRIES = {"azul": _azul, "5211": _fifty, "ingenious": _ingenious, "luz": _luz, "open": _open, "salamanca": _salamanca}
