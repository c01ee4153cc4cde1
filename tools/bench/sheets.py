"""Random games from a seed, as scoresheets for `companion score`."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.games.azul.slow import LETTERS, PRINTED
from tests.games.g5211.slow import ROUNDS_OF_A_DECK
from tests.games.g5211.strategies import DECK
from tests.games.ingenious.slow import BAG, Table
from tests.games.salamanca.playing import whole_game

Sheet = dict[str, Any]
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
_COLOURS = {letter: colour for colour, letter in LETTERS.items()}


def _sheet(game: str, entries: list[dict[str, Any]], **options: Any) -> Sheet:
    return {"format": 1, "game": game, "players": NAMES, "options": options, "entries": entries}


def luz(random: Random) -> Sheet:
    """Four deals with bets and totals."""
    return _sheet("luz", [_deal(random) for _ in range(4)])


def _deal(random: Random) -> dict[str, Any]:
    cuts = sorted(random.choices(range(11), k=3))
    tricks = [high - low for low, high in zip([0, *cuts], [*cuts, 10], strict=True)]
    return {"bets": [{"beads": random.randint(0, 6), "safety": random.random() < 0.4} for _ in NAMES], "tricks": tricks}


def g5211(random: Random) -> Sheet:
    """A deck of four players, dealt hand by hand."""
    deck = random.sample(DECK, len(DECK))
    hands = [deck[start : start + 4] for start in range(0, len(deck), 4)]
    rounds = [hands[4 * number : 4 * number + 4] for number in range(ROUNDS_OF_A_DECK[4])]
    return _sheet("5211", [{"cards": cards} for cards in rounds])


def azul(random: Random) -> Sheet:
    """A game of four on the coloured wall until somebody has a full row."""
    walls: list[set[tuple[int, int]]] = [set() for _ in NAMES]
    entries: list[dict[str, Any]] = []
    while not any(sum(row == place[0] for place in wall) == 5 for wall in walls for row in range(5)):
        entries.append({"tiling": [_tiled(random, wall) for wall in walls], "first": random.randrange(4)})
        entries[-1]["tiling"][entries[-1]["first"]]["floor"] = random.randint(1, 4)
    return _sheet("azul", entries)


def _tiled(random: Random, wall: set[tuple[int, int]]) -> dict[str, Any]:
    tiles = []
    for row in random.sample(range(5), random.randint(1, 4)):
        column = random.choice([column for column in range(5) if (row, column) not in wall])
        wall.add((row, column))
        tiles.append({"row": row + 1, "colour": _COLOURS[PRINTED[row][column]]})
    return {"tiles": tiles, "floor": random.randint(0, 3)}


def ingenious(random: Random) -> Sheet:
    """A game of four on the board until no tile has room."""
    table, entries = Table("base", 4), []
    sheet = _sheet("ingenious", entries, board=True)
    table.print_symbols(["red", "green", "blue", "orange", "yellow", "purple"])
    bag = random.sample(BAG, len(BAG))
    while not table.over and bag:
        tile, at = list(bag.pop()), random.choice(table.legal())
        entries.append({"seat": table.turn, "tile": tile, "at": [list(space) for space in at]})
        table.lay(tile, at)
    if not table.over:
        entries.append({"end": True})
    return sheet


def salamanca(random: Random) -> Sheet:
    """A game of four on the board over all its rounds."""
    return whole_game(random.randrange(10**6), 4)


def open_sheet(random: Random) -> Sheet:
    """Ten rounds of four on an open score sheet, with lines at the end."""
    lines = [{"name": name, "factor": factor} for name, factor in (("cards", 2), ("coins", 1), ("debts", -1))]
    rounds = [{"round": [random.randint(0, 40) for _ in NAMES]} for _ in range(10)]
    closing = {"lines": [[random.randint(0, 12) for _ in lines] for _ in NAMES]}
    return _sheet("open", [*rounds, closing], name="Harbour", rounds=10, lines=lines)


MAKERS: dict[str, Callable[[Random], Sheet]] = {
    "luz": luz,
    "5211": g5211,
    "azul": azul,
    "ingenious": ingenious,
    "salamanca": salamanca,
    "open": open_sheet,
}


def random_sheets(game: str, number: int) -> Iterator[Sheet]:
    """Yield so many different scoresheets of a game, always the same ones."""
    random = Random(f"{game} {number}")
    return (MAKERS[game](random) for _ in range(number))
