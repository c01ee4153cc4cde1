"""A kingdom: squares around a castle, its connected areas, and where a domino can be placed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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


# In the order in which they were placed: two squares for each domino.
Kingdom = tuple[Square, ...]


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


@dataclass(frozen=True)
class Box:
    """The smallest rectangle around a kingdom; its sides are included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top + 1

    @property
    def has_castle_in_the_middle(self) -> bool:
        """Whether the castle has as many columns and rows on each side."""
        return self.left + self.right == 0 and self.top + self.bottom == 0

    def rows(self) -> Iterator[list[Place]]:
        """Yield the places row by row."""
        for y in range(self.top, self.bottom + 1):
            yield [(x, y) for x in range(self.left, self.right + 1)]


def neighbours(place: Place) -> tuple[Place, ...]:
    """Return the four places beside a place."""
    x, y = place
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def box_of(places: Iterable[Place]) -> Box:
    """Return the rectangle around some places and the castle."""
    columns, rows = zip(CASTLE, *places, strict=True)
    return Box(min(columns), min(rows), max(columns), max(rows))


def reach(kingdom: Kingdom, size: int) -> Box:
    """Return the rectangle in which the next domino can be placed: at most two squares beyond the kingdom."""
    box = box_of(square.place for square in kingdom)
    columns, rows = min(2, size - box.width), min(2, size - box.height)
    return Box(box.left - columns, box.top - rows, box.right + columns, box.bottom + rows)


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


def value(kingdom: Kingdom) -> int:
    """Return the points of all areas."""
    return sum(area.points for area in areas(kingdom))


def largest(kingdom: Kingdom) -> int:
    """Return the squares of the largest area."""
    return max((len(area.places) for area in areas(kingdom)), default=0)


def placement_fault(kingdom: Kingdom, new: tuple[Square, Square], size: int) -> Refusal | None:
    """Return why a domino cannot be placed on these two squares; None if it can."""
    terrains = {square.place: square.terrain for square in kingdom}
    if new[1].place not in neighbours(new[0].place):
        return APART
    if any(square.place == CASTLE or square.place in terrains for square in new):
        return OCCUPIED
    box = box_of([*terrains, new[0].place, new[1].place])
    if box.width > size or box.height > size:
        return TOO_LARGE.of(size=size)
    for square in new:
        for place in neighbours(square.place):
            if place == CASTLE or terrains.get(place) == square.terrain:
                return None
    return UNCONNECTED


def placements(kingdom: Kingdom, domino: Domino, size: int) -> list[tuple[Place, Place]]:
    """Return where a domino can be placed: the places of its first and of its second half."""
    possible = []
    for row in reach(kingdom, size).rows():
        for first in row:
            for second in neighbours(first):
                if placement_fault(kingdom, laid(domino, (first, second)), size) is None:
                    possible.append((first, second))
    return possible


def laid(domino: tuple[Half, Half], places: tuple[Place, Place]) -> tuple[Square, Square]:
    """Return the two squares of a domino on two places."""
    return Square(*places[0], *domino[0]), Square(*places[1], *domino[1])
