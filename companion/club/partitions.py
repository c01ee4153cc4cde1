"""Tables of three and more: a division of the players into tables whose costs add up to as little as can be found.

Where there are few divisions all are compared, by branch and bound. Else it is an iterated local search (H. Lourenço,
O. Martin and T. Stützle, "Iterated Local Search", 2003) over swaps of two players, the neighbourhood that I. Dotú and
P. Van Hentenryck use in "Scheduling Social Golfers Locally" (2005); it ends after a fixed number of steps.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb

MOST_COMPARED = 20_000
"""Up to so many divisions are all compared."""
_KICKS = 40
_SWAPS = 3  # of a kick
Pause = Callable[[], None]


class Division:
    """Players at tables, with what each would cost at each of them.

    `weights` is what two players cost at one table; `costs` what a player costs at each table, alone.
    """

    def __init__(
        self, weights: Sequence[Sequence[int]], alone: Sequence[Sequence[int]], tables: Sequence[Sequence[int]]
    ) -> None:
        self.weights, self.alone = weights, alone
        self.tables = [list(table) for table in tables]
        self.at = [0] * len(weights)
        for number, table in enumerate(self.tables):
            for player in table:
                self.at[player] = number
        self.costs = [
            [own[number] + sum(weights[player][other] for other in table) for number, table in enumerate(self.tables)]
            for player, own in enumerate(alone)
        ]

    @property
    def total(self) -> int:
        """What the division costs."""
        pairs = sum(self.costs[player][number] - self.alone[player][number] for player, number in enumerate(self.at))
        return pairs // 2 + sum(self.alone[player][number] for player, number in enumerate(self.at))

    def best_swap(self, player: int) -> tuple[int, int]:
        """Return what the best swap of a player with another table's player saves, and with whom; 0 if none does."""
        here, own, weights = self.at[player], self.costs[player], self.weights[player]
        best, partner = 0, player
        for other, there in enumerate(self.at):
            if there != here:
                costs = self.costs[other]
                change = own[there] + costs[here] - 2 * weights[other] - own[here] - costs[there]
                if change < best:
                    best, partner = change, other
        return -best, partner

    def swap(self, first: int, second: int) -> None:
        """Let two players of different tables change places."""
        here, there = self.at[first], self.at[second]
        for costs, weights in zip(self.costs, self.weights, strict=True):
            change = weights[second] - weights[first]
            costs[here] += change
            costs[there] -= change
        self.tables[here][self.tables[here].index(first)] = second
        self.tables[there][self.tables[there].index(second)] = first
        self.at[first], self.at[second] = there, here


def divide(division: Division, goal: int, rng: random.Random, pause: Pause) -> list[list[int]]:
    """Return the tables of the best division that is found, the given one to begin with.

    The search ends once the cost is below `goal`. Equal inputs give equal tables.
    """
    _improve(division, pause)
    sizes = [len(table) for table in division.tables]
    if _count(sizes) <= MOST_COMPARED:
        return _Comparison(division, pause).best
    best, tables = division.total, [list(table) for table in division.tables]
    for _ in range(_KICKS):
        if best < goal:
            break
        _kick(division, goal, rng)
        _improve(division, pause)
        if division.total <= best:
            best, tables = division.total, [list(table) for table in division.tables]
        else:
            division = Division(division.weights, division.alone, tables)
    return tables


def _improve(division: Division, pause: Pause) -> None:
    """Swap players as long as a swap saves something."""
    is_better = True
    while is_better:
        is_better = False
        for player in range(len(division.at)):
            saved, partner = division.best_swap(player)
            if saved:
                division.swap(player, partner)
                is_better = True
            pause()


def _kick(division: Division, goal: int, rng: random.Random) -> None:
    """Swap some players by chance, of those who cost most."""
    for _ in range(_SWAPS):
        costly = [player for player, number in enumerate(division.at) if division.costs[player][number] >= goal]
        player = rng.choice(costly or range(len(division.at)))
        others = [other for other, number in enumerate(division.at) if number != division.at[player]]
        if others:
            division.swap(player, rng.choice(others))


def _count(sizes: Sequence[int]) -> int:
    """Return how many divisions into tables of these sizes there are."""
    count, rest = 1, sum(sizes)
    for size, tables in Counter(sizes).items():
        for left in range(tables, 0, -1):
            count = count * comb(rest, size)
            rest -= size
            count //= left
    return count


class _Comparison:
    """Compares all divisions; `best` are the tables of the cheapest, in the order of those that were given."""

    def __init__(self, division: Division, pause: Pause) -> None:
        self._division, self._pause = division, pause
        self._least = division.total
        self.best = [list(table) for table in division.tables]
        self._chosen: list[list[int]] = [[] for _ in self.best]
        self._fill(tuple(range(len(division.at))), 0)

    def _fill(self, rest: tuple[int, ...], cost: int) -> None:
        """Seat the first of the rest at each kind of table that is free, with all choices of others."""
        self._pause()
        if not rest:
            self._least, self.best = cost, [list(table) for table in self._chosen]
            return
        tried = set()
        for number, table in enumerate(self._division.tables):
            if self._chosen[number] or len(table) in tried:
                continue
            tried.add(len(table))
            for others in combinations(rest[1:], len(table) - 1):
                seated = (rest[0], *others)
                dearer = cost + self._cost(seated, number)
                if dearer < self._least:
                    self._chosen[number] = list(seated)
                    self._fill(tuple(player for player in rest if player not in seated), dearer)
                    self._chosen[number] = []

    def _cost(self, seated: Sequence[int], number: int) -> int:
        alone = sum(self._division.alone[player][number] for player in seated)
        return alone + sum(self._division.weights[first][second] for first, second in combinations(seated, 2))
