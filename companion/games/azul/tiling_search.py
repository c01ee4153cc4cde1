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
- the bounds (`tiling_bounds`) show that no order of the remaining tiles leads into the wanted range;
- the same tiles remained before with the same extra points and at least as many slots, and that failed. Once no full
  row remains, as many rounds as tiles are enough for every order, so all larger numbers of slots count as equal.

The lowest total is found by repeatedly searching for a lower one than the last, until there is none.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.game.pause import pause
from companion.games.azul.walls import BESIDE, COUNT, FAR, LEAST_FAR, MOST_FAR, MOST_WITH_CORNERS, ROW_FILLS, SIZE

_SQUARE = 0b11 | 0b11 << SIZE
_SQUARES = [_SQUARE << SIZE * row + column for row in range(SIZE - 1) for column in range(SIZE - 1)]


def most_with_corners(lines: Sequence[int]) -> int:
    """Return the sum of the greatest numbers of far tiles and corners of each line alone."""
    return sum(MOST_WITH_CORNERS[_beside(lines, index)][line] for index, line in enumerate(lines))


def most_lost(lines: Sequence[int], index: int, space: int) -> int:
    """Return by how much `most_with_corners` falls without the tile in `space` of the line `index`.

    The tile affects its line and both neighbouring lines.
    """
    line, tile = lines[index], 1 << space
    beside = MOST_WITH_CORNERS[_beside(lines, index)]
    lost = beside[line] - beside[line ^ tile]
    for neighbour, beyond in ((index - 1, index - 2), (index + 1, index + 2)):
        if 0 <= neighbour < SIZE and lines[neighbour] & tile:
            beyond_tiles = lines[beyond] if 0 <= beyond < SIZE else 0
            lost += (
                MOST_WITH_CORNERS[line | beyond_tiles][lines[neighbour]]
                - MOST_WITH_CORNERS[line ^ tile | beyond_tiles][lines[neighbour]]
            )
    return lost


def _beside(lines: Sequence[int], index: int) -> int:
    """Return the spaces of a line that have a tile beside them in a neighbouring line."""
    before, after = lines[index - 1] if index else 0, lines[index + 1] if index + 1 < SIZE else 0
    return before | after


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


class _Remaining(NamedTuple):
    """The remaining tiles, as bits, and the extra points of the removed ones; the slots before `slot` are free.

    The other fields are sums over all lines, for the bounds.
    """

    tiles: int
    extra: int
    slot: int
    least: int
    most_by_rows: int
    most_by_columns: int


class _Move(NamedTuple):
    """A tile to remove, and what remains then. Moves are tried from the greatest to the smallest."""

    room: int  # how far the bounds are from the ends of the wanted range
    slot: int
    column: int
    remaining: _Remaining


