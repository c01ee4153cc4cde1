"""A slow reference implementation of Azul, independent of the engine: a wall is five strings of letters."""

from dataclasses import dataclass, field

LETTERS = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "white": "W"}
PRINTED = ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
NOTHING = "....."


def down(rows):
    """The columns as strings."""
    return ["".join(row[column] for row in rows) for column in range(5)]


def run(spaces, index):
    """The length of the stretch without a gap in which the tile at `index` stands."""
    marked = spaces[:index] + "@" + spaces[index + 1 :]
    return len(next(stretch for stretch in marked.split(".") if "@" in stretch))


def worth(rows, row, column):
    """The points of a tile, and its runs across and down, 0 for a run of one; from 0 at the top left."""
    across, below = run(rows[row], column), run(down(rows)[column], row)
    if across == below == 1:
        return 1, 0, 0
    if 1 in (across, below):
        return max(across, below), across if across > 1 else 0, below if below > 1 else 0
    return across + below, across, below


def open_in_grey(rows, row, letter):
    """The columns, from 0, that a colour may lie in."""
    if letter in rows[row]:
        return []
    return [column for column, tiles in enumerate(down(rows)) if tiles[row] == "." and letter not in tiles]


def complete(rows):
    """How many rows, columns and colours are complete."""
    every = "".join(rows)
    return (
        sum("." not in row for row in rows),
        sum("." not in column for column in down(rows)),
        sum(every.count(letter) == 5 for letter in LETTERS.values()),
    )


@dataclass
class Player:
    """One player's board after some rounds."""

    rows: list[str] = field(default_factory=lambda: [NOTHING] * 5)
    score: int = 0

    def tile(self, row, colour, column):
        """Place a tile (row and column from 0); return its points."""
        self.rows[row] = self.rows[row][:column] + LETTERS[colour] + self.rows[row][column + 1 :]
        return worth(self.rows, row, column)[0]

    def round(self, part):
        floor = ["tile"] * part["floor"]
        for number in (1, 2, 3, 4, 5):
            for tile in part["tiles"]:
                if tile["row"] != number:
                    continue
                printed = PRINTED[number - 1].index(LETTERS[tile["colour"]]) + 1
                column = tile.get("column", printed)
                if column is None:
                    floor += ["fallen"] * number
                else:
                    self.score += self.tile(number - 1, tile["colour"], column - 1)
        for _, cost in zip(floor, [1, 1, 2, 2, 2, 3, 3], strict=False):
            self.score = max(0, self.score - cost)


def count_game(seats, entries):
    """The players after the entries, and whether the game is over."""
    players = [Player() for _ in range(seats)]
    for entry in entries:
        if "end" in entry:
            return players, True
        for player, part in zip(players, entry["tiling"], strict=True):
            player.round(part)
        if any(complete(player.rows)[0] for player in players):
            for player in players:
                rows, columns, colours = complete(player.rows)
                player.score += 2 * rows + 7 * columns + 10 * colours
            return players, True
    return players, False


def places(players):
    """Seats by points and full rows: a seat's place is the number of seats that are better."""
    keys = [(player.score, complete(player.rows)[0]) for player in players]
    better = [sum(other > key for other in keys) for key in keys]
    return [[seat for seat in range(len(keys)) if better[seat] == place] for place in sorted(set(better))]
