"""A rating for games of two players or more: Plackett-Luce after Weng and Lin, with a rule of its own for ties.

R. C. Weng, C.-J. Lin: A Bayesian Approximation Method for Online Ranking. Journal of Machine Learning Research 12
(2011), algorithm 4. A game is modelled as a series of draws, each of which takes one of the remaining sides, best
first. The paper's own formula for ties rates two who share the first place of five below the third; here a tie counts
as the mean over all orders of the tied sides.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, hypot, sqrt
from typing import NamedTuple

from companion.engine.names import name_order
from companion.engine.pause import pause
from companion.features.history.figures import GroupStats, Kind, Tally
from companion.features.history.results import FinishedGame

START, SPREAD = 1000, 400
"""The rating of a newcomer, and its uncertainty."""
_MU, _SIGMA = 25.0, 25.0 / 3
_BETA, _TAU, _KAPPA = _SIGMA / 2, _SIGMA / 100, 0.0001
"""The influence of chance; the growth of uncertainty before each game; the lower bound for its decrease by one game."""
_SCALE = SPREAD / 2 / _SIGMA  # `spread` is two standard deviations
_ALL_ORDERS = 8
"""Up to this many tied sides, all orders are averaged; beyond, only the rotations of a ring sorted by strength."""


@dataclass(frozen=True)
class Rating:
    """A player's rating: 19 times out of 20 the true one is at most `spread` away from `mean`."""

    mean: int
    spread: int
    games: int

    @property
    def low(self) -> int:
        """The lower end of the interval."""
        return self.mean - self.spread

    @property
    def high(self) -> int:
        """The upper end of the interval."""
        return self.mean + self.spread


class Skill(NamedTuple):
    """The estimate of a player's strength: a mean, and its standard deviation."""

    mu: float
    sigma: float


_NEWCOMER = Skill(_MU, _SIGMA)


@dataclass
class Ratings:
    """The ratings of players by key, game by game. A seat without a name is a newcomer each time."""

    _now: dict[str, Skill] = field(default_factory=dict)
    _games: Counter[str] = field(default_factory=Counter)

    def add(self, game: FinishedGame) -> bool:
        """Rate the players after the next game; return whether it had opponents, as one without rates nobody."""
        places = dict(zip(game.sides, game.places, strict=True))
        if len(places) < 2:
            return False
        seated = [*zip(game.sides, game.keys, strict=True)]
        sides = [[key for side, key in seated if side == one] for one in places]
        before = [[self._now.get(key, _NEWCOMER) for key in side] for side in sides]
        for side, team in zip(sides, rated(before, [*places.values()]), strict=True):
            for key, skill in zip(side, team, strict=True):
                if key:
                    self._now[key] = skill
                    self._games[key] += 1
        return True

    def of(self, key: str) -> Rating:
        """The rating of a player after the games so far."""
        skill = self._now.get(key, _NEWCOMER)
        mean = START + (skill.mu - _MU) * _SCALE
        return Rating(round(mean), round(2 * skill.sigma * _SCALE), self._games[key])


def rated(sides: Sequence[Sequence[Skill]], places: Sequence[float]) -> list[list[Skill]]:
    """Return the skills of all sides' players after a game in which the sides reached these places."""
    sides = [[Skill(mu, hypot(sigma, _TAU)) for mu, sigma in side] for side in sides]
    variances = [sum(sigma**2 for _, sigma in side) for side in sides]
    c = sqrt(sum(variances) + len(sides) * _BETA**2)
    strengths = [exp(sum(mu for mu, _ in side) / c) for side in sides]
    gains, shrinks = [1.0] * len(sides), [0.0] * len(sides)
    for left, weight in _draws(strengths, places):
        all_strengths = sum([strengths[side] for side in left])
        for side in left:
            chance = strengths[side] / all_strengths
            gains[side] -= weight * chance
            shrinks[side] += weight * chance * (1 - chance)
    return [
        [
            Skill(mu + sigma**2 / c * gain, sigma * sqrt(max(1 - sigma**2 * sqrt(variance) / c**3 * shrink, _KAPPA)))
            for mu, sigma in side
        ]
        for side, variance, gain, shrink in zip(sides, variances, gains, shrinks, strict=True)
    ]


def _draws(strengths: Sequence[float], places: Sequence[float]) -> Iterator[tuple[Sequence[int], float]]:
    """Yield the sides that remain in a draw, and the share of the orders of tied sides with this draw."""
    for place in set(places):
        tied = sorted([side for side, own in enumerate(places) if own == place], key=lambda side: strengths[side])
        below = [side for side, own in enumerate(places) if own > place]
        ring = [*tied, *tied]
        for size in range(1, len(tied) + 1):
            neighbours = [ring[first : first + size] for first in range(len(tied))]
            left = list(combinations(tied, size)) if len(tied) <= _ALL_ORDERS else neighbours
            for some in left:
                yield [*some, *below], 1 / len(left)


MOST_DRAWN = 5
"""How many players the plot of the ratings has a line for."""


@dataclass(frozen=True)
class GroupRatings:
    """The ratings of a group's players who had opponents: over all games, and from the games of each kind only.

    `course` has the ratings of the players in `drawn` before the first contest and after each.
    """

    overall: Mapping[str, Rating]
    by_kind: Mapping[Kind, Mapping[str, Rating]]
    drawn: tuple[str, ...]
    course: Sequence[tuple[int, ...]]

    def ordered(self, rows: Mapping[str, Tally]) -> list[tuple[Tally, Rating]]:
        """The rows with a rating, by the lower end of its interval: few games put nobody on top."""
        found = [(rows[key], rating) for key, rating in self.overall.items()]
        return sorted(found, key=lambda one: (-one[1].low, -one[1].mean, name_order(one[0].name)))


def group_ratings(games: Iterable[FinishedGame], stats: GroupStats) -> GroupRatings:
    """Rate the players of a group game by game, and keep the course of those with most contests."""
    most = sorted(stats.rows.values(), key=lambda row: (-row.contests, name_order(row.name)))
    drawn = tuple([row.key for row in most if row.contests][:MOST_DRAWN])
    overall, by_kind = Ratings(), defaultdict[Kind, Ratings](Ratings)
    means = [START for _ in drawn]
    course = [tuple(means)]
    for game in games:
        if overall.add(game):
            by_kind[game.game, game.kind].add(game)
            means = [overall.of(key).mean if key in game.keys else mean for key, mean in zip(drawn, means, strict=True)]
            course.append(tuple(means))
        pause()
    kinds = {of: _shown(by_kind[of], table.rows) for of, table in stats.tables.items()}
    return GroupRatings(_shown(overall, stats.rows), kinds, drawn, course)


def _shown(ratings: Ratings, keys: Iterable[str]) -> dict[str, Rating]:
    return {key: rating for key in keys if (rating := ratings.of(key)).games}
