"""Games by chance whose entries are tapped: a few entries, or a whole game."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.games.g5211.rules import COLOURS, COPIES
from companion.games.ingenious.tracks import TOP
from tests.browser.ingenious import short_game
from tests.games.salamanca.playing import whole_game

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "Eve"]
TILES = ("blue", "yellow", "red", "black", "white")


@dataclass(frozen=True)
class Game:
    """A table to be opened, and the entries to be tapped on it."""

    key: str
    names: list[str]
    entries: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def sheet(self):
        """The scoresheet from which the table is opened."""
        return {"format": 1, "game": self.key, "players": self.names, "options": self.options, "entries": []}


def luz(random, is_whole):
    entries = []
    for _ in range(4 if is_whole else 1):
        bets = [{"beads": random.randint(0, 6), "safety": random.random() < 0.3} for _ in range(3)]
        entries.append({"bets": bets, "winners": random.choices(range(3), k=10)})
    return Game("luz", NAMES[:3], entries)


def g5211(random, is_whole):
    """Five players deal a deck out in four rounds."""
    players, rounds = (5, 4) if is_whole else (2, 2)
    deck = [f"{colour}{value}" for value, count in COPIES.items() for colour in COLOURS for _ in range(count)]
    random.shuffle(deck)
    hands = iter([sorted(deck[place : place + 4], key=_in_the_file) for place in range(0, 4 * players * rounds, 4)])
    return Game("5211", NAMES[:players], [{"cards": [*islice(hands, players)]} for _ in range(rounds)])


def _in_the_file(card):
    return COLOURS.index(card[0]), card


def azul(random, is_whole):
    """Ann fills her first row in five rounds."""
    left = [{row: random.sample(TILES, 5) for row in range(1, 6)} for _ in range(2)]
    entries = []
    for _ in range(5 if is_whole else 2):
        rows = [[1, *random.sample([2, 3], 1)], random.sample([2, 3, 4], 2)]
        if not is_whole:
            rows[1] = random.sample(range(1, 6), 2)
        first, walls = random.randrange(2), []
        for seat in range(2):
            tiles = [{"row": row, "colour": left[seat][row].pop()} for row in sorted(rows[seat])]
            walls.append({"tiles": tiles, "floor": random.randint(2, 3) if seat == first else random.randint(0, 2)})
        entries.append({"tiling": walls, "first": first})
    return Game("azul", NAMES[:2], entries)


def ingenious_by_points(random, is_whole):
    """A seat whose marker comes to 18 has another turn, as the rules have it."""
    entries = []
    seat, owed, tracks = 0, 0, (Counter(), Counter())
    for number in range(40 if is_whole else 4):
        # Other colours than before: the same points from two phones are asked about.
        colours = (["red", "green"], ["blue", "yellow"])[number % 2]
        points = {colour: random.randint(1, 2) for colour in random.sample(colours, 2)}
        entries.append({"seat": seat, "points": [[*half] for half in points.items()]})
        ends = [tracks[seat][colour] < TOP <= tracks[seat][colour] + more for colour, more in points.items()]
        tracks[seat].update(points)
        owed = max(0, owed - 1) + sum(ends)
        seat = seat if owed else 1 - seat
    return Game("ingenious", NAMES[:2], entries)


def ingenious_on_the_board(random, is_whole):
    played = list(islice(short_game(random.randrange(20)), None if is_whole else 4))
    tiles = [{"seat": seat, "tile": tile, "at": [list(space) for space in at]} for seat, tile, at, *_ in played]
    return Game("ingenious", NAMES[:2], tiles, {"board": True})


def salamanca_on_the_board(random, is_whole):
    sheet = whole_game(random.randrange(1000), 2, rounds=None if is_whole else 1)
    entries = [_as_exported(entry) for entry in (sheet["entries"] if is_whole else sheet["entries"][:4])]
    return Game("salamanca", sheet["players"], entries, sheet["options"])


def _as_exported(entry):
    """Cards from the highest down, and no building that is said to stay empty."""
    if "cards" in entry:
        return {**entry, "cards": [sorted(cards, reverse=True) for cards in entry["cards"]]}
    steps = [{name: value for name, value in step.items() if value is not False} for step in entry.get("turn", ())]
    return {**entry, "turn": steps} if steps else dict(entry)


def salamanca_without_a_board(random, is_whole):
    """Sales alone, which need no change of the form: another game of it is in test_salamanca_game.py."""
    sale = {"building": "castle", "ruin": False, "noble": None}
    entries = []
    for number in range(3):
        land = {"land": random.choice(["lake", "forest"]), "tiles": random.choices((1, 2), k=2), "rats": False}
        entries.append({"seat": number, "sale": {**sale, "lands": [land]}})
    return Game("salamanca", NAMES[:3], entries)


def open_sheet(random, is_whole):
    rounds = 6 if is_whole else 2
    options = {"name": "Mini golf", "rounds": rounds}
    return Game(
        "open", NAMES[:2], [{"round": [random.randint(1, 99) for _ in range(2)]} for _ in range(rounds)], options
    )


GAMES = {
    "luz": luz,
    "5211": g5211,
    "azul": azul,
    "ingenious by points": ingenious_by_points,
    "ingenious on the board": ingenious_on_the_board,
    "salamanca on the board": salamanca_on_the_board,
    "salamanca without a board": salamanca_without_a_board,
    "open": open_sheet,
}
INTERVALS = (40, 80, 150, 300)


def cells(way):
    """Each game once, at another interval in each way to play it."""
    return [(game, INTERVALS[(way + place) % len(INTERVALS)]) for place, game in enumerate(GAMES)]
