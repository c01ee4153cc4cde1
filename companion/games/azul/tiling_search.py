"""An exact search over the orders of tiling that lead to a final wall.

**What is searched.** In a round each row gets one tile at most, from the top down. So a game has slots: five in each
round, one a row, in this order, and an order of tiling gives each tile a slot of its row. A full row ends the game, so
the last tile of each full row lies in the last round. Colours do not matter to the points.

**What an order changes.** A tile scores its horizontal and its vertical run, each if longer than 1, and at least 1.
That is 1 for itself, 1 for each neighbour that lies there already, 1 for each *far* tile of its runs (not a neighbour),
and 1 more if it has a neighbour in both directions, as it then counts itself twice: it is a *corner*. Summed over the
wall the first two are its tiles and its pairs of neighbours, whatever the order. The search is about the far tiles and
the corners, together the *extra* points.

**Why it is complete.** The search takes the tiles off again, the last one first, and gives each the latest slot of its
row that is left. This loses nothing: take any order in slots. By induction from its end, the slot that a tile gets is
not earlier than the one it had, so there is always one; and the last tile of a full row, which had one in the last
round, gets one there. Without a number of rounds, one a tile is enough, as rounds without a tile can be left out. The
points of a tile depend only on the tiles that are left when it is taken off. A branch is cut only where

- a row has fewer slots left than tiles, or a full row no slot in the last round;
- its bounds (`tiling_bounds`) say that no order of the tiles that are left leads into the wanted range;
- the same tiles were left before with the same extra points and at least as many slots, and that failed. Once no full
  row is left, as many rounds as tiles are enough for every order, so more slots than that count as equal.

The least total is found by asking again and again for a smaller one than the last, until there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.game.pause import pause
from companion.games.azul.line_points import BESIDE, COUNT, FAR, LEAST_FAR, LINES, MOST_FAR
from companion.games.azul.tiling_bounds import DisjointSquares, most_lost, most_with_corners
from companion.games.azul.walls import SIZE

Shape = tuple[int, ...]
"""Where the tiles of a wall lie: a number for each row, whose bits are its spaces from the left."""

MOST_EXTRA = SIZE**3
"""More extra points than any wall brings."""

_FULL = LINES[-1]


class Order(NamedTuple):
    """An order of tiling: the points of all tiles, and the spaces of each round as (row, column), from the top down."""

    points: int
    rounds: tuple[tuple[tuple[int, int], ...], ...]


class _Left(NamedTuple):
    """The tiles that are left, as bits; the extra points of those taken off; the slots before `slot` are left.

    The others are the sums over all lines that the bounds are made of.
    """

    tiles: int
    extra: int
    slot: int
    least: int
    most_by_rows: int
    most_by_columns: int


class _Move(NamedTuple):
    """A tile to take off, and what is left then. Moves are tried from the greatest to the smallest."""

    room: int  # how far the bounds are from the ends of the wanted range
    slot: int
    column: int
    left: _Left


class Search:
    """Search for an order of a wall whose extra points are in a range. `fixed` are the points of every order."""

    def __init__(self, shape: Shape, rounds: int | None) -> None:
        self._rows = list(shape)
        self._columns = [sum((row >> column & 1) << at for at, row in enumerate(shape)) for column in range(SIZE)]
        self._tiles = sum(row << SIZE * at for at, row in enumerate(shape))
        self._is_limited = rounds is not None
        self._rounds = self._tiles.bit_count() if rounds is None else rounds
        lines = (*self._rows, *self._columns)
        self.fixed = self._tiles.bit_count() + sum((line & line >> 1).bit_count() for line in lines)
        self._squares = DisjointSquares(self._tiles)
        self._failed: dict[tuple[int, int], int] = {}
        self._low = self._high = 0

    def forget(self) -> None:
        """Forget what failed, before a search in a range that is not part of the last one."""
        self._failed.clear()

    def any_order(self) -> Order:
        """Return some order; there is one if the rounds are enough for the fullest row."""
        found = self.find(0, MOST_EXTRA)
        assert found is not None
        return found

    def find(self, low: int, high: int) -> Order | None:
        """Return an order with `low` to `high` extra points; None if there is none."""
        self._low, self._high = low, high
        left = self._all()
        if left.least + self._squares.count(left.tiles) > high or min(left.most_by_rows, left.most_by_columns) < low:
            return None
        slots: list[int] = []
        columns: list[int] = []
        return self._order(slots, columns) if self._take_off(left, slots, columns) else None

    def _all(self) -> _Left:
        lines = (*self._rows, *self._columns)
        by_rows = most_with_corners(self._rows) + sum(MOST_FAR[line] for line in self._columns)
        by_columns = most_with_corners(self._columns) + sum(MOST_FAR[line] for line in self._rows)
        return _Left(self._tiles, 0, SIZE * self._rounds, sum(LEAST_FAR[line] for line in lines), by_rows, by_columns)

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

    def _take_off(self, left: _Left, slots: list[int], columns: list[int]) -> bool:
        """Take off all tiles that are left, if that can lead into the range; put slots and columns in order, if so."""
        pause()
        if not left.tiles:
            return self._low <= left.extra <= self._high
        for move in sorted(self._moves(left), reverse=True):
            after = move.left
            enough = self._enough(after)
            failed = (after.tiles, after.extra)
            if self._failed.get(failed, -1) >= enough:
                continue
            row, column = move.slot % SIZE, move.column
            self._rows[row] ^= 1 << column
            self._columns[column] ^= 1 << row
            is_found = self._take_off(after, slots, columns)
            self._rows[row] ^= 1 << column
            self._columns[column] ^= 1 << row
            if is_found:
                slots.append(move.slot)
                columns.append(column)
                return True
            self._failed[failed] = enough
        return False

    def _enough(self, left: _Left) -> int:
        """Return the number of slots left, without those that make no difference: a round for each tile is enough."""
        tiles = left.tiles
        if any(tiles >> SIZE * row & _FULL == _FULL for row in range(SIZE)):
            return left.slot
        return min(left.slot, SIZE * tiles.bit_count())

    def _moves(self, left: _Left) -> list[_Move]:
        """Return the tiles that can be taken off next, each in the latest slot of its row."""
        moves = []
        full = max((row for row, line in enumerate(self._rows) if line == _FULL), default=-1)
        for row, line in enumerate(self._rows):
            slot = left.slot - 1 - (left.slot - 1 - row) % SIZE
            if not line or row < full or not self._has_room(row, slot):
                continue
            if full >= 0 and slot < SIZE * (self._rounds - 1):
                continue
            for column in range(SIZE):
                if line >> column & 1 and (move := self._move(left, row, column, slot)):
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

    def _move(self, left: _Left, row: int, column: int, slot: int) -> _Move | None:
        """Return what is left without a tile; None if its bounds are outside the range."""
        across, down = self._rows[row], self._columns[column]
        after_across, after_down = across ^ 1 << column, down ^ 1 << row
        extra = left.extra + _extra(after_across, after_down, row, column)
        far_less = LEAST_FAR[across] - LEAST_FAR[after_across] + LEAST_FAR[down] - LEAST_FAR[after_down]
        least = left.least - far_less
        by_rows = left.most_by_rows - MOST_FAR[down] + MOST_FAR[after_down] - most_lost(self._rows, row, column)
        by_columns = (
            left.most_by_columns - MOST_FAR[across] + MOST_FAR[after_across] - most_lost(self._columns, column, row)
        )
        above = extra + min(by_rows, by_columns) - self._low
        if above < 0:
            return None
        tiles = left.tiles ^ 1 << SIZE * row + column
        room = min(above, self._high - extra - least - self._squares.count(tiles))
        if room < 0:
            return None
        return _Move(room, slot, column, _Left(tiles, extra, slot, least, by_rows, by_columns))


def _extra(across: int, down: int, row: int, column: int) -> int:
    """Return the extra points of a tile: its far tiles, and 1 if it is a corner; the lines are those before it."""
    return FAR[across][column] + FAR[down][row] + (BESIDE[across][column] & BESIDE[down][row])
