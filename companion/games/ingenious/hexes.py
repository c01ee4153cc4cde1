"""The hexagons of the Ingenious board: which belong to the game, which are neighbours, which lie in a line.

A space is an axial coordinate (q, r), the middle (0, 0). Inside the engine a space is also its place in
`Area.spaces`, which run from the middle outwards, so that a smaller area is the beginning of a larger one.
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

    `neighbours` holds the places beside each, `beside` what takes the values on these out of the values on all;
    `symbols` the places of the printed symbols. `rays[a, b]` are the places that a half of a tile at `a` sees when the
    other half lies at `b`, and their spaces: outwards in each direction but that of `b`, as far as the area goes.
    `pairs` counts where a tile can lie when none does.
    """

    spaces: tuple[Space, ...]
    place: Mapping[Space, int]
    neighbours: tuple[tuple[int, ...], ...]
    beside: tuple[Callable[[Sequence[Any]], tuple[Any, ...]], ...]
    rays: Mapping[tuple[int, int], tuple[Ray, ...]]
    symbols: tuple[int, ...]
    pairs: int


def distance(space: Space) -> int:
    """How many spaces away from the middle.

    >>> distance((0, 0)), distance((5, -5)), distance((2, 3))
    (0, 5, 5)
    """
    q, r = space
    return max(abs(q), abs(r), abs(q + r))


def neighbours(space: Space) -> tuple[Space, ...]:
    """The six spaces beside a space, in the order of `DIRECTIONS`, on the board or not."""
    q, r = space
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


@cache
def area(name: str) -> Area:
    """The area "white", "grey" (white and grey) or "all" (Ingenious 1, Placing).

    >>> [len(area(name).spaces) for name in ("white", "grey", "all")]
    [91, 127, 169]
    """
    radius = RADIUS[name]
    span = range(-radius, radius + 1)
    inside = [(q, r) for q in span for r in span if distance((q, r)) <= radius]
    spaces = tuple(sorted(inside, key=lambda space: (distance(space), space)))
    place = {space: index for index, space in enumerate(spaces)}
    beside = tuple(tuple(place[near] for near in neighbours(space) if near in place) for space in spaces)
    rays = {}
    for index, space in enumerate(spaces):
        seen = [_ray(space, step, place) for step in DIRECTIONS]
        for near in beside[index]:
            rays[index, near] = tuple(ray for ray in seen if ray[1] and ray[1][0] != near)
    symbols = tuple(place[space] for space in SYMBOL_SPACES)
    free = set(range(len(spaces))) - set(symbols)
    pairs = sum(near in free and near > index for index in free for near in beside[index])
    values_beside = tuple(itemgetter(*near) for near in beside)
    return Area(spaces, MappingProxyType(place), beside, values_beside, MappingProxyType(rays), symbols, pairs)


def _ray(space: Space, step: Space, place: Mapping[Space, int]) -> Ray:
    spaces = []
    q, r = space[0] + step[0], space[1] + step[1]
    while (q, r) in place:
        spaces.append((q, r))
        q, r = q + step[0], r + step[1]
    return step, tuple(place[space] for space in spaces), tuple(spaces)
