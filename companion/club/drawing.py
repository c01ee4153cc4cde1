"""Draws a round: who sits out, and who sits at which table.

In this order it avoids that somebody sits out again before all others did, that two players meet again, that a small
table falls to the same player again, and, in a Swiss system, that players with different points meet: the squares of
the differences add up to as little as can be found. In a Swiss system who sits out has as few points as can be. What is
left is settled by the evening's seed, so the same log gives the same tables.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.club.designs import Tables, schedule
from companion.club.evening import ALL, SWISS, Evening, EveningRefused, Settings
from companion.club.partitions import Division, divide
from companion.club.table_sizes import PAIR, table_sizes
from companion.game import Message

# Each outweighs all after it together: a round has at most 500 pairs, whose points differ by at most 400 halves.
_BYE = 10**24
_AGAIN = 10**20
_SMALL = 10**16
_LOW = 10**13
_POINTS = 2**16
_CHANCE = 128

Pause = Callable[[], None]


@dataclass(frozen=True)
class Past:
    """What the rounds before have brought: who met whom how often, sat out, sat at a small table, and sat first."""

    met: Counter[frozenset[int]]
    byes: Counter[int]
    small: Counter[int]
    first: Counter[int]


def past_of(evening: Evening) -> Past:
    """Return what the rounds whose tables were opened have brought."""
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    small: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for each in evening.opened:
        largest = max(map(len, each.tables), default=0)
        byes.update(each.byes)
        for table in each.tables:
            met.update(frozenset(pair) for pair in combinations(table, 2))
            first[table[0]] += 1
            if len(table) < largest:
                small.update(table)
    return Past(met, byes, small, first)


def draw(
    evening: Evening, points: Mapping[int, int], settings: Settings, pause: Pause, chance: int = 0
) -> tuple[Tables, list[int]]:
    """Return the tables of the next round, the first with the most points, and who sits out.

    `points` are in halves; `chance` is how often the round was drawn before. Raises `EveningRefused` if there are too
    few players.
    """
    players, number = sorted(evening.present), len(evening.opened) + 1
    if not table_sizes(len(players), settings)[0]:
        fewest = max(settings.least, PAIR)
        raise EveningRefused(Message("A table needs {fewest} players who are there.", fewest=fewest))
    rng = random.Random(f"{settings.seed}/{number}/{chance}")
    rng.shuffle(players)
    drawing = _Drawing(players, points, past_of(evening), settings, rng, pause)
    tables, byes = _scheduled(evening, settings, chance) or drawing.draw()
    ranked = sorted(tables, key=lambda table: -sum(points.get(player, 0) for player in table))
    return [drawing.seated(table) for table in ranked], sorted(byes)


def _scheduled(evening: Evening, settings: Settings, chance: int) -> tuple[Tables, list[int]] | None:
    """Return a round of an exact schedule, as long as the same players are there and all rounds were of it."""
    roster = sorted(evening.present)
    if settings.system != ALL or any(each.players != {*roster} for each in evening.opened):
        return None
    random.Random(settings.seed).shuffle(roster)
    rounds = schedule(roster, settings.size)
    played = Counter(_as_sets(each.tables) for each in evening.opened)
    times = [played[_as_sets(tables)] for tables, _ in rounds]
    fewest = min(times, default=0)
    if sum(times) < len(evening.opened) or (fewest and settings.size != PAIR):
        return None
    free = [each for each, count in zip(rounds, times, strict=True) if count == fewest]
    return free[chance % len(free)] if free else None


def _as_sets(tables: Iterable[Iterable[int]]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, tables))


class _Drawing:
    """One drawing; `players` are in an order by chance, and are known by their places in it."""

    def __init__(
        self,
        players: Sequence[int],
        points: Mapping[int, int],
        past: Past,
        settings: Settings,
        rng: random.Random,
        pause: Pause,
    ) -> None:
        self._players, self._past, self._settings = players, past, settings
        self._rng, self._pause = rng, pause
        self._is_swiss = settings.system == SWISS
        self._points = [points.get(player, 0) if self._is_swiss else 0 for player in players]

    def draw(self) -> tuple[Tables, list[int]]:
        """Return tables and who sits out."""
        return self._pairs() if self._settings.size == 2 else self._tables()

    def seated(self, table: Sequence[int]) -> tuple[int, ...]:
        """Return a table with those first who sat first least often."""
        order = list(table)
        self._rng.shuffle(order)
        return tuple(sorted(order, key=lambda player: self._past.first[player]))

    def _weight(self, first: int, second: int) -> int:
        if second == len(self._players):
            return self._bye_cost(first)
        met = self._past.met[frozenset((self._players[first], self._players[second]))]
        apart = self._points[first] - self._points[second]
        return met * _AGAIN + apart * apart * _POINTS + self._by_chance()

    def _by_chance(self) -> int:
        """Return what settles which of equal pairs meet; at larger tables the order of the players does."""
        return self._rng.randrange(_CHANCE) if self._settings.size == PAIR else 0

    def _bye_cost(self, place: int) -> int:
        low = self._points[place] - min(self._points)
        return self._past.byes[self._players[place]] * _BYE + low * _LOW + self._rng.randrange(_CHANCE)

    def _pairs(self) -> tuple[Tables, list[int]]:
        """Return pairs; of an odd number one is paired with a place that means to sit out."""
        count, players = len(self._players), self._players
        seats = sorted(range(count), key=lambda place: -self._points[place]) + [count] * (count % 2)
        pairs = [range(place, place + PAIR) for place in range(0, len(seats), PAIR)]
        alone = [[0] * len(pairs) for _ in seats]
        divided = divide(Division(self._weights(seats), alone, pairs), self._rng, self._pause)
        tables = [sorted(seats[seat] for seat in table) for table in divided]
        byes = [players[first] for first, second in tables if second == count]
        return [(players[first], players[second]) for first, second in tables if second != count], byes

    def _tables(self) -> tuple[Tables, list[int]]:
        """Return the tables of the best division that is found; who sits out is settled before."""
        sizes, byes = table_sizes(len(self._players), self._settings)
        order = sorted(range(len(self._players)), key=self._bye_cost)
        sitting_out, playing = order[:byes], sorted(order[byes:], key=lambda place: -self._points[place])
        weights = self._weights(playing)
        largest = max(sizes)
        small = [self._past.small[self._players[place]] for place in playing]
        alone = [[count * _SMALL if size < largest else 0 for size in sizes] for count in small]
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        tables = [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
        division = divide(Division(weights, alone, tables), self._rng, self._pause)
        named = [tuple(self._players[playing[seat]] for seat in table) for table in division]
        return named, [self._players[place] for place in sitting_out]

    def _weights(self, playing: Sequence[int]) -> list[list[int]]:
        weights = [[0] * len(playing) for _ in playing]
        for first, second in combinations(range(len(playing)), 2):
            weights[first][second] = weights[second][first] = self._weight(playing[first], playing[second])
            if second == len(playing) - 1:
                self._pause()
        return weights
