"""Ingenious a second time, slowly and in another way than the engine: tiles in a list, markers moved point by point."""

from dataclasses import dataclass, field
from itertools import pairwise

Space = tuple[int, int]
COLOURS = ["red", "green", "blue", "orange", "yellow", "purple"]
CORNERS = [(0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0)]
RADIUS = {"base2": 5, "base3": 6, "base4": 7, "solo1": 5, "team4": 7, "duel2": 5}
BAG = [
    (first, second)
    for index, first in enumerate(COLOURS)
    for second in COLOURS[index:]
    for _ in range(5 if first == second else 6)
]


def apart(one, other):
    """How many steps from one space to another: of the three coordinates' differences the largest."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(-q - r))


def in_line(one, other):
    return one != other and 0 in (one[0] - other[0], one[1] - other[1], sum(one) - sum(other))


def between(one, other):
    """The spaces from one to another that lies in line with it, both ends left out."""
    steps = apart(one, other)
    q, r = (other[0] - one[0]) // steps, (other[1] - one[1]) // steps
    return [(one[0] + q * step, one[1] + r * step) for step in range(1, steps)]


def count_half(lying, colour, at, other):
    """Go through all symbols on the board: each of the same colour counts that an unbroken line joins to the half."""
    return sum(
        all(lying.get(step) == colour for step in between(at, space))
        for space, symbol in lying.items()
        if symbol == colour and in_line(at, space) and space != other and other not in between(at, space)
    )


@dataclass
class Table:
    """A table as people see it."""

    mode: str
    seats: int
    turn: int = 0
    ruling: str = "apart"
    lying: dict[Space, str] = field(default_factory=dict)
    has_board: bool = False
    owed: int = 0
    done: list[int] = field(default_factory=list)
    swapped: bool = False
    over: bool = False
    tokens: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(COLOURS))
    tracks: list[dict[str, int]] = field(default_factory=list)

    def __post_init__(self):
        self.tracks = [dict.fromkeys(COLOURS, 0) for _ in range(self.seats)]
        radius = RADIUS[f"{self.mode}{self.seats}"]
        span = range(-radius, radius + 1)
        self.spaces = {(q, r) for q in span for r in span if apart((q, r), (0, 0)) <= radius}

    def print_symbols(self, symbols):
        self.has_board = True
        self.lying = dict(zip(CORNERS, symbols, strict=True))

    def free(self):
        """Every two neighbouring free spaces, each pair in one order."""
        open_spaces = sorted(self.spaces - set(self.lying))
        near = [(0, 1), (1, 0), (1, -1)]
        pairs = [((q, r), (q + dq, r + dr)) for q, r in open_spaces for dq, dr in near]
        return [pair for pair in pairs if pair[1] in self.spaces and pair[1] not in self.lying]

    def allowed(self, pair):
        """The first-turn rule: every seat's first tile."""
        if len(self.done) >= self.seats:
            return True
        tiles = [space for space in self.lying if space not in CORNERS]
        mine = [corner for corner in CORNERS if any(apart(corner, space) == 1 for space in pair)]
        if self.ruling == "apart":
            return bool(mine) and all(apart(tile, space) > 1 for tile in tiles for space in pair)
        return any(all(apart(tile, corner) > 1 for tile in tiles) for corner in mine)

    def legal(self):
        return [pair for pair in self.free() if self.allowed(pair)]

    def lay(self, tile, at):
        spots = [tuple(space) for space in at]
        points = [
            (tile[0], count_half(self.lying, tile[0], spots[0], spots[1])),
            (tile[1], count_half(self.lying, tile[1], spots[1], spots[0])),
        ]
        self.lying |= dict(zip(spots, tile, strict=True))
        self.score(points)
        if not self.free():
            self.over = True
        return points

    def score(self, points):
        self.swapped = False
        seat = self.turn
        self.owed = max(self.owed - 1, 0)
        for colour, number in points:
            for _ in self.run(seat, colour, number):
                self.owed += self.mode != "solo" and self.earns(seat, colour)
        if not self.owed:
            self.done.append(seat)
            self.turn = (seat + 1) % self.seats
        top = {"base": 18, "duel": 9}.get(self.mode, 36)
        self.over = self.over or all(value == top for value in self.tracks[seat].values())

    def run(self, seat, colour, number):
        """Move a marker point by point; the stops that it came to. At the left 18 a half's run is over."""
        stops = {"base": [18], "duel": [9]}.get(self.mode, [18, 36])
        came = []
        for _ in range(number):
            if self.tracks[seat][colour] == stops[-1]:
                break
            self.step(seat, colour)
            if self.tracks[seat][colour] in stops:
                came.append(self.tracks[seat][colour])
                break
        return came

    def step(self, seat, colour):
        self.tracks[seat][colour] += 1
        if self.mode == "team":
            self.tracks[(seat + 2) % 4][colour] += 1
        if self.mode == "duel":
            self.tracks[1 - seat][colour] -= 1

    def earns(self, seat, colour):
        if self.mode != "duel":
            return True
        before, self.tokens[colour] = self.tokens[colour], seat
        return before != seat

    def may_swap(self):
        """The seat that may swap now."""
        if self.mode == "solo" or self.over or self.owed or self.swapped or not self.done:
            return None
        last = self.done[-1]
        return None if self.mode == "duel" and 9 not in self.tracks[last].values() else last

    def totals(self):
        if self.mode == "duel":
            return [len([value for value in track.values() if value >= 1]) for track in self.tracks]
        return [sorted(track.values())[0] for track in self.tracks]

    def ranking(self):
        """Each seat's place is the number of seats that beat it."""
        beaten = [sum(self.beats(other, seat) for other in range(self.seats)) for seat in range(self.seats)]
        return [[seat for seat, by in enumerate(beaten) if by == place] for place in sorted(set(beaten))]

    def beats(self, one, other):
        if self.mode != "duel":
            return self.higher(sorted(self.tracks[one].values()), sorted(self.tracks[other].values()))
        sides = [sorted(value for value in self.tracks[seat].values() if value > 0) for seat in (one, other)]
        if len(sides[0]) != len(sides[1]):
            return len(sides[0]) > len(sides[1])
        return self.higher(*sides)

    @staticmethod
    def higher(ones, others):
        """Take away the lowest of each as long as they are equal."""
        while ones and ones[0] == others[0]:
            ones, others = ones[1:], others[1:]
        return bool(ones) and ones[0] > others[0]


def table_of(sheet):
    """The table before the first entry."""
    options, seats = sheet["options"], len(sheet["players"])
    mode = options.get("mode", "solo" if seats == 1 else "base")
    table = Table(mode, seats, options.get("start", 0), options.get("first_turn", "apart"))
    if options.get("board", False):
        table.print_symbols(options.get("symbols", COLOURS))
    return table


def enter(table, entry):
    if "end" in entry:
        table.over = True
    elif "swap" in entry:
        table.swapped = True
    elif "tile" in entry:
        table.lay(entry["tile"], entry["at"])
    else:
        table.score(entry["points"])


def changes(sheet):
    """Play a sheet; the table at its end and what each entry changed in the totals."""
    table = table_of(sheet)
    totals = [table.totals()]
    for entry in sheet["entries"]:
        enter(table, entry)
        totals.append(table.totals())
    return table, [[new - old for new, old in zip(after, before, strict=True)] for before, after in pairwise(totals)]
