"""An exact search over the orders of tiling that lead to a final wall.

**Search space.** In a round each row gets at most one tile, from the top down. So a game has slots: five in each round,
one per row, in this order. An order of tiling assigns each tile a slot of its row. A full row ends the game, so the
last tile of each full row is placed in the last round. Colours do not affect the points.

**Extra points.** A tile scores its horizontal and its vertical run, each if longer than 1, and at least 1. That is 1
for itself, 1 for each neighbour already placed, 1 for each *far* tile of its runs (not a neighbour), and 1 more if it
has a neighbour in both directions and so counts itself twice: it is a *corner*. Summed over the wall, the first two are
the number of tiles and of pairs of neighbours in every order. Only far tiles and corners depend on the order: they are
the *extra* points.

**Completeness.** The search removes the tiles, the last one first, and assigns each the latest free slot of its row.
This finds an order whenever there is one: take any assignment of slots. By induction from its end, no tile gets an
earlier slot than it had, so there is always a slot, and the last tile of a full row, which had a slot in the last
round, gets one there. Without a given number of rounds, one round per tile is enough, as rounds without a tile can be
left out. The points of a tile depend only on the tiles that remain when it is removed. A branch is cut only if

- a row has fewer free slots than tiles, or a full row no free slot in the last round;
- the bounds (`Search._room`) show that no order of the remaining tiles leads into the wanted range;
- the same tiles remained before with the same extra points and at least as many slots, and that failed.

The lowest total is found by repeatedly searching for a lower one than the last, until there is none.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine.pause import pause
from companion.games.azul.walls import SIZE

ROW_FILLS = range(1 << SIZE)
SPACES = range(SIZE)


def _far(line: int, space: int) -> int:
    """Return how many tiles of a line are in the run of a new tile in `space` without being its neighbours."""
    reached = 0
    for step in (-1, 1):
        at = space + 2 * step
        while at in SPACES and line >> (at - step) & 1 and line >> at & 1:
            reached, at = reached + 1, at + step
    return reached


FAR = [[_far(line, space) for space in SPACES] for line in ROW_FILLS]
"""The number of far tiles that a tile reaches when it is placed, by line and space."""

BESIDE = [[(line << 1 | line >> 1) >> space & 1 for space in SPACES] for line in ROW_FILLS]
"""Whether a tile in a space has a neighbour in the line, 1 or 0, by line and space."""


def _extremes(choose: Callable[[Iterable[int]], int], corners: int) -> Sequence[int]:
    """Return the least or the greatest number of far tiles for each line, over all orders from an empty line.

    A tile in one of the spaces `corners` counts one more if it has a neighbour in the line when it is placed.
    """
    extremes = [0]
    for line in ROW_FILLS[1:]:
        last = [(line ^ 1 << space, space) for space in SPACES if line >> space & 1]
        points = [FAR[before][space] + (BESIDE[before][space] & corners >> space) for before, space in last]
        extremes.append(choose([extremes[before] + more for (before, _), more in zip(last, points, strict=True)]))
    return extremes


LEAST_FAR = _extremes(min, 0)
MOST_FAR = _extremes(max, 0)
MOST_WITH_CORNERS = [_extremes(max, corners) for corners in ROW_FILLS]
"""The greatest number of far tiles and corners together, by the spaces that can be corners and by line."""

_SQUARE = 0b11 | 0b11 << SIZE
_SQUARES = [_SQUARE << SIZE * row + column for row in range(SIZE - 1) for column in range(SIZE - 1)]


def most_with_corners(lines: Sequence[int]) -> int:
    """Return the sum of the greatest numbers of far tiles and corners of each line alone.

    A space can be a corner if it has a tile beside it in a neighbouring line.
    """
    a, b, c, d, e = lines
    most = MOST_WITH_CORNERS
    return most[b][a] + most[a | c][b] + most[b | d][c] + most[c | e][d] + most[d][e]


def _disjoint(squares: Iterable[int]) -> int:
    """Count disjoint squares greedily, in the given order."""
    used = count = 0
    for square in squares:
        if not square & used:
            used, count = used | square, count + 1
    return count


Shape = tuple[int, ...]
"""The occupied spaces of a wall: a number for each row, whose bits are its spaces from the left."""

MOST_EXTRA = SIZE**3
"""More extra points than any wall can score."""

_FULL = ROW_FILLS[-1]


class Order(NamedTuple):
    """An order of tiling: the points of all tiles, and the spaces of each round as (row, column), from the top down."""

    points: int
    rounds: tuple[tuple[tuple[int, int], ...], ...]


class _Move(NamedTuple):
    """A tile to remove. Moves are tried from the greatest to the smallest."""

    room: int  # how far the bounds are from the ends of the wanted range
    slot: int
    column: int
    tiles: int  # the tiles that remain then, as bits
    extra: int  # the extra points of the removed ones


class Search:
    """Search for an order of a wall whose extra points are in a range. `fixed` are the points common to all orders.

    It remembers failed branches, so each further range must be part of the last one.
    """

    def __init__(self, shape: Shape, rounds: int | None) -> None:
        self._rows = list(shape)
        self._columns = [sum((row >> column & 1) << at for at, row in enumerate(shape)) for column in range(SIZE)]
        self._tiles = sum(row << SIZE * at for at, row in enumerate(shape))
        self._is_limited = rounds is not None
        self._rounds = self._tiles.bit_count() if rounds is None else rounds
        lines = (*self._rows, *self._columns)
        self.fixed = self._tiles.bit_count() + sum((line & line >> 1).bit_count() for line in lines)
        self._squares = [square for square in _SQUARES if square & self._tiles == square]
        self._corners: dict[int, int] = {}
        self._failed: dict[tuple[int, int], int] = {}
        self._low = self._high = 0

    def find(self, low: int, high: int) -> Order | None:
        """Return an order with `low` to `high` extra points; None if there is none."""
        self._low, self._high = low, high
        slots, columns, last = list[int](), list[int](), SIZE * self._rounds
        is_found = self._room(self._tiles, 0) >= 0 and self._remove_tiles(self._tiles, 0, last, slots, columns)
        return self._order(slots, columns) if is_found else None

    def _room(self, tiles: int, extra: int) -> int:
        """Return how far the bounds of the remaining tiles are from the ends of the range; below 0 if outside."""
        rows, columns = self._rows, self._columns
        by_rows = most_with_corners(rows) + sum([MOST_FAR[line] for line in columns])
        by_columns = most_with_corners(columns) + sum([MOST_FAR[line] for line in rows])
        above = extra + min(by_rows, by_columns) - self._low
        if above < 0:
            return above
        least = sum([LEAST_FAR[line] for line in rows]) + sum([LEAST_FAR[line] for line in columns])
        return min(above, self._high - extra - least - self._fewest_corners(tiles))

    def _fewest_corners(self, tiles: int) -> int:
        """Return a lower bound for the number of corners: disjoint squares of four of these tiles."""
        if tiles not in self._corners:
            squares = [square for square in self._squares if square & tiles == square]
            self._corners[tiles] = max(_disjoint(squares), _disjoint(reversed(squares)))
        return self._corners[tiles]

    def _order(self, slots: Sequence[int], columns: Sequence[int]) -> Order:
        extra, rows, lines = 0, [0] * SIZE, [0] * SIZE
        rounds: list[list[tuple[int, int]]] = [[] for _ in range(self._rounds)]
        for slot, column in zip(slots, columns, strict=True):
            row = slot % SIZE
            extra += _extra(rows[row], lines[column], row, column)
            rows[row] |= 1 << column
            lines[column] |= 1 << row
            rounds[slot // SIZE].append((row + 1, column + 1))
        return Order(self.fixed + extra, tuple(tuple(spaces) for spaces in rounds if spaces or self._is_limited))

    def _remove_tiles(self, tiles: int, extra: int, slot: int, slots: list[int], columns: list[int]) -> bool:
        """Remove these tiles from the slots before `slot`; if that leads into the range, append their slots in order.

        `extra` are the extra points of the tiles removed before.
        """
        pause()
        if not tiles:
            return self._low <= extra <= self._high
        for move in sorted(self._moves(tiles, extra, slot), reverse=True):
            failure_key = (move.tiles, move.extra)
            if self._failed.get(failure_key, -1) >= move.slot:
                continue
            self._toggle(move.slot % SIZE, move.column)
            is_found = self._remove_tiles(move.tiles, move.extra, move.slot, slots, columns)
            self._toggle(move.slot % SIZE, move.column)
            if is_found:
                slots.append(move.slot)
                columns.append(move.column)
                return True
            self._failed[failure_key] = move.slot
        return False

    def _toggle(self, row: int, column: int) -> None:
        self._rows[row] ^= 1 << column
        self._columns[column] ^= 1 << row

    def _moves(self, tiles: int, extra: int, before: int) -> Iterator[_Move]:
        """Yield the tiles that can be removed next, each with the latest free slot of its row, if the bounds allow."""
        full = max((row for row, line in enumerate(self._rows) if line == _FULL), default=-1)
        for row, line in enumerate(self._rows):
            slot = before - 1 - (before - 1 - row) % SIZE
            if not line or row < full or not self._has_room(row, slot):
                continue
            if full >= 0 and slot < SIZE * (self._rounds - 1):
                continue
            for column in range(SIZE):
                if line >> column & 1:
                    remaining = tiles ^ 1 << SIZE * row + column
                    self._toggle(row, column)
                    after = extra + _extra(self._rows[row], self._columns[column], row, column)
                    room = self._room(remaining, after)
                    self._toggle(row, column)
                    if room >= 0:
                        yield _Move(room, slot, column, remaining, after)

    def _has_room(self, row: int, slot: int) -> bool:
        """Whether there are slots for all tiles if a row uses this one: each row has every fifth slot before it."""
        if slot < 0:
            return False
        for other, line in enumerate(self._rows):
            if line.bit_count() - (other == row) > (slot + SIZE - 1 - other) // SIZE:
                return False
        return True


def _extra(across: int, down: int, row: int, column: int) -> int:
    """Return the extra points of a tile: its far tiles, and 1 if it is a corner; `across` and `down` lack the tile."""
    return FAR[across][column] + FAR[down][row] + (BESIDE[across][column] & BESIDE[down][row])
