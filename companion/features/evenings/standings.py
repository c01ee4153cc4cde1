"""The standings of an evening: points and tie-breaks. All points are stored in halves.

At a table everybody gets a point for each player who is behind, and half a point for each who shares the place: 1, 0.5
or 0 for two players; without ties n − place for n players. Whoever sits out gets as much as for a win at the
smallest table of the round. The tie-breaks are those of FIDE's Handbook, C.07: the sum of the opponents' points
(Buchholz), and direct encounter; then the number of first places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, permutations

from companion.features.evenings.evening import Evening

Places = Mapping[str, Sequence[int]]
"""The places by seat of finished sessions; 0 for everybody in a game without opponents."""
TIE = 1


@dataclass(frozen=True)
class RoundResult:
    """The result of a round for a player; `table` is None if the player sat out.

    `place` is None until the table is over. `size` is the number of players at the table; for a player who sat out it
    is that of the smallest table of the round.
    """

    round: int
    table: int | None
    opponents: tuple[int, ...] = ()
    place: int | None = None
    behind: int = 0
    level: int = 0
    points: int = 0
    size: int = 0


@dataclass(frozen=True)
class Line:
    """A player in the standings: place, points, and the tie-breaks in their order.

    `mutual` is the number of tied players who are behind by direct encounter.
    """

    player: int
    place: int
    points: int
    opponents: int
    mutual: int
    firsts: int
    results: tuple[RoundResult, ...]
    is_here: bool

    def as_json(self) -> dict[str, int]:
        """Return the place with all that decided it, as files and programs get it."""
        own = {"place": self.place, "half_points": self.points}
        return own | {"opponents": self.opponents, "mutual": self.mutual, "firsts": self.firsts}

    @property
    def tie_breaks(self) -> tuple[int, int, int]:
        """The values of the tie-breaks in their order."""
        return self.opponents, self.mutual, self.firsts


def results_of(evening: Evening, places: Places) -> dict[int, list[RoundResult]]:
    """Return the results of all rounds for each player who ever came."""
    results: dict[int, list[RoundResult]] = {player: [] for player in evening.since}
    for each in evening.opened:
        smallest = min(map(len, each.tables), default=1)
        for player in each.byes:
            results[player].append(RoundResult(each.number, None, points=WIN * (smallest - 1), size=smallest))
        for number, (table, session) in enumerate(zip(each.tables, each.sessions, strict=True), 1):
            seats = places.get(session)
            for seat, player in enumerate(table):
                others = tuple(other for other in table if other != player)
                result = RoundResult(each.number, number, others, size=len(table))
                results[player].append(result if seats is None else _scored(result, seats, seat))
    return results


def _scored(result: RoundResult, seats: Sequence[int], seat: int) -> RoundResult:
    at_table, places = seats[seat], seats[: result.size]  # the first seats are the players of the evening
    behind = sum(place > at_table for place in places)
    level = sum(place == at_table for place in places) - 1
    is_lost = min(seats) > 1  # together with all others: nobody comes first
    place = 1 + is_lost + sum(place < at_table for place in places)
    points = WIN * behind + TIE * level
    return RoundResult(result.round, result.table, result.opponents, place, behind, level, points, len(places))


def standings(evening: Evening, places: Places) -> list[Line]:
    """Return the lines of all players who ever came, best first."""
    results = results_of(evening, places)
    points = {player: sum(result.points for result in played) for player, played in results.items()}
    opponents = {
        player: sum(points[other] for result in played if result.place is not None for other in result.opponents)
        for player, played in results.items()
    }
    firsts = {player: sum(result.place == 1 for result in played) for player, played in results.items()}
    mutual = _mutual(list(evening.since), lambda player: (points[player], opponents[player]), _scores(evening, places))
    values = {player: (points[player], opponents[player], mutual[player], firsts[player]) for player in results}
    ranked = sorted(values, key=lambda player: (tuple(-value for value in values[player]), player))
    first = {values[player]: place for place, player in reversed(list(enumerate(ranked, 1)))}
    return [
        Line(player, first[values[player]], *values[player], tuple(results[player]), player not in evening.gone)
        for player in ranked
    ]


def _mutual(players: Sequence[int], key: Callable[[int], tuple[int, int]], scores: Scores) -> dict[int, int]:
    """Return for each player the number of tied players who are behind by direct encounter; `key` tells who is tied."""
    mutual = {}
    for _, level in groupby(sorted(players, key=key), key=key):
        behind = list(level)
        for group in ordered(behind, scores):
            behind = [player for player in behind if player not in group]
            mutual.update(dict.fromkeys(group, len(behind)))
    return mutual


def _scores(evening: Evening, places: Places) -> Scores:
    """Return the players' mean scores against each other, at tables that are over."""
    results: dict[int, dict[int, list[int]]] = {}
    for each in evening.opened:
        for table, session in zip(each.tables, each.sessions, strict=True):
            for (own, player), (others, other) in permutations(zip(places.get(session, ()), table, strict=False), 2):
                points = WIN if own < others else TIE if own == others else 0
                results.setdefault(player, {}).setdefault(other, []).append(points)
    return {
        player: {other: Fraction(sum(points), len(points)) for other, points in met.items()}
        for player, met in results.items()
    }


WIN = 2
Scores = Mapping[int, Mapping[int, Fraction]]
"""The mean score of each player against each opponent so far."""


def ordered(tied: Sequence[int], scores: Scores) -> list[list[int]]:
    """Return tied players in order of direct encounter; players who stay tied share a list.

    If all have met, they are ordered by their scores against each other (6.2). Otherwise a player comes first only if
    no result of the missing games could change that, then likewise the next one (6.3). Then the rest is ordered.
    """
    if len(tied) < 2:
        return [list(tied)] if tied else []
    group = frozenset(tied)
    met = {one: [score for other, score in scores.get(one, {}).items() if other in group] for one in tied}
    low = {one: sum(against, Fraction(0)) for one, against in met.items()}
    missing = {one: len(tied) - 1 - len(against) for one, against in met.items()}
    if any(missing.values()):
        high = {one: low[one] + WIN * missing[one] for one in tied}
        first = _ahead(tied, low, high)
        rest = [one for one in tied if one not in first]
        return [[one] for one in first] + (ordered(rest, scores) if first else [rest])
    levels = [[one for one in tied if low[one] == score] for score in sorted({*low.values()}, reverse=True)]
    return levels if len(levels) == 1 else [part for level in levels for part in ordered(level, scores)]


def _ahead(tied: Sequence[int], low: Mapping[int, Fraction], high: Mapping[int, Fraction]) -> list[int]:
    """Return the players, best first, who stay ahead of the rest whatever the results of the missing games."""
    first: list[int] = []
    while rest := [one for one in tied if one not in first]:
        best = max(rest, key=lambda one: low[one])
        if any(high[other] >= low[best] for other in rest if other != best):
            break
        first.append(best)
    return first
