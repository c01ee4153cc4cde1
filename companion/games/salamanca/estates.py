"""Lands and estates of Salamanca: which lands a building counts, what the hazards leave of them, what it is worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from companion.game import Json, Refusal, raise_if, record
from companion.games.salamanca.board import Board, Space
from companion.games.salamanca.refusals import LAND_THERE, NO_BUILDING
from companion.games.salamanca.tiles import BUILDING_VALUES, HAZARDS, TILE_NAMES

TAXED_FROM = 7
SQUIRE_TAX, NOBLE_TAX = 2, 1
NOBLE_LIMITS = ("over-7", "from-7")
_POISON, _RATS, _LOCUSTS, _RUIN = (HAZARDS.index(name) for name in ("poison", "rats", "locusts", "ruin"))


class Counted(NamedTuple):
    """A tile that counts, and its space; None without a board."""

    at: Space | None
    value: int


@record
class Land:
    """A land as an estate counts it: tiles under poison or locusts are `struck` and count nothing."""

    kind: str
    tiles: tuple[Counted, ...]
    struck: tuple[Space, ...]
    has_rats: bool
    value: int

    def as_json(self) -> Json:
        """The land as plain JSON values, for the steps of a result."""
        return {"land": self.kind, "tiles": [tile.value for tile in self.tiles], "rats": self.has_rats,
                "struck": [list(space) for space in self.struck], "value": self.value}  # fmt: skip


@record
class Estate:
    """A building with every land of its colour that touches it; `leaves` are the fertile tiles that a sale removes."""

    building: str
    at: Space | None
    building_value: int
    lands: tuple[Land, ...]
    land_value: int
    leaves: tuple[Space, ...]

    @property
    def value(self) -> int:
        """The value of building and lands together."""
        return self.building_value + self.land_value

    @property
    def taxed(self) -> bool:
        """Whether the estate brings taxes (Salamanca, Phase 5)."""
        return is_taxed(self.value)


def is_taxed(value: int) -> bool:
    """Whether an estate brings taxes (Salamanca, Phase 5).

    >>> is_taxed(6), is_taxed(7)
    (False, True)
    """
    return value >= TAXED_FROM


def noble_allowed(value: int, noble_limit: str = "over-7") -> bool:
    """Whether a noble may be put on an estate worth so much (Salamanca, Action B; the limit is a ruling).

    >>> [noble_allowed(value) for value in (6, 7, 8)], noble_allowed(7, "from-7")
    ([True, True, False], False)
    """
    return value < 7 if noble_limit == "from-7" else value <= 7


def count_building(building: str, has_ruin: bool) -> int:
    """What the building adds to its estate (Salamanca, Hazards).

    >>> count_building("monastery", has_ruin=False), count_building("monastery", has_ruin=True)
    (4, 0)
    """
    return 0 if has_ruin else BUILDING_VALUES[building]


def count_land(values: Iterable[int], has_rats: bool) -> int:
    """What a land is worth: its tiles without those under poison or locusts, halved by rats (Salamanca, Hazards).

    >>> count_land([1, 1, 3], has_rats=False), count_land([1, 1, 3], has_rats=True)
    (5, 2)
    """
    total = sum(values)
    return total // 2 if has_rats else total


@record
class Patch:
    """Connected places of one land that count, and what they are worth together."""

    places: tuple[int, ...]
    has_rats: bool
    value: int


PatchCache = dict[int, Patch]
"""The patches of one board that were found so far, by each of their places."""


def patches(board: Board, place: int, known: PatchCache) -> list[Patch]:
    """The lands that the building on a place counts, each once; `known` is for this board only and is filled."""
    cells, poison, locusts = board.cells, board.hazards[_POISON], board.hazards[_LOCUSTS]
    building = _kind(board, place)
    found: list[Patch] = []
    for near in board.grid.beside[place]:
        tile = cells[near]
        if tile is not None and tile.counts_for == building and near != poison and near != locusts:
            patch = known.get(near) or _flood_fill(board, near, known)
            if patch not in found:
                found.append(patch)
    return found


def _flood_fill(board: Board, start: int, known: PatchCache) -> Patch:
    """The land around a place: tiles of its kind side by side, none of them under poison or locusts."""
    cells, beside, hazards = board.cells, board.grid.beside, board.hazards
    poison, locusts = hazards[_POISON], hazards[_LOCUSTS]
    first = cells[start]
    assert first is not None
    kind, values, places = first.kind, [first.value], [start]
    for place in places:
        for near in beside[place]:
            tile = cells[near]
            if tile is not None and tile.kind == kind and near not in places and near != poison and near != locusts:
                places.append(near)
                values.append(tile.value)
    has_rats = hazards[_RATS] in places
    patch = Patch(tuple(places), has_rats, count_land(values, has_rats))
    for place in places:
        known[place] = patch
    return patch


def worth(board: Board, place: int, known: PatchCache) -> tuple[int, int]:
    """What the building on a place is worth and what its lands are, as `estate_at` has it."""
    return (
        count_building(_kind(board, place), board.hazards[_RUIN] == place),
        sum([patch.value for patch in patches(board, place, known)]),
    )


def estate_value(board: Board, space: Space) -> Estate:
    """The estate of the building on a space, or `RuleError` where none lies there.

    >>> from companion.games.salamanca.board import read_board
    >>> tiles = [("farm", [2, 2]), ("field", [2, 3]), ("field", [2, 4]), ("pasture", [1, 2]), ("lake", [3, 2])]
    >>> estate = estate_value(read_board([{"tile": tile, "at": at} for tile, at in tiles]), (2, 2))
    >>> estate.building_value, estate.land_value, estate.value, estate.taxed
    (2, 3, 5, False)
    """
    return estate_at(board, board.place(space))


def estate_at(board: Board, place: int) -> Estate:
    """The estate of the building on a place, or `RuleError` where none lies there."""
    raise_if(no_building(board, place))
    found = patches(board, place, {})
    lands = [_land(board, patch) for patch in found] + _lost_lands(board, place, found)
    building = _kind(board, place)
    return Estate(
        building=building,
        at=board.grid.spaces[place],
        building_value=count_building(building, board.hazards[_RUIN] == place),
        lands=tuple(lands),
        land_value=sum([patch.value for patch in found]),
        leaves=tuple(sorted({space for patch in found for space in _fertile(board, patch)})),
    )


def no_building(board: Board, place: int) -> Refusal | None:
    """That no building lies on a place, or None where one does."""
    tile = board.cells[place]
    if tile is None:
        return NO_BUILDING.of(space=board.where(place))
    if not tile.is_building:
        return LAND_THERE.of(space=board.where(place), land=TILE_NAMES[tile.kind])
    return None


def _fertile(board: Board, patch: Patch) -> list[Space]:
    tiles = [(place, board.cells[place]) for place in patch.places]
    return [board.grid.spaces[place] for place, tile in tiles if tile is not None and tile.is_fertile]


def _land(board: Board, patch: Patch) -> Land:
    spaces = board.grid.spaces
    counted = [(place, board.cells[place]) for place in sorted(patch.places)]
    tiles = tuple([Counted(spaces[place], tile.value) for place, tile in counted if tile is not None])
    kind = _kind(board, patch.places[0])
    struck = _struck(board, patch.places, kind)
    return Land(kind, tiles, tuple([spaces[place] for place in struck]), patch.has_rats, patch.value)


def _lost_lands(board: Board, place: int, found: Sequence[Patch]) -> list[Land]:
    """The lands of which nothing counts: a tile beside the building under poison or locusts that touches no other."""
    touched = {one for patch in found for one in _struck(board, patch.places, _kind(board, patch.places[0]))}
    lost = []
    for near in board.grid.beside[place]:
        tile = board.cells[near]
        if tile is None or near in touched or tile.counts_for != _kind(board, place):
            continue
        if near in (board.hazards[_POISON], board.hazards[_LOCUSTS]):
            lost.append(Land(tile.kind, (), (board.grid.spaces[near],), False, 0))
    return lost


def _kind(board: Board, place: int) -> str:
    """What kind of tile lies on a place that has one."""
    tile = board.cells[place]
    assert tile is not None
    return tile.kind


def _struck(board: Board, places: Collection[int], kind: str) -> list[int]:
    """The places under poison or locusts of a kind that lie beside any of these."""
    struck = []
    for place in (board.hazards[_POISON], board.hazards[_LOCUSTS]):
        tile = None if place is None else board.cells[place]
        if place is not None and tile is not None and tile.kind == kind:
            struck += [place] if any(near in places for near in board.grid.beside[place]) else []
    return sorted(struck)