class Search:
    """Search for an order of a wall whose extra points are in a range. `fixed` are the points common to all orders."""

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

    def clear_failures(self) -> None:
        """Forget failed branches, before a search in a range that is not part of the last one."""
        self._failed.clear()

    def find(self, low: int, high: int) -> Order | None:
        """Return an order with `low` to `high` extra points; None if there is none."""
        self._low, self._high = low, high
        remaining = self._all()
        least = remaining.least + self._fewest_corners(remaining.tiles)
        if least > high or min(remaining.most_by_rows, remaining.most_by_columns) < low:
            return None
        slots, columns = list[int](), list[int]()
        return self._order(slots, columns) if self._remove_tiles(remaining, slots, columns) else None

    def _fewest_corners(self, tiles: int) -> int:
        """Return a lower bound for the number of corners: disjoint squares of four of these tiles."""
        if tiles not in self._corners:
            squares = [square for square in self._squares if square & tiles == square]
            self._corners[tiles] = max(_disjoint(squares), _disjoint(reversed(squares)))
        return self._corners[tiles]

    def _all(self) -> _Remaining:
        lines = (*self._rows, *self._columns)
        by_rows = most_with_corners(self._rows) + sum(MOST_FAR[line] for line in self._columns)
        by_columns = most_with_corners(self._columns) + sum(MOST_FAR[line] for line in self._rows)
        return _Remaining(
            self._tiles, 0, SIZE * self._rounds, sum(LEAST_FAR[line] for line in lines), by_rows, by_columns
        )

    def _order(self, slots: Sequence[int], columns: Sequence[int]) -> Order:
        """Return the order of these slots, first to last."""
        extra, rows, lines = 0, [0] * SIZE, [0] * SIZE
        rounds: list[list[tuple[int, int]]] = [[] for _ in range(self._rounds)]
        for slot, column in zip(slots, columns, strict=True):
            row = slot % SIZE
            extra += _extra(rows[row], lines[column], row, column)
            rows[row] |= 1 << column
            lines[column] |= 1 << row
            rounds[slot // SIZE].append((row + 1, column + 1))
        return Order(self.fixed + extra, tuple(tuple(spaces) for spaces in rounds if spaces or self._is_limited))

    def _remove_tiles(self, remaining: _Remaining, slots: list[int], columns: list[int]) -> bool:
        """Remove all remaining tiles if that can lead into the range; then append their slots and columns, in order."""
        pause()
        if not remaining.tiles:
            return self._low <= remaining.extra <= self._high
        for move in sorted(self._moves(remaining), reverse=True):
            after = move.remaining
            useful_slots = self._useful_slots(after)
            failure_key = (after.tiles, after.extra)
            if self._failed.get(failure_key, -1) >= useful_slots:
                continue
            row, column = move.slot % SIZE, move.column
            self._rows[row] ^= 1 << column
            self._columns[column] ^= 1 << row
            is_found = self._remove_tiles(after, slots, columns)
            self._rows[row] ^= 1 << column
            self._columns[column] ^= 1 << row
            if is_found:
                slots.append(move.slot)
                columns.append(column)
                return True
            self._failed[failure_key] = useful_slots
        return False

    def _useful_slots(self, remaining: _Remaining) -> int:
        """Return the number of free slots, without those that make no difference: a round for each tile is enough."""
        tiles = remaining.tiles
        if any(tiles >> SIZE * row & _FULL == _FULL for row in range(SIZE)):
            return remaining.slot
        return min(remaining.slot, SIZE * tiles.bit_count())

    def _moves(self, remaining: _Remaining) -> list[_Move]:
        """Return the tiles that can be removed next, each with the latest free slot of its row."""
        moves = []
        full = max((row for row, line in enumerate(self._rows) if line == _FULL), default=-1)
        for row, line in enumerate(self._rows):
            slot = remaining.slot - 1 - (remaining.slot - 1 - row) % SIZE
            if not line or row < full or not self._has_room(row, slot):
                continue
            if full >= 0 and slot < SIZE * (self._rounds - 1):
                continue
            for column in range(SIZE):
                if line >> column & 1 and (move := self._move(remaining, row, column, slot)):
                    moves.append(move)
        return moves

    def _has_room(self, row: int, slot: int) -> bool:
        """Whether there are slots for all tiles if a row uses this one: each row has every fifth slot before it."""
        if slot < 0:
            return False
        for other, line in enumerate(self._rows):
            if COUNT[line] - (other == row) > (slot + SIZE - 1 - other) // SIZE:
                return False
        return True

    def _move(self, remaining: _Remaining, row: int, column: int, slot: int) -> _Move | None:
        """Return the move that removes a tile; None if the bounds are outside the range then."""
        across, down = self._rows[row], self._columns[column]
        after_across, after_down = across ^ 1 << column, down ^ 1 << row
        extra = remaining.extra + _extra(after_across, after_down, row, column)
        far_less = LEAST_FAR[across] - LEAST_FAR[after_across] + LEAST_FAR[down] - LEAST_FAR[after_down]
        least = remaining.least - far_less
        by_rows = remaining.most_by_rows - MOST_FAR[down] + MOST_FAR[after_down] - most_lost(self._rows, row, column)
        by_columns = (
            remaining.most_by_columns
            - MOST_FAR[across]
            + MOST_FAR[after_across]
            - most_lost(self._columns, column, row)
        )
        above = extra + min(by_rows, by_columns) - self._low
        if above < 0:
            return None
        tiles = remaining.tiles ^ 1 << SIZE * row + column
        room = min(above, self._high - extra - least - self._fewest_corners(tiles))
        if room < 0:
            return None
        return _Move(room, slot, column, _Remaining(tiles, extra, slot, least, by_rows, by_columns))


def _extra(across: int, down: int, row: int, column: int) -> int:
    """Return the extra points of a tile: its far tiles, and 1 if it is a corner; `across` and `down` lack the tile."""
    return FAR[across][column] + FAR[down][row] + (BESIDE[across][column] & BESIDE[down][row])
