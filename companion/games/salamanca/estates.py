"""Lands and estates of Salamanca: their value under hazards, and the steps of sales, fees and taxes."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.engine import Json, Refusal, Step, Values, raise_if, record
from companion.games.salamanca import rulebook
from companion.games.salamanca.board import Board, Space
from companion.games.salamanca.tiles import BUILDING_VALUES, HAZARDS, TILE_NAMES

SQUIRES = 3


class Occupation(NamedTuple):
    """An occupied building: its place, the seat of the squire, and the seat of the noble, None without one."""

    place: int
    owner: int
    noble: int | None


def idle(occupations: tuple[Occupation, ...], seat: int) -> int:
    """Return the number of a seat's idle squires: those that occupy no building.

    >>> idle((Occupation(3, 0, None), Occupation(5, 1, 0)), 0)
    2
    """
    return SQUIRES - [owner for _, owner, _ in occupations].count(seat)


def at(occupations: tuple[Occupation, ...], place: int) -> Occupation | None:
    """Return the occupation of the building on a place, None if nobody occupies it."""
    return next((occupation for occupation in occupations if occupation.place == place), None)


TAXED_FROM = 7
NOBLE_LIMITS = ("over-7", "from-7")
_POISON, _RATS, _LOCUSTS, _RUIN = (HAZARDS.index(name) for name in ("poison", "rats", "locusts", "ruin"))


class Counted(NamedTuple):
    """A tile that counts, and its space, None without a board."""

    at: Space | None
    value: int


@record
class Land:
    """A land of an estate; tiles under poison or locusts are `struck` and do not count."""

    kind: str
    tiles: tuple[Counted, ...]
    struck: tuple[Space, ...]
    has_rats: bool
    value: int

    def as_json(self) -> Json:
        """Return the land as plain JSON values, for the steps of a result."""
        return {"land": self.kind, "tiles": [tile.value for tile in self.tiles], "rats": self.has_rats,
                "struck": [list(space) for space in self.struck], "value": self.value}  # fmt: skip


@record
class Estate:
    """A building and all lands of its colour that touch it; `leaves` are the fertile tiles that a sale removes."""

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
        return self.value >= TAXED_FROM


def noble_allowed(value: int, noble_limit: str = "over-7") -> bool:
    """Whether a noble may be placed on an estate of this value (Salamanca, Action B; the limit is a ruling).

    >>> [noble_allowed(value) for value in (6, 7, 8)], noble_allowed(7, "from-7")
    ([True, True, False], False)
    """
    return value < 7 if noble_limit == "from-7" else value <= 7


def count_land(values: Iterable[int], has_rats: bool) -> int:
    """Return the value of a land from its tiles without poison or locusts; rats halve it (Salamanca, Hazards).

    >>> count_land([1, 1, 3], has_rats=False), count_land([1, 1, 3], has_rats=True)
    (5, 2)
    """
    total = sum(values)
    return total // 2 if has_rats else total


def estate_at(board: Board, place: int) -> Estate:
    """Return the estate of the building on a place; raise `RuleError` if there is no building.

    >>> from companion.games.salamanca.board import read_board
    >>> tiles = [("farm", [2, 2]), ("field", [2, 3]), ("field", [2, 4]), ("pasture", [1, 2]), ("lake", [3, 2])]
    >>> board = read_board([{"tile": tile, "at": at} for tile, at in tiles])
    >>> estate = estate_at(board, board.place((2, 2)))
    >>> estate.building_value, estate.land_value, estate.value, estate.taxed
    (2, 3, 5, False)
    """
    raise_if(no_building(board, place))
    building, lands = board.kind(place), _lands(board, place)
    return Estate(
        building=building,
        at=board.grid.spaces[place],
        building_value=0 if board.hazards[_RUIN] == place else BUILDING_VALUES[building],
        lands=tuple(lands),
        land_value=sum([land.value for land in lands]),
        leaves=tuple(sorted([tile.at for land in lands for tile in land.tiles if tile.at and tile.value > 1])),
    )


def no_building(board: Board, place: int) -> Refusal | None:
    """Return the refusal for a place without a building, None if it has one."""
    tile = board.cells[place]
    if tile is None:
        return rulebook.NO_BUILDING.of(space=board.where(place))
    if not tile.is_building:
        return rulebook.LAND_THERE.of(space=board.where(place), land=TILE_NAMES[tile.kind])
    return None


def _lands(board: Board, place: int) -> list[Land]:
    """Return the lands that the building on a place counts, each once, then single tiles beside it that are struck."""
    building, struck = board.kind(place), _struck(board)
    lands, lost = list[Land](), list[Land]()
    for neighbour in board.grid.beside[place]:
        tile, space = board.cells[neighbour], board.grid.spaces[neighbour]
        if tile is None or tile.counts_for != building:
            continue
        if neighbour in struck:
            lost.append(Land(tile.kind, (), (space,), False, 0))
        elif not any([counted.at == space for land in lands for counted in land.tiles]):
            lands.append(_land(board, neighbour))
    touched = {space for land in lands for space in land.struck}
    return lands + [land for land in lost if touched.isdisjoint(land.struck)]


def _land(board: Board, start: int) -> Land:
    """Return the land around a place: connected tiles of its kind without poison or locusts."""
    kind, cells, hazards = board.kind(start), board.cells, _struck(board)
    places, struck = [start], set[int]()
    for place in places:
        for neighbour in board.grid.beside[place]:
            tile = cells[neighbour]
            if tile is None or tile.kind != kind or neighbour in places:
                continue
            if neighbour in hazards:
                struck.add(neighbour)
            else:
                places.append(neighbour)
    spaces = board.grid.spaces
    tiles = [Counted(spaces[place], tile.value) for place in sorted(places) if (tile := cells[place])]
    has_rats = board.hazards[_RATS] in places
    value = count_land([tile.value for tile in tiles], has_rats)
    return Land(kind, tuple(tiles), tuple([spaces[place] for place in sorted(struck)]), has_rats, value)


def _struck(board: Board) -> tuple[int | None, int | None]:
    """Return the places under poison and locusts, None for one beside the board."""
    return board.hazards[_POISON], board.hazards[_LOCUSTS]


MOST_FEE = max(BUILDING_VALUES.values())


def sale_steps(estate: Estate, seat: int | None, noble: int | None) -> list[Step]:
    """Return the steps of a sale: the value for the seller, the land value for the noble's owner (Action A)."""
    values: Values = {
        "building": estate.building,
        "building_value": estate.building_value,
        "land_value": estate.land_value,
        "lands": [land.as_json() for land in estate.lands],
    }
    if estate.at:
        values["at"] = list(estate.at)
    steps = [Step(rulebook.SALE, seat, estate.value, values)]
    if noble is not None:
        details = {"building": estate.building, "seller": seat}
        steps.append(Step(rulebook.NOBLE_SHARE, noble, estate.land_value, details))
    return steps


