"""Finds a division of players into tables with the least total cost.

An iterated local search (H. Lourenço, O. Martin and T. Stützle, "Iterated Local Search", 2003) swaps two players at a
time, the neighbourhood that I. Dotú and P. Van Hentenryck use in "Scheduling Social Golfers Locally" (2005). The number
of players fixes the number of kicks (random changes).
"""

import random
from collections.abc import Iterable, Sequence

from companion.engine.pause import pause

_WORK = 2_600
"""Kicks times players: a kick takes time in proportion to the players, so every draw takes about as long."""
_KICKS = 10  # at most, for each player
_SWAPS = 3  # of a kick


class Division:
    """Players at tables, with the cost of each player at each table.

    `weights` has the cost of two players at one table, `costs` that of a player at each table, `total` the sum.
    `swapped` lists the swaps, so that they can be undone.
    """

    def __init__(
        self, weights: Sequence[Sequence[int]], alone: Sequence[Sequence[int]], tables: Sequence[Sequence[int]]
    ) -> None:
        self.weights, self.alone = weights, alone
        self.tables = [list(table) for table in tables]
        self.swapped: list[tuple[int, int]] = []
        self.at = [0] * len(weights)
        for number, table in enumerate(self.tables):
            for player in table:
                self.at[player] = number
        self.costs = [
            [own[number] + sum(weights[player][other] for other in table) for number, table in enumerate(self.tables)]
            for player, own in enumerate(alone)
        ]
        pairs = sum(self.costs[player][number] - alone[player][number] for player, number in enumerate(self.at))
        self.total = pairs // 2 + sum(alone[player][number] for player, number in enumerate(self.at))

    def best_swap(self, player: int) -> int:
        """Return the player of another table with whom a swap saves most; `player` itself if none saves anything."""
        here = self.at[player]
        own = [cost - self.costs[player][here] for cost in self.costs[player]]
        best, partner = 0, player
        for other, (there, costs, weight) in enumerate(zip(self.at, self.costs, self.weights[player], strict=True)):
            if there != here:
                change = own[there] + costs[here] - costs[there] - weight - weight
                if change < best:
                    best, partner = change, other
        return partner

    def swap(self, first: int, second: int) -> None:
        """Swap two players of different tables."""
        here, there = self.at[first], self.at[second]
        self.total += self.costs[first][there] - self.costs[first][here] - 2 * self.weights[first][second]
        self.total += self.costs[second][here] - self.costs[second][there]
        for costs, weight, other in zip(self.costs, self.weights[first], self.weights[second], strict=True):
            if weight != other:
                costs[here] += other - weight
                costs[there] -= other - weight
        self.tables[here][self.tables[here].index(first)] = second
        self.tables[there][self.tables[there].index(second)] = first
        self.at[first], self.at[second] = there, here
        self.swapped.append((first, second))

    def take_back(self, count: int) -> None:
        """Undo all swaps but the first `count`."""
        while len(self.swapped) > count:
            self.swap(*self.swapped[-1])
            del self.swapped[-2:]


def divide(division: Division, rng: random.Random) -> list[list[int]]:
    """Return the tables of the best division found, starting from the given one; deterministic."""
    _improve(division, range(len(division.at)))
    count, least = len(division.at), division.total
    for _ in range(min(_WORK // count, _KICKS * count) if len(division.tables) > 1 else 0):
        kept = len(division.swapped)
        _improve(division, _kick(division, rng))
        if division.total > least:
            division.take_back(kept)
        least = division.total
    return division.tables


def _improve(division: Division, players: Iterable[int]) -> None:
    """Swap as long as that saves something; `players` are those at changed tables."""
    waiting = dict.fromkeys(players)
    while waiting:
        player, _ = waiting.popitem()
        partner = division.best_swap(player)
        if partner != player:
            division.swap(player, partner)
            waiting.update(dict.fromkeys(_at_tables_of(division, player, partner)))
        pause()


def _at_tables_of(division: Division, *players: int) -> list[int]:
    tables = sorted({division.at[player] for player in players})
    return [player for number in tables for player in division.tables[number]]


def _kick(division: Division, rng: random.Random) -> list[int]:
    """Swap some players at random; return the players at changed tables."""
    moved: list[int] = []
    for _ in range(_SWAPS):
        here, there = rng.sample(division.tables, 2)
        pair = rng.choice(here), rng.choice(there)
        division.swap(*pair)
        moved += pair
    return _at_tables_of(division, *moved)
