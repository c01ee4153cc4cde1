"""Draws a round: who sits out, and who sits at which table.

It avoids, in this order, that somebody sits out again before all others did, that two players meet again, that a player
sits at a small table again, or first at a table of two for the third time in a row, and, in a Swiss system, that
players with different points meet (the smallest sum of
squared differences that is found). In a Swiss system a player with the fewest points sits out. The evening's seed
decides the rest, so the same log gives the same tables.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from companion.engine.pause import pause
from companion.features.evenings.evening import ALL, SWISS, Evening, EveningRefused, Settings
from companion.features.evenings.schedules import PAIR, Tables, schedule

# Each outweighs all after it together: a round has at most 500 pairs, whose points differ by at most 2,400 units.
_BYE = 10**28
_AGAIN = 10**24
_LOW = 10**19
_SMALL = _FIRST = 10**16
_POINTS = 2**16
_CHANCE = 128


@dataclass(frozen=True)
class Past:
    """Counts over earlier rounds: how often two players met, and a player sat out, at a small table, or first.

    `turns` has for each table of two, in order, whether a player sat first there.
    """

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    small: Counter[int] = field(default_factory=Counter)
    first: Counter[int] = field(default_factory=Counter)
    turns: dict[int, list[bool]] = field(default_factory=dict)

    def turn(self, player: int) -> tuple[int, int, list[bool]]:
        """Return a key by which the lesser of two players sits first: who must, who rarely was, who was not lately.

        It begins with 1 after twice first in a row, or two more times first than second, and -1 likewise.
        """
        turns = self.turns.get(player, [])
        ahead = 2 * sum(turns) - len(turns)
        latest = sum(turns[-2:]) - 1 if len(turns) > 1 else 0
        return latest or (ahead > 1) - (ahead < -1), ahead, turns[::-1]


def past_of(evening: Evening, deleted: Collection[str] = ()) -> Past:
    """Return the counts over the rounds whose tables were opened; nobody met at a table that was deleted."""
    past = Past()
    for each in evening.opened:
        largest = max(map(len, each.tables), default=0)
        past.byes.update(each.byes)
        for number, session in enumerate(each.sessions, 1):
            came = each.came_to(number)
            if not session or session in deleted or len(came) < PAIR:
                continue
            past.met.update(frozenset(pair) for pair in combinations(came, 2))
            past.first[came[0]] += 1
            if len(came) < largest:
                past.small.update(came)
            if len(came) == PAIR:
                for seat, player in enumerate(came):
                    past.turns.setdefault(player, []).append(seat == 0)
    return past


def draw(
    evening: Evening, points: Mapping[int, int], settings: Settings, chance: int = 0, deleted: Collection[str] = ()
) -> tuple[Tables, list[int]]:
    """Return the tables of the next round, the first with the most points, and who sits out.

    `chance` is how often the round was drawn, at the sessions `deleted` nobody met. Raises `EveningRefused`.
    """
    players, number = sorted(evening.present), len(evening.opened) + 1
    if not table_sizes(len(players), settings)[0]:
        fewest = max(settings.least, PAIR)
        raise EveningRefused("A table needs {fewest} players who are there.", fewest=fewest)
    rng = random.Random(f"{settings.seed}/{number}/{chance}")
    rng.shuffle(players)
    drawing = _Drawing(players, points, past_of(evening, deleted), settings, rng)
    scheduled = _scheduled(evening, settings, chance)
    tables, byes = scheduled or drawing.draw()
    ranked = sorted(tables, key=lambda table: -sum(points.get(player, 0) for player in table))
    if scheduled is None or settings.size != PAIR:  # Berger's tables say who is first
        ranked = [drawing.seated(table) for table in ranked]
    return _numbered(ranked, evening.fixed), sorted(byes)


def _numbered(tables: Tables, fixed: Mapping[int, int]) -> Tables:
    """Return tables in an order in which those of players who cannot move have their number, where it is free."""
    kept: dict[int, tuple[int, ...]] = {}
    for player, number in fixed.items():
        own = next((table for table in tables if player in table and table not in kept.values()), None)
        if own is not None:
            kept.setdefault(min(number, len(tables)), own)
    others = iter([table for table in tables if table not in kept.values()])
    return [kept.get(number) or next(others) for number in range(1, len(tables) + 1)]


def _scheduled(evening: Evening, settings: Settings, chance: int) -> tuple[Tables, list[int]] | None:
    """Return a round of an exact schedule, if the players are the same and all rounds so far belong to it."""
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
    if not free:
        return None
    drawn, byes = free[chance % len(free)]
    return ([table[::-1] for table in drawn] if fewest % 2 else drawn), byes


def _as_sets(tables: Iterable[Iterable[int]]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, tables))


class _Drawing:
    """One draw; `players` are in random order and identified by their index in it."""

    def __init__(
        self, players: Sequence[int], points: Mapping[int, int], past: Past, settings: Settings, rng: random.Random
    ) -> None:
        self._players, self._past, self._settings, self._rng = players, past, settings, rng
        self._is_swiss = settings.system == SWISS
        self._points = [points.get(player, 0) if self._is_swiss else 0 for player in players]

    def draw(self) -> tuple[Tables, list[int]]:
        """Return tables and who sits out."""
        return self._pairs() if self._settings.size == 2 else self._tables()

    def seated(self, table: Sequence[int]) -> tuple[int, ...]:
        """Return a table in order of how rarely its players sat first; at tables of two the latest turns count, too."""
        order = list(table)
        self._rng.shuffle(order)
        if len(order) == PAIR:
            return tuple(sorted(order, key=self._past.turn))
        return tuple(sorted(order, key=lambda player: self._past.first[player]))

    def _weight(self, first: int, second: int) -> int:
        """The cost of two players who meet, or of one who sits out; which of equal pairs meet is left to chance."""
        if second == len(self._players):
            return self._bye_cost(first)
        met = self._past.met[frozenset((self._players[first], self._players[second]))]
        apart = self._points[first] - self._points[second]
        cost = met * _AGAIN + apart * apart * _POINTS
        if self._settings.size != PAIR:
            return cost
        due = sum(self._past.turn(self._players[one])[0] for one in (first, second))
        return abs(due) // 2 * _FIRST + cost + self._rng.randrange(_CHANCE)

    def _bye_cost(self, place: int) -> int:
        low = self._points[place] - min(self._points)
        return self._past.byes[self._players[place]] * _BYE + low * _LOW + self._rng.randrange(_CHANCE)

    def _pairs(self) -> tuple[Tables, list[int]]:
        """Return pairs; if the number is odd, the player paired with an extra index sits out."""
        count, players = len(self._players), self._players
        seats = sorted(range(count), key=lambda place: -self._points[place]) + [count] * (count % 2)
        pairs = [range(place, place + PAIR) for place in range(0, len(seats), PAIR)]
        alone = [[0] * len(pairs) for _ in seats]
        divided = divide(Division(self._weights(seats), alone, pairs), self._rng)
        tables = [sorted(seats[seat] for seat in table) for table in divided]
        byes = [players[first] for first, second in tables if second == count]
        return [(players[first], players[second]) for first, second in tables if second != count], byes

    def _tables(self) -> tuple[Tables, list[int]]:
        """Return the tables of the best division found, after choosing who sits out."""
        sizes, byes = table_sizes(len(self._players), self._settings)
        order = sorted(range(len(self._players)), key=self._bye_cost)
        sitting_out, playing = order[:byes], sorted(order[byes:], key=lambda place: -self._points[place])
        largest = max(sizes)
        small = [self._past.small[self._players[place]] for place in playing]
        alone = [[count * _SMALL if size < largest else 0 for size in sizes] for count in small]
        starts = [sum(sizes[:number]) for number in range(len(sizes))]
        tables = [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]
        division = divide(Division(self._weights(playing), alone, tables), self._rng)
        named = [tuple(self._players[playing[seat]] for seat in table) for table in division]
        return named, [self._players[place] for place in sitting_out]

    def _weights(self, playing: Sequence[int]) -> list[list[int]]:
        weights = [[0] * len(playing) for _ in playing]
        for first, second in combinations(range(len(playing)), 2):
            weights[first][second] = weights[second][first] = self._weight(playing[first], playing[second])
            if second == len(playing) - 1:
                pause()
        return weights


_LARGEST = 6


def table_sizes(count: int, settings: Settings) -> tuple[list[int], int]:
    """Return the sizes of the tables, largest first, and how many players sit out.

    Tables have the size that was asked for. Where that does not divide the players, some tables are smaller, else some
    are larger, all as equal as can be; somebody sits out only where the game takes no such table. Tables of two stay
    tables of two.
    """
    return next((found, byes) for byes in range(count + 1) if (found := _split(count - byes, settings)) is not None)


def rounds_needed(count: int, settings: Settings) -> int:
    """Return the smallest number of rounds in which everybody can meet everybody; 0 if there is no table."""
    at_tables = sum(comb(size, 2) for size in table_sizes(count, settings)[0])
    return -(-comb(count, 2) // at_tables) if at_tables else 0


def _split(count: int, settings: Settings) -> list[int] | None:
    """Return table sizes for exactly so many players, as close as possible to the one asked for; None if impossible."""
    size, least, most = settings.size, max(settings.least, PAIR), min(settings.most, _LARGEST)
    if size == PAIR:
        return None if count % PAIR else [PAIR] * (count // PAIR)
    splits = [_equal(count, tables) for tables in {-(-count // size), count // size} if tables]
    seating = [sizes for sizes in splits if least <= sizes[-1] and sizes[0] <= most]
    if not count or not seating:
        return None if count else []
    return min(seating, key=lambda sizes: (max(abs(each - size) for each in sizes), sizes[0] > size))


def _equal(count: int, tables: int) -> list[int]:
    """Return so many sizes, largest first, that differ by at most one."""
    smaller, left = divmod(count, tables)
    return [smaller + 1] * left + [smaller] * (tables - left)


_WORK = 2_600
"""Kicks times players: a kick takes time in proportion to the players, so every draw takes about as long."""
_KICKS = 10  # at most, for each player
_SWAPS = 3  # of a kick


class Division:
    """Players at tables, with the cost of each player at each table, for an iterated local search.

    See H. Lourenço, O. Martin and T. Stützle, "Iterated Local Search" (2003). It swaps two players at a time, as
    I. Dotú and P. Van Hentenryck do in "Scheduling Social Golfers Locally" (2005).

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
    if division.total == 0:  # such as in a first round
        return division.tables
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