def fertile_steps(board: Board, estate: Estate, seat: int | None) -> list[Step]:
    """Return the step for fertile tiles that leave the board with a sale; empty without any (Salamanca, Action A)."""
    if not estate.leaves:
        return []
    has_rats = any(board.hazards[_RATS] == board.place(space) for space in estate.leaves)
    spaces = [list(space) for space in estate.leaves]
    return [Step(rulebook.FERTILE_LEAVES, seat, values={"spaces": spaces, "rats": has_rats})]


def fee_step(seat: int | None, building: str) -> Step:
    """Return the step of the fee for occupying with a squire just freed (Salamanca, Action A).

    >>> fee_step(0, "monastery").points
    -4
    """
    return Step(rulebook.FEE, seat, -BUILDING_VALUES[building], {"building": building})


def tax_step(seat: int, *, is_noble: bool, values: Values) -> Step:
    """Return the tax step of `values["count"]` squires or nobles on estates worth 7 or more (Salamanca, Phase 5).

    >>> tax_step(0, is_noble=False, values={"count": 2}).points, tax_step(0, is_noble=True, values={"count": 1}).points
    (4, 1)
    """
    rule, tax = (rulebook.NOBLES_TAX, rulebook.NOBLE_TAX) if is_noble else (rulebook.TAX, rulebook.SQUIRE_TAX)
    return Step(rule, seat, tax * int(values["count"]), values)


def taxes(board: Board, occupations: tuple[Occupation, ...]) -> list[Step]:
    """Return the taxes of a round: for the squire and the noble of each estate worth 7 or more (Salamanca, Phase 5)."""
    steps = []
    for place, owner, noble in sorted(occupations):
        estate = estate_at(board, place)
        if estate.taxed:
            values = {"count": 1, "at": list(board.grid.spaces[place]), "value": estate.value}
            steps.append(tax_step(owner, is_noble=False, values=values))
            if noble is not None:
                steps.append(tax_step(noble, is_noble=True, values=values))
    return steps
