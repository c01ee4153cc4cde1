"""The hexagons of the Ingenious board: the areas, neighbours and lines.

A space is an axial coordinate (q, r) with the centre (0, 0). The engine also uses its place, the index in
`Area.spaces`, which are ordered from the centre outwards, so that a smaller area is a prefix of a larger one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any

Space = tuple[int, int]
Ray = tuple[Space, tuple[int, ...], tuple[Space, ...]]
"""A direction, the places from a space outwards in it, and their spaces."""

DIRECTIONS: tuple[Space, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
RADIUS = MappingProxyType({"white": 5, "grey": 6, "all": 7})
SYMBOL_SPACES: tuple[Space, ...] = ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))


@dataclass(frozen=True, slots=True)
class Area:
    """The spaces that a game uses, by their place in `spaces`.

    `neighbours` holds the places beside each place, `beside` functions that select the values of these neighbours from
    the values of all places, `symbols` the places of the printed symbols. `rays[a, b]` are the lines of a half of a
    tile at `a` whose other half is at `b`: outwards in each direction except that of `b`, to the edge of the area.
    `free_pair_count` is the number of pairs of adjacent free spaces on the empty board.
    """

    spaces: tuple[Space, ...]
    place: Mapping[Space, int]
    neighbours: tuple[tuple[int, ...], ...]
    beside: tuple[Callable[[Sequence[Any]], tuple[Any, ...]], ...]
    rays: Mapping[tuple[int, int], tuple[Ray, ...]]
    symbols: tuple[int, ...]
    free_pair_count: int


def distance(space: Space) -> int:
    """Return the number of spaces to the centre.

    >>> distance((0, 0)), distance((5, -5)), distance((2, 3))
    (0, 5, 5)
    """
    q, r = space
    return max(abs(q), abs(r), abs(q + r))


def neighbours(space: Space) -> tuple[Space, ...]:
    """Return the six spaces beside a space, on the board or not, in the order of `DIRECTIONS`."""
    q, r = space
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


@cache
def area(name: str) -> Area:
    """Return the area "white", "grey" (white and grey) or "all" (Ingenious 1, Placing).

    >>> [len(area(name).spaces) for name in ("white", "grey", "all")]
    [91, 127, 169]
    """
    radius = RADIUS[name]
    span = range(-radius, radius + 1)
    inside = [(q, r) for q in span for r in span if distance((q, r)) <= radius]
    spaces = tuple(sorted(inside, key=lambda space: (distance(space), space)))
    place = {space: index for index, space in enumerate(spaces)}
    beside = tuple(tuple(place[neighbour] for neighbour in neighbours(space) if neighbour in place) for space in spaces)
    rays = {}
    for index, space in enumerate(spaces):
        all_rays = [_ray(space, step, place) for step in DIRECTIONS]
        for neighbour in beside[index]:
            rays[index, neighbour] = tuple(ray for ray in all_rays if ray[1] and ray[1][0] != neighbour)
    symbols = tuple(place[space] for space in SYMBOL_SPACES)
    free = set(range(len(spaces))) - set(symbols)
    pairs = sum(neighbour in free and neighbour > index for index in free for neighbour in beside[index])
    values_beside = tuple(itemgetter(*neighbour) for neighbour in beside)
    return Area(spaces, MappingProxyType(place), beside, values_beside, MappingProxyType(rays), symbols, pairs)


def _ray(space: Space, step: Space, place: Mapping[Space, int]) -> Ray:
    spaces = []
    q, r = space[0] + step[0], space[1] + step[1]
    while (q, r) in place:
        spaces.append((q, r))
        q, r = q + step[0], r + step[1]
    return step, tuple(place[space] for space in spaces), tuple(spaces)
