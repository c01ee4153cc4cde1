"""The Ingenious board: its tiles, free spaces for further tiles, and the score of the halves of a tile."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine import Json, Message, RuleError, items, joined, one_of, raise_if, record, shown, strict
from companion.games.ingenious.rulebook import ALL_LAID, APART, COLOUR_NAMES, OUTSIDE, PRINTED, TAKEN

COLOURS = ("red", "green", "blue", "orange", "yellow", "purple")
ROTATIONS = tuple(COLOURS[turn:] + COLOURS[:turn] for turn in range(6))
"""The symbols clockwise from the upper left, for each way to turn the board."""
PLACE_OF = {colour: place for place, colour in enumerate(COLOURS)}

Tile = tuple[str, str]


def copies(tile: Tile) -> int:
    """Return how many copies of a tile the game has: six with two colours, five doubles (Ingenious, Components).

    >>> copies(("red", "blue")), copies(("red", "red"))
    (6, 5)
    """
    return 5 if tile[0] == tile[1] else 6


def read_tile(value: Any) -> Tile:
    """Read the two colours of a tile; raise `RuleError` if they are invalid."""
    first, second = [one_of(colour, Message("the colour"), COLOURS) for colour in items(value, Message("tile"), 2)]
    return first, second


def read_symbols(value: Any, what: Message) -> tuple[str, ...]:
    """Read the six printed symbols, clockwise from the upper left; raise `RuleError` if one is repeated or invalid."""
    symbols = tuple(one_of(colour, what, COLOURS) for colour in items(value, what, len(COLOURS)))
    for index, colour in enumerate(symbols):
        if colour in symbols[:index]:
            raise RuleError("the board shows {colour} once, not twice", colour=COLOUR_NAMES[colour])
    return symbols


def tile_name(tile: Tile) -> Message:
    """Return the name of a tile.

    >>> str(tile_name(("red", "blue"))), str(tile_name(("red", "red")))
    ('red and blue', 'double red')
    """
    first, second = COLOUR_NAMES[tile[0]], COLOUR_NAMES[tile[1]]
    if tile[0] == tile[1]:
        return Message("double {colour}", colour=first)
    return Message("{first} and {second}", first=first, second=second)


def colour_names(colours: Iterable[str]) -> joined:
    """Return the names of several colours as one value of a message."""
    return joined([COLOUR_NAMES[colour] for colour in colours])


Space = tuple[int, int]

DIRECTIONS: tuple[Space, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RADIUS: Mapping[str, int] = {"white": 5, "grey": 6, "all": 7}
SYMBOL_SPACES: tuple[Space, ...] = ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))


@dataclass(frozen=True, slots=True)
class Area:
    """The spaces that a game uses, by their place in `spaces`.

    `neighbours` holds the places beside each place, `symbols` the places of the printed symbols.
    """

    spaces: tuple[Space, ...]
    place: Mapping[Space, int]
    neighbours: tuple[tuple[int, ...], ...]
    symbols: tuple[int, ...]


def distance(space: Space) -> int:
    """Return the number of spaces to the centre.

    >>> distance((0, 0)), distance((5, -5)), distance((2, 3))
    (0, 5, 5)
    """
    q, r = space
    return max(abs(q), abs(r), abs(q + r))


def neighbours(space: Space) -> tuple[Space, ...]:
    """Return the six spaces beside a space, on the board or not, in the order of `DIRECTIONS`."""
    q, r = space
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


@cache
def area(name: str) -> Area:
    """Return the area "white", "grey" (white and grey) or "all" (Ingenious 1, Placing).

    >>> [len(area(name).spaces) for name in ("white", "grey", "all")]
    [91, 127, 169]
    """
    radius = RADIUS[name]
    span = range(-radius, radius + 1)
    inside = [(q, r) for q in span for r in span if distance((q, r)) <= radius]
    spaces = tuple(sorted(inside, key=lambda space: (distance(space), space)))
    place = {space: index for index, space in enumerate(spaces)}
    beside = tuple(tuple(place[neighbour] for neighbour in neighbours(space) if neighbour in place) for space in spaces)
    symbols = tuple(place[space] for space in SYMBOL_SPACES)
    return Area(spaces, place, beside, symbols)


SpacePair = tuple[Space, Space]


@record
class Placed:
    """A tile on the board: its colours and, in the same order, their spaces."""

    tile: Tile
    at: SpacePair

    def as_json(self) -> Json:
        """The tile as an entry or a question holds it."""
        return {"tile": list(self.tile), "at": [list(space) for space in self.at]}


@record
class BoardLine:
    """Adjacent spaces with the same symbol that a half of a tile scores in one direction."""

    direction: Space
    spaces: tuple[Space, ...]

    def as_json(self) -> Json:
        """The line as plain JSON values, for the steps of a result."""
        return {"direction": list(self.direction), "spaces": list(map(list, self.spaces))}


@record
class Half:
    """The score of one half of a tile; `lines` is None without a board."""

    colour: str
    points: int
    lines: tuple[BoardLine, ...] | None


@record
class Board:
    """The board of a table: the colour on each space of the area, or None, and the tiles in the order placed."""

    area: str
    cells: tuple[str | None, ...]
    tiles: tuple[Placed, ...]

    def colour(self, space: Space) -> str | None:
        """Return the symbol on a space, printed or on a tile; None if it is free or outside the area."""
        place = area(self.area).place.get(space)
        return None if place is None else self.cells[place]


def empty_board(name: str, symbols: Sequence[str] = COLOURS) -> Board:
    """Return the board before the first tile; `symbols` are printed clockwise from the upper left."""
    board_area = area(name)
    cells: list[str | None] = [None] * len(board_area.spaces)
    for place, colour in zip(board_area.symbols, symbols, strict=True):
        cells[place] = colour
    return Board(name, tuple(cells), ())


def read_spots(value: Any) -> SpacePair:
    """Parse two spaces; raise `RuleError` if they are malformed. They may be outside the board."""
    first, second = [strict.space(space, Message("a space")) for space in items(value, Message("at"), 2)]
    return first, second


def lay(board: Board, tile: Tile, at: SpacePair) -> Board:
    """Return the board with a tile on two adjacent free spaces (Ingenious 1, Placing); raise `RuleError` otherwise."""
    first, second = _free_places(board, area(board.area), at)
    if not copies_left(board, tile):
        raise RuleError(ALL_LAID.of(copies=copies(tile), tile=tile_name(tile)))
    cells = list(board.cells)
    cells[first], cells[second] = tile
    return Board(board.area, tuple(cells), (*board.tiles, Placed(tile, at)))


def copies_left(board: Board, tile: Tile) -> int:
    """Return how many copies of a tile are not on the board."""
    ways = {tile, tile[::-1]}
    return copies(tile) - len([placed for placed in board.tiles if placed.tile in ways])


def _free_places(board: Board, ground: Area, at: SpacePair) -> tuple[int, int]:
    first, second = ground.place.get(at[0]), ground.place.get(at[1])
    if first is None or second is None:
        raise RuleError(OUTSIDE.of(space=shown(at[0] if first is None else at[1])))
    if second not in ground.neighbours[first]:
        raise RuleError(APART.of(first=shown(at[0]), second=shown(at[1])))
    for place, space in ((first, at[0]), (second, at[1])):
        if board.cells[place] is not None:
            raise_if((PRINTED if place in ground.symbols else TAKEN).of(space=shown(space)))
    return first, second


def free_pairs(board: Board) -> Iterator[SpacePair]:
    """Yield every pair of adjacent free spaces once."""
    ground = area(board.area)
    for place, colour in enumerate(board.cells):
        for neighbour in ground.neighbours[place] if colour is None else ():
            if neighbour > place and board.cells[neighbour] is None:
                yield ground.spaces[place], ground.spaces[neighbour]


def score_half(board: Board, colour: str, at: Space, other: Space) -> Half:
    """Score one half in all directions except that of its `other` half (Ingenious 2, Scoring).

    Each line runs from the half to the first space that is free or has another symbol; the half itself does not count.

    >>> board = lay(empty_board("white"), ("blue", "blue"), ((3, -1), (4, -1)))
    >>> score_half(board, "blue", (4, 0), (3, 0)).points   # (4, -1) and the printed blue at (5, 0)
    2
    """
    place, lines = area(board.area).place, []
    for dq, dr in DIRECTIONS:
        spaces, q, r = list[Space](), at[0] + dq, at[1] + dr
        while (q, r) != other and (q, r) in place and board.cells[place[q, r]] == colour:
            spaces.append((q, r))
            q, r = q + dq, r + dr
        if spaces:
            lines.append(BoardLine((dq, dr), tuple(spaces)))
    return Half(colour, sum([len(line.spaces) for line in lines]), tuple(lines))


def score_tile(board: Board, tile: Tile, at: SpacePair) -> tuple[Half, Half]:
    """Score the halves of a tile in the given order; the tile may or may not be on the board already.

    A space in line with both halves counts once for each.

    >>> board = lay(empty_board("white"), ("red", "blue"), ((3, 0), (4, 0)))
    >>> [half.points for half in score_tile(board, ("red", "blue"), ((3, 1), (4, 1)))]
    [1, 2]
    """
    first, second = at
    return score_half(board, tile[0], first, second), score_half(board, tile[1], second, first)
