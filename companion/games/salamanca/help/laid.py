"""Tiles on a board as codes in the address of a question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

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
_LAID = re.compile(r"([fplovFCM])([1-9])([1-9])([23]?)([prlu]?)", re.ASCII)


class Laid(NamedTuple):
    """A tile on a space, with the value of a fertile one and the hazard on it."""

    kind: str
    space: tuple[int, int]
    value: int | None = None
    hazard: str | None = None

    @property
    def is_building(self) -> bool:
        """Whether the tile is a building."""
        return self.kind in BUILDINGS

    def as_json(self) -> dict[str, Any]:
        """The tile as the question's JSON has it."""
        told: dict[str, Any] = {"tile": self.kind, "at": list(self.space)}
        told |= {} if self.value is None else {"value": self.value}
        return told if self.hazard is None else told | {"hazard": self.hazard}

    def __str__(self) -> str:
        row, column = self.space
        hazard = _HAZARD_OF[self.hazard] if self.hazard else ""
        return f"{_LETTER_OF[self.kind]}{row}{column}{self.value or ''}{hazard}"


def read_laid(text: str) -> Laid | None:
    """A tile as the address has it: letter, row, column, value, hazard; None where it is none.

    >>> read_laid("f232r")
    Laid(kind='field', space=(2, 3), value=2, hazard='rats')
    """
    found = _LAID.fullmatch(text)
    if found is None:
        return None
    kind, row, column, value, hazard = found.groups()
    return Laid(
        LETTERS[kind], (int(row), int(column)), int(value) if value else None, HAZARD_LETTERS.get(hazard)
    )  # fmt: skip


def read_all(texts: Iterable[str]) -> list[Laid]:
    """Parse the tiles of an address, one per space; invalid codes are ignored."""
    found = {laid.space: laid for text in texts if (laid := read_laid(text)) is not None}
    return list(found.values())


def laid_on(board: Board) -> list[Laid]:
    """Every tile of a session's board."""
    return [
        Laid(tile.kind, board.grid.spaces[place], tile.value if tile.is_fertile else None, board.hazard_at(place))
        for place, tile in enumerate(board.cells)
        if tile is not None
    ]


def around(board: Board, place: int) -> list[Laid]:
    """The tiles connected with an estate's building; only these are needed, which keeps addresses short."""
    reached, left = {place}, [place]
    while left:
        for near in board.grid.beside[left.pop()]:
            if board.cells[near] is not None and near not in reached:
                reached.add(near)
                left.append(near)
    spaces = {board.grid.spaces[one] for one in reached}
    return [laid for laid in laid_on(board) if laid.space in spaces]
