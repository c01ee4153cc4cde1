"""The points that the tiles of a final wall can have scored: lowest, highest, and whether a number is possible."""

from __future__ import annotations

from functools import lru_cache

from companion.games.azul.line_points import COUNT
from companion.games.azul.tiling_search import MOST_EXTRA, Order, Search, Shape
from companion.games.azul.walls import Wall


def shape_of(wall: Wall) -> Shape:
    """Return the occupied spaces of a wall.

    >>> shape_of((("blue", None, "red", None, None), *[(None,) * 5] * 4))
    (5, 0, 0, 0, 0)
    """
    return tuple(sum(1 << column for column, colour in enumerate(line) if colour is not None) for line in wall)


def fewest_rounds(shape: Shape) -> int:
    """Return the number of rounds that the fullest row needs."""
    return max(COUNT[row] for row in shape)


@lru_cache(maxsize=128)
def extreme_orders(shape: Shape, rounds: int | None) -> tuple[Order, Order]:
    """Return an order with the least and one with the most points of all tiles.

    `rounds` is the number of rounds, at least `fewest_rounds`; None for any number.

    >>> [order.points for order in extreme_orders((0b00111, 0, 0, 0, 0), None)]
    [5, 6]
    """
    search = Search(shape, rounds)
    least = most = search.any_order()
    while (lower := search.find(0, least.points - search.fixed - 1)) is not None:
        least = lower
    search.clear_failures()
    while (higher := search.find(most.points - search.fixed + 1, MOST_EXTRA)) is not None:
        most = higher
    return least, most


@lru_cache(maxsize=128)
def order_with(shape: Shape, rounds: int | None, points: int) -> Order | None:
    """Return an order in which the tiles score exactly `points`; None if there is none.

    >>> order_with((0b00111, 0, 0, 0, 0), 3, 6).rounds
    (((1, 1),), ((1, 2),), ((1, 3),))
    >>> order_with((0b00111, 0, 0, 0, 0), 3, 7)
    """
    least, most = extreme_orders(shape, rounds)
    if not least.points <= points <= most.points:
        return None
    search = Search(shape, rounds)
    return search.find(points - search.fixed, points - search.fixed)
