"""The Salamanca board: tiles on 8 by 9 spaces, and the places of the four hazards."""

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
    """The spaces by place, row by row; `beside` holds the places above, below, left and right of each place."""

    rows: int
    columns: int
    spaces: tuple[Space, ...]
    beside: tuple[tuple[int, ...], ...]


@cache
def grid(rows: int, columns: int) -> Grid:
    """Return the grid of a board.

    >>> grid(8, 9).spaces[10], grid(8, 9).beside[0]
    ((2, 2), (1, 9))
    """
    spaces = tuple((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
    place = {space: index for index, space in enumerate(spaces)}
    beside = tuple(
        tuple(
            place[space]
            for space in ((row, column + 1), (row + 1, column), (row - 1, column), (row, column - 1))
            if space in place
        )
        for row, column in spaces
    )  # fmt: skip
    return Grid(rows, columns, spaces, beside)


@record
class Board:
    """The tiles by place, None for free spaces; the place of each hazard, None beside the board; the used tiles."""

    grid: Grid
    cells: tuple[Tile | None, ...]
    hazards: tuple[int | None, ...]
    used: Supply

    def tile(self, space: Space) -> Tile | None:
        """Return the tile on a space; raise `RuleError` if the space is not on the board."""
        return self.cells[self.place(space)]

    def hazard(self, space: Space) -> str | None:
        """Return the hazard on a space; raise `RuleError` if the space is not on the board."""
        return self.hazard_at(self.place(space))

    def hazard_at(self, place: int) -> str | None:
        """Return the hazard on a place, None without one."""
        return HAZARDS[self.hazards.index(place)] if place in self.hazards else None

    def place(self, space: Space) -> int:
        """Return the place of a space; raise `RuleError` if the space is not on the board."""
        row, column = space
        size = self.grid
        if 1 <= row <= size.rows and 1 <= column <= size.columns:
            return (row - 1) * size.columns + column - 1
        raise RuleError(OFF_BOARD.of(space=shown(list(space)), rows=size.rows, columns=size.columns))

    def where(self, place: int) -> Message:
        """Return the row and column of a place in words."""
        row, column = self.grid.spaces[place]
        return Message("row {row}, column {column}", row=row, column=column)


def empty_board(rows: int = 8, columns: int = 9) -> Board:
    """Return the board before the first tile."""
    return Board(grid(rows, columns), (None,) * (rows * columns), (None,) * len(HAZARDS), NONE_USED)


def lay(board: Board, tile: Tile, place: int) -> Board:
    """Return the board with a tile on a free space; raise `RuleError` if it may not be there (Salamanca, Action A)."""
    raise_if(lay_refusal(board, place))
    used = take(board.used, tile)
    cells = board.cells
    return Board(board.grid, (*cells[:place], tile, *cells[place + 1 :]), board.hazards, used)


def lay_refusal(board: Board, place: int) -> Refusal | None:
    """Return why no tile may be placed on a place, None if one may."""
    tile = board.cells[place]
    if tile is None:
        return None
    return SPACE_TAKEN.of(space=board.where(place), tile=TILE_NAMES[tile.kind])


def clear(board: Board, places: Iterable[int]) -> Board:
    """Return the board without the tiles on these places; hazards on them go back beside the board."""
    cleared = set(places)
    if not cleared:
        return board
    cells = [None if place in cleared else tile for place, tile in enumerate(board.cells)]
    hazards = [None if place in cleared else place for place in board.hazards]
    return Board(board.grid, tuple(cells), tuple(hazards), board.used)


def put_hazard(board: Board, hazard: str, place: int) -> Board:
    """Return the board with a hazard moved to a place; raise `RuleError` if it may not be there (Hazards)."""
    raise_if(put_refusal(board, hazard, place))
    hazards = [
        place if name == hazard else current_place for name, current_place in zip(HAZARDS, board.hazards, strict=True)
    ]
    return Board(board.grid, board.cells, tuple(hazards), board.used)


def put_refusal(board: Board, hazard: str, place: int) -> Refusal | None:
    """Return why a hazard may not be moved to a place, None if it may (Salamanca, Hazards)."""
    tile = board.cells[place]
    if tile is None:
        return NO_TILE.of(space=board.where(place))
    fault = hazard_refusal(hazard, tile.kind, board.hazard_at(place))
    return fault and Refusal("{space}: {reason}", rule=fault.rule, space=board.where(place), reason=fault)


def read_space(board: Board, value: Any) -> int:
    """Read a space from an entry and return its place; raise `RuleError` if it is invalid."""
    row, column = items(value, _AT, 2)
    if type(row) is not int or type(column) is not int:
        raise RuleError(Message("a space is two whole numbers, not {value}", value=shown(value)))
    return board.place((row, column))


def read_tile(value: Any) -> Tile:
    """Read the tile of an object with `tile` and, for a fertile land, `value`; raise `RuleError` if it is invalid."""
    tile = tile_of(read_kind(value["tile"]))
    if "value" not in value:
        return tile
    if tile.is_building:
        raise RuleError(no_value(tile))
    return tile_of(tile.kind, read_fertile(value["value"]))


def no_value(tile: Tile) -> Message:
    """Return the fault of a building that is entered with a value."""
    return Message("only a fertile land is told with a value, not a building ({tile})", tile=TILE_NAMES[tile.kind])


def read_board(value: Any) -> Board:
    """Read a board from objects with `tile`, `at` and optionally `value` and `hazard`; raise `RuleError`.

    The board has 9 rows if a tile is in row 9, else 9 columns.

    >>> read_board([{"tile": "farm", "at": [9, 1], "hazard": "ruin"}]).hazard((9, 1))
    'ruin'
    """
    tiles = items(value, _TILES)
    for tile_value in tiles:
        entry_keys(tile_value, _TILE, ("tile", "at"), ("value", "hazard"))
    is_high = any(
        type(tile_value["at"]) is list and tile_value["at"] and tile_value["at"][0] == 9 for tile_value in tiles
    )
    board = empty_board(*(reversed(SIDES) if is_high else SIDES))
    for tile_value in tiles:
        place = read_space(board, tile_value["at"])
        board = lay(board, read_tile(tile_value), place)
        if "hazard" in tile_value:
            board = _with_hazard(board, read_hazard(tile_value["hazard"]), place)
    return board


def _with_hazard(board: Board, hazard: str, place: int) -> Board:
    if board.hazards[HAZARDS.index(hazard)] is not None:
        raise RuleError(HAZARD_TWICE.of(hazard=HAZARD_NAMES[hazard]))
    return put_hazard(board, hazard, place)
