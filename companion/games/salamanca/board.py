"""What lies on the Salamanca board: tiles on spaces of 8 by 9, and where the four hazards are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.game import Message, Refusal, RuleError, entry_keys, items, raise_if, record, shown
from companion.games.salamanca.refusals import HAZARD_TWICE, NO_TILE, OFF_BOARD, SPACE_TAKEN
from companion.games.salamanca.tiles import (
    HAZARD_NAMES,
    HAZARDS,
    NONE_USED,
    TILE_NAMES,
    Supply,
    Tile,
    hazard_refusal,
    read_fertile,
    read_hazard,
    read_kind,
    take,
    tile_of,
)

Space = tuple[int, int]
"""Row and column, both from 1."""

SIDES = (8, 9)
_AT, _TILES, _TILE = Message("the space"), Message("the tiles"), Message("the tile")


@dataclass(frozen=True, slots=True)
class Grid:
    """The spaces by their place, row after row: `beside` holds the places above, below, left and right of each."""

    rows: int
    columns: int
    spaces: tuple[Space, ...]
    beside: tuple[tuple[int, ...], ...]


@cache
def grid(rows: int, columns: int) -> Grid:
    """The grid of a board.

    >>> grid(8, 9).spaces[10], grid(8, 9).beside[0]
    ((2, 2), (1, 9))
    """
    spaces = tuple((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
    place = {space: index for index, space in enumerate(spaces)}
    beside = tuple(
        tuple(
            place[near] for near in ((row, column + 1), (row + 1, column), (row - 1, column), (row, column - 1))
            if near in place
        )
        for row, column in spaces
    )  # fmt: skip
    return Grid(rows, columns, spaces, beside)


@record
class Board:
    """Tiles by place, None where a space is free; the place of each hazard, None beside the board; the tiles used."""

    grid: Grid
    cells: tuple[Tile | None, ...]
    hazards: tuple[int | None, ...]
    used: Supply

    def tile(self, space: Space) -> Tile | None:
        """The tile on a space of this board."""
        return self.cells[self.place(space)]

    def hazard(self, space: Space) -> str | None:
        """The hazard on a space of this board."""
        return self.hazard_at(self.place(space))

    def hazard_at(self, place: int) -> str | None:
        """The hazard on a place, None where there is none."""
        return HAZARDS[self.hazards.index(place)] if place in self.hazards else None

    def place(self, space: Space) -> int:
        """The place of a space, or `RuleError` where it is not on the board."""
        row, column = space
        size = self.grid
        if 1 <= row <= size.rows and 1 <= column <= size.columns:
            return (row - 1) * size.columns + column - 1
        raise RuleError(OFF_BOARD.of(space=shown(list(space)), rows=size.rows, columns=size.columns))

    def where(self, place: int) -> Message:
        """A place in words, by row and column."""
        row, column = self.grid.spaces[place]
        return Message("row {row}, column {column}", row=row, column=column)


def empty_board(rows: int = 8, columns: int = 9) -> Board:
    """The board before the first tile."""
    return Board(grid(rows, columns), (None,) * (rows * columns), (None,) * len(HAZARDS), NONE_USED)


def lay(board: Board, tile: Tile, place: int) -> Board:
    """Lay a tile on a free space, or `RuleError`."""
    raise_if(lay_refusal(board, place))
    used = take(board.used, tile)
    cells = board.cells
    return Board(board.grid, (*cells[:place], tile, *cells[place + 1 :]), board.hazards, used)


def lay_refusal(board: Board, place: int) -> Refusal | None:
    """Why no tile may lie on a place, or None where one may."""
    tile = board.cells[place]
    if tile is None:
        return None
    return SPACE_TAKEN.of(space=board.where(place), tile=TILE_NAMES[tile.kind])


def clear(board: Board, places: Iterable[int]) -> Board:
    """Take tiles off the board for good; hazards on them go back beside it."""
    cleared = set(places)
    if not cleared:
        return board
    cells = [None if place in cleared else tile for place, tile in enumerate(board.cells)]
    hazards = [None if place in cleared else place for place in board.hazards]
    return Board(board.grid, tuple(cells), tuple(hazards), board.used)


def put_hazard(board: Board, hazard: str, place: int) -> Board:
    """Move a hazard to a place from wherever it is, or `RuleError` (Salamanca, Hazards)."""
    raise_if(put_refusal(board, hazard, place))
    hazards = [place if name == hazard else there for name, there in zip(HAZARDS, board.hazards, strict=True)]
    return Board(board.grid, board.cells, tuple(hazards), board.used)


def put_refusal(board: Board, hazard: str, place: int) -> Refusal | None:
    """Why a hazard may not be moved to a place, or None where it may."""
    tile = board.cells[place]
    if tile is None:
        return NO_TILE.of(space=board.where(place))
    fault = hazard_refusal(hazard, tile.kind, board.hazard_at(place))
    return fault and Refusal("{space}: {reason}", rule=fault.rule, space=board.where(place), reason=fault)


def read_space(board: Board, value: Any) -> int:
    """The place of a space from an entry, or `RuleError`."""
    row, column = items(value, _AT, 2)
    if type(row) is not int or type(column) is not int:
        raise RuleError(Message("a space is two whole numbers, not {value}", value=shown(value)))
    return board.place((row, column))


def read_tile(value: Any) -> Tile:
    """The tile of an object with `tile` and, where it is fertile, `value`, or `RuleError`."""
    tile = tile_of(read_kind(value["tile"]))
    if "value" not in value:
        return tile
    if tile.is_building:
        raise RuleError(no_value(tile))
    return tile_of(tile.kind, read_fertile(value["value"]))


def no_value(tile: Tile) -> Message:
    """The fault of a building that is entered with a value."""
    return Message("only a fertile land is told with a value, not a building ({tile})", tile=TILE_NAMES[tile.kind])


def read_board(value: Any) -> Board:
    """A board from a list of objects with `tile`, `at` and, where they apply, `value` and `hazard`, or `RuleError`.

    Its side of 9 is the one that the tiles need, the columns where both will do.

    >>> read_board([{"tile": "farm", "at": [9, 1], "hazard": "ruin"}]).hazard((9, 1))
    'ruin'
    """
    tiles = items(value, _TILES)
    for one in tiles:
        entry_keys(one, _TILE, ("tile", "at"), ("value", "hazard"))
    is_high = any(type(one["at"]) is list and one["at"] and one["at"][0] == 9 for one in tiles)
    board = empty_board(*(reversed(SIDES) if is_high else SIDES))
    for one in tiles:
        place = read_space(board, one["at"])
        board = lay(board, read_tile(one), place)
        if "hazard" in one:
            board = _with_hazard(board, read_hazard(one["hazard"]), place)
    return board


def _with_hazard(board: Board, hazard: str, place: int) -> Board:
    if board.hazards[HAZARDS.index(hazard)] is not None:
        raise RuleError(HAZARD_TWICE.of(hazard=HAZARD_NAMES[hazard]))
    return put_hazard(board, hazard, place)
