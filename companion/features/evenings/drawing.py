"""Draws a round: who sits out, and who sits at which table.

It avoids, in this order, that somebody sits out again before all others did, that two players meet again, that a player
sits at a small table again, or first at a table of two for the third time in a row, and, in a Swiss system, that
players with different points meet (the smallest sum of squared differences that is found). In a Swiss system a player
with the fewest points sits out. The evening's seed decides the rest, so the same log gives the same tables.

Schedules for all against all are exact: nobody meets anybody twice. Tables of two follow the circle method, from which
Berger's tables come (J. Schurig, 1886; FIDE Handbook C.05, Annex 1). Larger ones follow transversal designs over a
finite field, and affine planes where as many tables as seats stand in a round (C. Colbourn and J. Dinitz, Handbook of
Combinatorial Designs, 2nd edition, III.3 and VII.2), as in the problem of the social golfers.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import comb

from companion.engine.pause import pause
from companion.features.evenings.evening import ALL, SWISS, Evening, EveningRefused, Settings

# Each outweighs all after it together: a round has at most 500 pairs, whose points differ by at most 2,400 units.
_BYE = 10**28
_AGAIN = 10**24
_LOW = 10**19
_SMALL = _FIRST = 10**16
_POINTS = 2**16
_CHANCE = 128
PAIR = 2
Tables = list[tuple[int, ...]]


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

    def draw(self) -> tuple[Tables, list[int]]:
        """Return the tables of the best division found, and who sits out."""
        count, players = len(self._players), self._players
        if self._settings.size == PAIR:  # whoever is paired with the extra index sits out
            seats = sorted(range(count), key=lambda place: -self._points[place]) + [count] * (count % PAIR)
            pairs = map(sorted, self._divided(seats, [PAIR] * (len(seats) // PAIR)))
            drawn = [[players[place] for place in pair if place < count] for pair in pairs]
            return [tuple(pair) for pair in drawn if len(pair) == PAIR], [one for one, *other in drawn if not other]
        sizes, byes = table_sizes(count, self._settings)
        order = sorted(range(count), key=self._bye_cost)
        playing = sorted(order[byes:], key=lambda place: -self._points[place])
        tables = [tuple(players[place] for place in table) for table in self._divided(playing, sizes)]
        return tables, [players[place] for place in order[:byes]]

    def _divided(self, playing: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        largest, seats = max(sizes), iter(range(len(playing)))
        small = [self._past.small[player] for player in (*self._players, 0)]
        alone = [[small[place] * _SMALL if size < largest else 0 for size in sizes] for place in playing]
        division = Division(self._weights(playing), alone, [list(islice(seats, size)) for size in sizes])
        return [[playing[seat] for seat in table] for table in divide(division, self._rng)]

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


_OF_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""The products in the field of four elements, whose sum is the exclusive or."""


def schedule(players: Sequence[int], size: int) -> list[tuple[Tables, list[int]]]:
    """Return rounds (tables and who sits out) in which nobody meets anybody twice; none if no schedule fits."""
    if size == PAIR:
        return [circle_round(players, number) for number in range(1, len(players) + len(players) % PAIR)]
    tables, left = divmod(len(players), size)
    if left or tables < size:
        return []
    columns = [players[column * tables : (column + 1) * tables] for column in range(size)]
    rounds = [
        [
            tuple(columns[column][_place(table, step, column, tables)] for column in range(size))
            for table in range(tables)
        ]
        for step in range(_rounds(size, tables))
    ]
    if tables == size:  # the last class of an affine plane
        rounds.append([tuple(column) for column in columns])
    return [(each, []) for each in rounds]


def circle_round(players: Sequence[int], number: int) -> tuple[Tables, list[int]]:
    """Return the pairs of round `number` (from 1) of the circle method, and who sits out where the number is odd.

    The first player of a pair sits first. After as many rounds as a player has opponents it begins again.
    """
    seats: list[int | None] = [*players, *[None] * (len(players) % 2)]
    fixed, rotor = seats[-1], seats[:-1]
    turns = (number - 1) * (len(seats) // 2) % len(rotor)
    rotor = rotor[turns:] + rotor[:turns]
    pairs = [(rotor[0], fixed) if number % 2 else (fixed, rotor[0])]
    pairs += [(rotor[place], rotor[-place]) for place in range(1, len(seats) // 2)]
    there = [tuple(player for player in pair if player is not None) for pair in pairs]
    return [pair for pair in there if len(pair) == PAIR], [pair[0] for pair in there if len(pair) < PAIR]


def _rounds(size: int, tables: int) -> int:
    """Return for how many rounds the differences of columns and of rounds have no product of 0."""
    if tables == len(_OF_FOUR):
        return tables
    smallest = next(factor for factor in range(2, tables + 1) if tables % factor == 0)
    return smallest if size <= smallest else 1


def _place(table: int, step: int, column: int, tables: int) -> int:
    if tables == len(_OF_FOUR):
        return table ^ _OF_FOUR[step][column]
    return (table + step * column) % tables
