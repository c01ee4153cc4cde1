"""Tiles on a board as codes in the address of a question."""

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
    """A tile on a space, with the value of a fertile one and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

    @property
    def is_building(self) -> bool:
        """Whether the tile is a building."""
        return self.kind in BUILDINGS

    def as_json(self) -> Json:
        """The tile as the question's JSON has it."""
        tile: Json = {"tile": self.kind, "at": list(self.space)}
        tile |= {} if self.value is None else {"value": self.value}
        return tile if self.hazard is None else tile | {"hazard": self.hazard}

    def __str__(self) -> str:
        row, column = self.space
        hazard = _HAZARD_OF[self.hazard] if self.hazard else ""
        return f"{_LETTER_OF[self.kind]}{row}{column}{self.value or ''}{hazard}"


def parse_tile(text: str) -> BoardTile | None:
    """A tile as the address has it: letter, row, column, value, hazard; None where it is none.

    >>> parse_tile("f232r")
    BoardTile(kind='field', space=(2, 3), value=2, hazard='rats')
    """
    found = _TILE.fullmatch(text)
    if found is None:
        return None
    kind, row, column, value, hazard = found.groups()
    return BoardTile(
        LETTERS[kind], (int(row), int(column)), int(value) if value else None, HAZARD_LETTERS.get(hazard)
    )  # fmt: skip


def read_tiles(texts: Iterable[str]) -> list[BoardTile]:
    """Parse the tiles of an address, one per space; invalid codes are ignored."""
    found = {tile.space: tile for text in texts if (tile := parse_tile(text)) is not None}
    return list(found.values())


def tiles_on(board: Board) -> list[BoardTile]:
    """Every tile of a session's board."""
    return [
        BoardTile(tile.kind, board.grid.spaces[place], tile.value if tile.is_fertile else None, board.hazard_at(place))
        for place, tile in enumerate(board.cells)
        if tile is not None
    ]


def connected_tiles(board: Board, place: int) -> list[BoardTile]:
    """The tiles connected with an estate's building; only these are needed, which keeps addresses short."""
    reached, left = {place}, [place]
    while left:
        for near in board.grid.beside[left.pop()]:
            if board.cells[near] is not None and near not in reached:
                reached.add(near)
                left.append(near)
    spaces = {board.grid.spaces[one] for one in reached}
    return [tile for tile in tiles_on(board) if tile.space in spaces]
