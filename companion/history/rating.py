"""A rating for games of two players or more: Plackett-Luce after Weng and Lin, as the package openskill computes it.

R. C. Weng, C.-J. Lin: A Bayesian Approximation Method for Online Ranking. Journal of Machine Learning Research 12
(2011), algorithm 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from openskill.models import PlackettLuce, PlackettLuceRating

from companion.history.group_games import GroupGame
from companion.history.stats import seat_result, side_of

START, SPREAD = 1000, 400
"""The rating of a newcomer, and what it is uncertain by."""
_MODEL = PlackettLuce()
_SCALE = SPREAD / 2 / _MODEL.sigma  # what is shown is two standard deviations


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


@dataclass
class Ratings:
    """The ratings of players by key, game by game. A seat without a name is a newcomer each time."""

    _now: dict[str, PlackettLuceRating] = field(default_factory=dict)
    _games: dict[str, int] = field(default_factory=dict)

    def add(self, game: GroupGame) -> bool:
        """Rate the players after the next game; False if it had no opponents and so rates nobody."""
        sides = _sides(game)
        if len(sides) < 2:
            return False
        teams = [[self._now.get(game.keys[seat]) or _MODEL.rating() for seat in seats] for seats in sides]
        ranks = [float(seat_result(game, seats[0]).place) for seats in sides]
        for seats, team in zip(sides, _MODEL.rate(teams, ranks=ranks), strict=True):
            for seat, rating in zip(seats, team, strict=True):
                if key := game.keys[seat]:
                    self._now[key] = rating
                    self._games[key] = self._games.get(key, 0) + 1
        return True

    def of(self, key: str) -> Rating:
        """The rating of a player after the games so far."""
        own = self._now.get(key)
        if own is None:
            return Rating(START, SPREAD, 0)
        mean = START + (own.mu - _MODEL.mu) * _SCALE
        return Rating(round(mean), round(2 * own.sigma * _SCALE), self._games[key])


def _sides(game: GroupGame) -> list[Sequence[int]]:
    """The seats of each side: team mates together, everybody else alone."""
    ordered = sorted(range(len(game.places)), key=lambda seat: str(side_of(game, seat)))
    return [list(seats) for _, seats in groupby(ordered, key=lambda seat: side_of(game, seat))]
