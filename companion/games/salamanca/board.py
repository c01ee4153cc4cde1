"""The Salamanca board: the tiles and hazards on it, and the 8 by 9 spaces."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine import Message, Refusal, RuleError, entry_keys, items, one_of, raise_if, record, shown, strict
from companion.games.salamanca import rulebook
from companion.games.salamanca.tiles import HAZARD_NAMES, HAZARDS, KINDS, LIMITS, TILE_KEYS, TILE_NAMES, Tile, tile_of

Supply = tuple[int, ...]
"""The numbers of used tiles, in the order of `LIMITS`."""

NONE_USED: Supply = (0,) * len(LIMITS)


def read_hazard(value: Any) -> str:
    """Read the name of a hazard; raise `RuleError` if it is invalid."""
    return one_of(value, Message("the hazard"), HAZARDS)


def take(supply: Supply, tile: Tile) -> Supply:
    """Return the supply with one more tile used; raise `RuleError` if all are used (Salamanca, Components).

    >>> take(NONE_USED, tile_of("lake", value=3))
    (0, 0, 0, 0, 0, 1, 0, 0, 0)
    """
    slot = tile.slot
    name = TILE_KEYS[slot]
    if supply[slot] == LIMITS[name]:
        raise RuleError(all_used(name))
    return (*supply[:slot], supply[slot] + 1, *supply[slot + 1 :])


def all_used(name: str) -> Refusal:
    """Return the refusal for a stock of which all tiles are used."""
    return rulebook.ALL_USED.of(limit=LIMITS[name], tile=TILE_NAMES[name])


Space = tuple[int, int]
"""Row and column, both from 1."""

_SPACE = re.compile(r"([1-9])\.([1-9])", re.ASCII)


def space_in(text: str | None) -> Space | None:
    """Return the space of a field such as "3.4", None for any other text."""
    match = _SPACE.fullmatch(text or "")
    return (int(match[1]), int(match[2])) if match else None


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

    def hazard_at(self, place: int) -> str | None:
        """Return the hazard on a place, None without one."""
        return HAZARDS[self.hazards.index(place)] if place in self.hazards else None

    def kind(self, place: int) -> str:
        """Return the kind of the tile on a place that has one."""
        tile = self.cells[place]
        assert tile is not None
        return tile.kind

    def place(self, space: Sequence[int]) -> int:
        """Return the place of a space; raise `RuleError` if the space is not on the board."""
        row, column = space
        size = self.grid
        if 1 <= row <= size.rows and 1 <= column <= size.columns:
            return (row - 1) * size.columns + column - 1
        raise RuleError(rulebook.OFF_BOARD.of(space=shown(list(space)), rows=size.rows, columns=size.columns))

    def where(self, place: int) -> Message:
        """Return the row and column of a place in words."""
        return rulebook.space_name(self.grid.spaces[place])


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
    return rulebook.SPACE_TAKEN.of(space=board.where(place), tile=TILE_NAMES[tile.kind])


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
        return rulebook.NO_TILE.of(space=board.where(place))
    fault = rulebook.hazard_refusal(hazard, tile.kind, board.hazard_at(place))
    return fault and Refusal("{label}: {text}", rule=fault.rule, label=board.where(place), text=fault)


def read_space(board: Board, value: Any) -> int:
    """Read a space from an entry and return its place; raise `RuleError` if it is invalid."""
    return board.place(strict.space(value, Message("the space")))


def read_tile(value: Any) -> Tile:
    """Read the tile of an object with `tile` and, for a fertile land, `value`; raise `RuleError` if it is invalid."""
    return with_value(tile_of(one_of(value["tile"], Message("the tile"), KINDS)), value)


def with_value(tile: Tile, value: Any) -> Tile:
    """Return the fertile land of an object with `value`, else the tile; raise `RuleError` for a building with one."""
    if "value" not in value:
        return tile
    if tile.is_building:
        name = TILE_NAMES[tile.kind]
        raise RuleError("only a fertile land is told with a value, not a building ({tile})", tile=name)
    return tile_of(tile.kind, one_of(value["value"], Message("the value of a fertile land"), (2, 3)))


def read_board(value: Any) -> Board:
    """Read a board from objects with `tile`, `at` and optionally `value` and `hazard`; raise `RuleError`.

    The board has 9 rows if a tile is in row 9, else 9 columns.

    >>> read_board([{"tile": "farm", "at": [9, 1], "hazard": "ruin"}]).hazard_at(64)
    'ruin'
    """
    tiles = items(value, Message("the tiles"))
    for tile_value in tiles:
        entry_keys(tile_value, Message("the tile"), ("tile", "at"), ("value", "hazard"))
    is_high = any(type(tile["at"]) is list and tile["at"][:1] == [9] for tile in tiles)
    board = empty_board(9, 8) if is_high else empty_board()
    for tile_value in tiles:
        place = read_space(board, tile_value["at"])
        board = lay(board, read_tile(tile_value), place)
        if "hazard" in tile_value:
            hazard = read_hazard(tile_value["hazard"])
            if board.hazards[HAZARDS.index(hazard)] is not None:
                raise RuleError(rulebook.HAZARD_TWICE.of(hazard=HAZARD_NAMES[hazard]))
            board = put_hazard(board, hazard, place)
    return board
