"""Azul in few letters, for the tests: rounds, sheets, and states shortly before something happens."""

from dataclasses import replace

from companion.engine import Setup
from companion.games.azul import GAME
from companion.games.azul.rules import play, start
from companion.games.azul.walls import EMPTY
from tests.games.azul.strategies import NAMES

COLOURS = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white"}


def setup(seats=2, **options):
    return Setup(tuple(NAMES[:seats]), {option.key: option.default for option in GAME.options} | options)


def part(text="", floor=0):
    """ "1B 4W" on the coloured wall, "1B3 4W-" on the grey one: row, colour, and the column or none."""
    tiles = []
    for tile in text.split():
        tiles.append({"row": int(tile[0]), "colour": COLOURS[tile[1]]})
        if tile[2:]:
            tiles[-1]["column"] = None if tile[2:] == "-" else int(tile[2:])
    return {"tiles": tiles, "floor": floor}


def tiling(*parts, **more):
    return {"tiling": [*parts, *[part()] * (2 - len(parts))], **more}


def sheet(*entries, seats=2, **options):
    return {"format": 1, "game": "azul", "players": NAMES[:seats], "options": options, "entries": list(entries)}


def played(*entries, state=None, **options):
    state = state or start(setup(**options))
    steps = ()
    for entry in entries:
        state, steps = play(state, entry)
    return state, steps


def near_death(total=20):
    """Ann's row 5 has one space left, column 5, and red lies in that column."""
    rows = (("white", None, None, None, "red"), *EMPTY[1:4], ("blue", "yellow", "black", "white", None))
    return replace(start(setup(wall="grey")), walls=(rows, EMPTY), totals=(total, 0))


def almost(rows=1):
    """Ann lacks the last tile of each of the first rows."""
    full = [
        ("blue", "yellow", "red", "black"),
        ("white", "blue", "yellow", "red"),
        ("black", "white", "blue", "yellow"),
    ]
    walls = (tuple((*full[row], None) if row < rows else EMPTY[0] for row in range(5)), EMPTY)
    return replace(start(setup()), walls=walls, totals=(30, 30))
