"""The tiles and hazards of Salamanca: their kinds, values, numbers, colours and names."""

from collections.abc import Mapping

from companion.engine import Message, record

LANDS_OF: Mapping[str, tuple[str, ...]] = {
    "farm": ("field", "pasture"),
    "castle": ("lake", "forest"),
    "monastery": ("vineyard",),
}
BUILDING_VALUES: Mapping[str, int] = {"farm": 2, "castle": 3, "monastery": 4}
BUILDINGS = tuple(LANDS_OF)
LANDS = tuple(land for lands in LANDS_OF.values() for land in lands)
KINDS = LANDS + BUILDINGS
FERTILE = "fertile"
LIMITS: Mapping[str, int] = {
    "field": 6, "pasture": 6, "lake": 6, "forest": 6, "vineyard": 9, FERTILE: 10,
    "farm": 8, "castle": 8, "monastery": 6,
}  # fmt: skip
TILE_KEYS = tuple(LIMITS)
_SLOTS = {name: slot for slot, name in enumerate(LIMITS)}

HAZARDS = ("poison", "rats", "locusts", "ruin")
HAZARD_ON: Mapping[str, tuple[str, ...]] = {
    "poison": ("lake", "vineyard"),
    "rats": LANDS,
    "locusts": ("field", "pasture", "forest"),
    "ruin": BUILDINGS,
}
TILE_NAMES: Mapping[str, Message] = {
    "field": Message("field"),
    "pasture": Message("pasture"),
    "lake": Message("lake"),
    "forest": Message("forest"),
    "vineyard": Message("vineyard"),
    "fertile": Message("fertile land"),
    "farm": Message("farm"),
    "castle": Message("castle"),
    "monastery": Message("monastery"),
}
HAZARD_NAMES: Mapping[str, Message] = {
    "poison": Message("poison"),
    "rats": Message("rats"),
    "locusts": Message("locusts"),
    "ruin": Message("ruin"),
}


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


_HUES = {"farm": "yellow", "castle": "blue", "monastery": "red"}
HUES: Mapping[str, str] = {kind: _HUES[tile_of(kind).colour] for kind in KINDS}
"""The hue of each land and building."""
LETTERS: Mapping[str, str] = dict(zip("fplovFCM", KINDS, strict=True))
"""The letter of each kind of tile in addresses."""
LETTER_OF: Mapping[str, str] = {kind: letter for letter, kind in LETTERS.items()}
