"""A kingdom: squares around a castle, its connected areas, and where a domino can be placed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.engine import Refusal
from companion_kingdomino.dominoes import Domino, Half
from companion_kingdomino.rulebook import APART, OCCUPIED, TOO_LARGE, UNCONNECTED

Place = tuple[int, int]
CASTLE: Place = (0, 0)


class Square(NamedTuple):
    """Half a domino in a kingdom: `x` counts to the right of the castle, `y` downwards."""

    x: int
    y: int
    terrain: str
    crowns: int

    @property
    def place(self) -> Place:
        """Its column and row."""
        return self.x, self.y

    @property
    def half(self) -> Half:
        """The half of a domino that lies on it."""
        return Half(self.terrain, self.crowns)


Laid = tuple[Square, Square]
"""A domino where it lies."""
Kingdom = tuple[Square, ...]
"""The squares in the order in which they were placed, two for each domino."""


@dataclass(frozen=True)
class Area:
    """Connected squares of one terrain."""

    terrain: str
    places: frozenset[Place]
    crowns: int

    @property
    def points(self) -> int:
        """Squares times crowns."""
        return len(self.places) * self.crowns


class Box(NamedTuple):
    """A rectangle of squares."""

    columns: range
    rows: range

    @property
    def places(self) -> list[Place]:
        """The places row by row."""
        return [(x, y) for y in self.rows for x in self.columns]


def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the four places beside a place."""
    x, y = place
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def box_of(places: Iterable[Place], more_columns: int = 0, more_rows: int = 0) -> Box:
    """Return the smallest rectangle around some places and the castle, with more squares on each side."""
    xs, ys = zip(CASTLE, *places, strict=True)
    columns = range(min(xs) - more_columns, max(xs) + more_columns + 1)
    return Box(columns, range(min(ys) - more_rows, max(ys) + more_rows + 1))


def reach(kingdom: Kingdom, size: int) -> Box:
    """Return the rectangle in which the next domino can be placed: at most two squares beyond the kingdom."""
    places = [square.place for square in kingdom]
    columns, rows = box_of(places)
    return box_of(places, min(2, size - len(columns)), min(2, size - len(rows)))


def areas(kingdom: Kingdom) -> tuple[Area, ...]:
    """Return the connected areas, in the order of their first squares."""
    squares = {square.place: square for square in kingdom}
    result, counted = [], set[Place]()
    for square in kingdom:
        if square.place not in counted:
            places = _connected(squares, square)
            counted |= places
            result.append(Area(square.terrain, frozenset(places), sum(squares[place].crowns for place in places)))
    return tuple(result)


def _connected(squares: Mapping[Place, Square], first: Square) -> set[Place]:
    places, to_visit = {first.place}, [first.place]
    while to_visit:
        for place in neighbours(to_visit.pop()):
            if place not in places and place in squares and squares[place].terrain == first.terrain:
                places.add(place)
                to_visit.append(place)
    return places


def largest(kingdom: Kingdom) -> int:
    """Return the squares of the largest area."""
    return max((len(area.places) for area in areas(kingdom)), default=0)


def placement_fault(kingdom: Kingdom, new: Laid, size: int) -> Refusal | None:
    """Return why a domino cannot be placed on these two squares; None if it can."""
    terrains = {square.place: square.terrain for square in kingdom}
    if new[1].place not in neighbours(new[0].place):
        return APART
    if any(square.place == CASTLE or square.place in terrains for square in new):
        return OCCUPIED
    if max(map(len, box_of([*terrains, new[0].place, new[1].place]))) > size:
        return TOO_LARGE.of(size=size)
    for square in new:
        for place in neighbours(square.place):
            if place == CASTLE or terrains.get(place) == square.terrain:
                return None
    return UNCONNECTED


def placements(kingdom: Kingdom, domino: Domino, size: int) -> list[Laid]:
    """Return where a domino can be placed."""
    pairs = [(first, second) for first in reach(kingdom, size).places for second in neighbours(first)]
    all_laid = [(Square(*first, *domino[0]), Square(*second, *domino[1])) for first, second in pairs]
    return [laid for laid in all_laid if placement_fault(kingdom, laid, size) is None]
