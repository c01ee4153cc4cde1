"""Short codes for the tiles of a board in the address of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from companion.game import Json
from companion.games.salamanca.board import Board
from companion.games.salamanca.tiles import BUILDINGS

LETTERS: Mapping[str, str] = MappingProxyType(
    {
        "f": "field",
        "p": "pasture",
        "l": "lake",
        "o": "forest",
        "v": "vineyard",
        "F": "farm",
        "C": "castle",
        "M": "monastery",
    }
)
HAZARD_LETTERS: Mapping[str, str] = MappingProxyType({"p": "poison", "r": "rats", "l": "locusts", "u": "ruin"})
_LETTER_OF = {name: letter for letter, name in LETTERS.items()}
_HAZARD_OF = {name: letter for letter, name in HAZARD_LETTERS.items()}
_TILE = re.compile(r"([fplovFCM])([1-9])([1-9])([23]?)([prlu]?)", re.ASCII)


class BoardTile(NamedTuple):
    """A tile on a space, with the value of a fertile land and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

    @property
    def is_building(self) -> bool:
        """Whether the tile is a building."""
        return self.kind in BUILDINGS

    def as_json(self) -> Json:
        """Return the tile as in the question's JSON."""
        tile: Json = {"tile": self.kind, "at": list(self.space)}
        tile |= {} if self.value is None else {"value": self.value}
        return tile if self.hazard is None else tile | {"hazard": self.hazard}

    def __str__(self) -> str:
        row, column = self.space
        hazard = _HAZARD_OF[self.hazard] if self.hazard else ""
        return f"{_LETTER_OF[self.kind]}{row}{column}{self.value or ''}{hazard}"


def parse_tile(text: str) -> BoardTile | None:
    """Parse the code of a tile: letter, row, column, value, hazard; None if it is invalid.

    >>> parse_tile("f232r")
    BoardTile(kind='field', space=(2, 3), value=2, hazard='rats')
    """
    match = _TILE.fullmatch(text)
    if match is None:
        return None
    kind, row, column, value, hazard = match.groups()
    return BoardTile(
        LETTERS[kind], (int(row), int(column)), int(value) if value else None, HAZARD_LETTERS.get(hazard)
    )  # fmt: skip


def read_tiles(texts: Iterable[str]) -> list[BoardTile]:
    """Parse the tiles of an address, one per space; invalid codes are ignored."""
    tiles_by_space = {tile.space: tile for text in texts if (tile := parse_tile(text)) is not None}
    return list(tiles_by_space.values())


def tiles_on(board: Board) -> list[BoardTile]:
    """Return all tiles of a board."""
    return [
        BoardTile(tile.kind, board.grid.spaces[place], tile.value if tile.is_fertile else None, board.hazard_at(place))
        for place, tile in enumerate(board.cells)
        if tile is not None
    ]


def connected_tiles(board: Board, place: int) -> list[BoardTile]:
    """Return the tiles connected with an estate's building; leaving out the others keeps addresses short."""
    reached, queue = {place}, [place]
    while queue:
        for neighbour in board.grid.beside[queue.pop()]:
            if board.cells[neighbour] is not None and neighbour not in reached:
                reached.add(neighbour)
                queue.append(neighbour)
    spaces = {board.grid.spaces[place_reached] for place_reached in reached}
    return [tile for tile in tiles_on(board) if tile.space in spaces]
