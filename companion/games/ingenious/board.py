"""The Ingenious board: its tiles, free spaces for further tiles, and the score of the halves of a tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Json, Message, Refusal, RuleError, items, raise_if, record, shown
from companion.games.ingenious.colours import COLOURS, PLACE_OF, Tile, copies, tile_name
from companion.games.ingenious.hexes import Area, Space, area
from companion.games.ingenious.refusals import ALL_LAID, APART, OUTSIDE, PRINTED, TAKEN

SpacePair = tuple[Space, Space]

_KINDS = {
    (first, second): min(PLACE_OF[first], PLACE_OF[second]) * 6 + max(PLACE_OF[first], PLACE_OF[second])
    for first in COLOURS
    for second in COLOURS
}
_AT, _SPACE = Message("at"), Message("a space")


@record
class Placed:
    """A tile on the board: its colours and, in the same order, their spaces."""

    tile: Tile
    at: SpacePair


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
    """The board of a table: the colour on each space of the area, or None, and the tiles in the order placed.

    `used` are the numbers of placed tiles of each kind, by `_KINDS`; `free_pair_count` is the number of pairs of
    adjacent free spaces.
    """

    area: str
    cells: tuple[str | None, ...]
    tiles: tuple[Placed, ...]
    used: tuple[int, ...]
    free_pair_count: int

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
    return Board(name, tuple(cells), (), (0,) * 36, board_area.free_pair_count)


def read_spots(value: Any) -> SpacePair:
    """Parse two spaces; raise `RuleError` if they are malformed. They may be outside the board."""
    first, second = items(value, _AT, 2)
    return _read_space(first), _read_space(second)


def _read_space(value: Any) -> Space:
    q, r = items(value, _SPACE, 2)
    if type(q) is not int or type(r) is not int:
        raise RuleError(Message("a space is two whole numbers, not {value}", value=shown(value)))
    return q, r


def lay(board: Board, tile: Tile, at: SpacePair) -> Board:
    """Return the board with a tile on two adjacent free spaces (Ingenious 1, Placing); raise `RuleError` otherwise."""
    board_area = area(board.area)
    first, second = _free_places(board, board_area, at)
    kind = _KINDS[tile]
    if board.used[kind] == copies(tile):
        raise RuleError(ALL_LAID.of(copies=copies(tile), tile=tile_name(tile)))
    used, cells, pairs = list(board.used), list(board.cells), board.free_pair_count
    used[kind] += 1
    for place, colour in ((first, tile[0]), (second, tile[1])):
        pairs -= board_area.beside[place](cells).count(None)
        cells[place] = colour
    return Board(board.area, tuple(cells), (*board.tiles, Placed(tile, at)), tuple(used), pairs)


def _free_places(board: Board, ground: Area, at: SpacePair) -> tuple[int, int]:
    first, second = ground.place.get(at[0]), ground.place.get(at[1])
    if first is None or second is None:
        raise RuleError(OUTSIDE.of(space=shown(at[0] if first is None else at[1])))
    if second not in ground.neighbours[first]:
        raise RuleError(APART.of(first=shown(at[0]), second=shown(at[1])))
    for place, space in ((first, at[0]), (second, at[1])):
        if board.cells[place] is not None:
            raise_if(_taken_refusal(ground, place, space))
    return first, second


def _taken_refusal(ground: Area, place: int, space: Space) -> Refusal:
    if place in ground.symbols:
        return PRINTED.of(space=shown(space))
    return TAKEN.of(space=shown(space))


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
    ground, cells = area(board.area), board.cells
    lines = []
    points = 0
    for direction, places, spaces in ground.rays[ground.place[at], ground.place[other]]:
        if cells[places[0]] != colour:
            continue
        length = 1
        while length < len(places) and cells[places[length]] == colour:
            length += 1
        points += length
        lines.append(BoardLine(direction, spaces[:length]))
    return Half(colour, points, tuple(lines))


def score_tile(board: Board, tile: Tile, at: SpacePair) -> tuple[Half, Half]:
    """Score the halves of a tile in the given order; the tile may or may not be on the board already.

    A space in line with both halves counts once for each.

    >>> board = lay(empty_board("white"), ("red", "blue"), ((3, 0), (4, 0)))
    >>> [half.points for half in score_tile(board, ("red", "blue"), ((3, 1), (4, 1)))]
    [1, 2]
    """
    first, second = at
    return score_half(board, tile[0], first, second), score_half(board, tile[1], second, first)
