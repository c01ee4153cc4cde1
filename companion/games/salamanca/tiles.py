"""The tiles and hazards of Salamanca: colours, values, numbers, and the tiles on which hazards may lie."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.game import Message, Refusal, RuleError, one_of, record
from companion.games.salamanca.refusals import ALL_USED, LIES_THERE, OTHER_HAZARD, OTHER_TILE

LANDS_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"farm": ("field", "pasture"), "castle": ("lake", "forest"), "monastery": ("vineyard",)}
)
BUILDING_VALUES: Mapping[str, int] = MappingProxyType({"farm": 2, "castle": 3, "monastery": 4})
BUILDINGS = tuple(LANDS_OF)
HUES: Mapping[str, str] = MappingProxyType({"farm": "yellow", "castle": "blue", "monastery": "red"})
"""The colour of each building and of its lands."""
LANDS = tuple(land for lands in LANDS_OF.values() for land in lands)
KINDS = LANDS + BUILDINGS
FERTILE = "fertile"
LIMITS: Mapping[str, int] = MappingProxyType(
    {"field": 6, "pasture": 6, "lake": 6, "forest": 6, "vineyard": 9, FERTILE: 10, "farm": 8, "castle": 8}
    | {"monastery": 6}
)
TILE_KEYS = tuple(LIMITS)
_SLOTS = {name: slot for slot, name in enumerate(LIMITS)}

HAZARDS = ("poison", "rats", "locusts", "ruin")
HAZARD_ON: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"poison": ("lake", "vineyard"), "rats": LANDS, "locusts": ("field", "pasture", "forest"), "ruin": BUILDINGS}
)

TILE_NAMES: Mapping[str, Message] = MappingProxyType(
    {
        "field": Message("field"),
        "pasture": Message("pasture"),
        "lake": Message("lake"),
        "forest": Message("forest"),
        "vineyard": Message("vineyard"),
        FERTILE: Message("fertile land"),
        "farm": Message("farm"),
        "castle": Message("castle"),
        "monastery": Message("monastery"),
    }
)
HAZARD_NAMES: Mapping[str, Message] = MappingProxyType(
    {"poison": Message("poison"), "rats": Message("rats"), "locusts": Message("locusts"), "ruin": Message("ruin")}
)
_LIES_ON = {
    "poison": Message("poison lies on a lake or a vineyard"),
    "rats": Message("rats lie on a land"),
    "locusts": Message("locusts lie on a field, a pasture or a forest"),
    "ruin": Message("ruin lies on a building"),
}
_TILE, _VALUE, _HAZARD = Message("the tile"), Message("the value of a fertile land"), Message("the hazard")

Supply = tuple[int, ...]
"""The numbers of used tiles, in the order of `LIMITS`."""

NONE_USED: Supply = (0,) * len(LIMITS)


@record
class Tile:
    """A kind of tile: its value, the building of its colour, and the index of its stock in `LIMITS`.

    `counts_for` is the building that counts a land; None for a building.
    """

    kind: str
    value: int
    colour: str
    slot: int
    counts_for: str | None = None
    is_building: bool = False
    is_fertile: bool = False


_TILES = {
    (kind, value): Tile(kind, value, kind, _SLOTS[kind], is_building=True) for kind, value in BUILDING_VALUES.items()
}
_TILES |= {
    (land, value): Tile(land, value, building, _SLOTS[land if value == 1 else FERTILE], building, is_fertile=value > 1)
    for building, lands in LANDS_OF.items()
    for land in lands
    for value in (1, 2, 3)
}
_PLAIN = {kind: _TILES[kind, BUILDING_VALUES.get(kind, 1)] for kind in KINDS}


def tile_of(kind: str, value: int | None = None) -> Tile:
    """Return the tile of a kind; `value` is 2 or 3 for a fertile land, None for any other."""
    return _PLAIN[kind] if value is None else _TILES[kind, value]


TILE_HUES: Mapping[str, str] = MappingProxyType({kind: HUES[tile_of(kind).colour] for kind in LANDS + BUILDINGS})
"""The hue of each land and building."""


def read_kind(value: Any) -> str:
    """Read the kind of a tile; raise `RuleError` if it is invalid."""
    if type(value) is str and value in _PLAIN:
        return value
    kind: str = one_of(value, _TILE, KINDS)
    return kind


def read_hazard(value: Any) -> str:
    """Read the name of a hazard; raise `RuleError` if it is invalid."""
    hazard: str = one_of(value, _HAZARD, HAZARDS)
    return hazard


def read_fertile(value: Any) -> int:
    """Read the value of a fertile land; raise `RuleError` if it is not 2 or 3."""
    fertile: int = one_of(value, _VALUE, (2, 3))
    return fertile


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
    return ALL_USED.of(limit=LIMITS[name], tile=TILE_NAMES[name])


def hazard_refusal(hazard: str, tile: str, hazard_there: str | None = None) -> Refusal | None:
    """Return why a hazard may not lie on a tile, None if it may (Salamanca, Hazards)."""
    if tile not in HAZARD_ON[hazard]:
        return OTHER_TILE.of(where_it_lies=_LIES_ON[hazard], tile=TILE_NAMES[tile])
    if hazard_there == hazard:
        return LIES_THERE.of(hazard=HAZARD_NAMES[hazard])
    if hazard_there is not None:
        return OTHER_HAZARD.of(there=HAZARD_NAMES[hazard_there])
    return None


def hazard_allowed(hazard: str, tile: str, hazard_there: str | None = None) -> bool:
    """Whether a hazard may be placed on a tile with this hazard on it, if any (Salamanca, Hazards).

    >>> hazard_allowed("poison", "lake"), hazard_allowed("poison", "field"), hazard_allowed("rats", "lake", "poison")
    (True, False, False)
    """
    return hazard_refusal(hazard, tile, hazard_there) is None
