"""A rating for games of two players or more: Plackett-Luce after Weng and Lin, as the package openskill computes it.

R. C. Weng, C.-J. Lin: A Bayesian Approximation Method for Online Ranking. Journal of Machine Learning Research 12
(2011), algorithm 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from companion.history.group_games import GroupGame

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


@dataclass(frozen=True)
class Contest:
    """A game between sides: the keys of each side's players, empty for a deleted name, and the sides' places."""

    sides: list[list[str]]
    places: list[float]

    @property
    def keys(self) -> set[str]:
        """All players."""
        return {key for side in self.sides for key in side}


def contest_of(game: GroupGame) -> Contest | None:
    """Return who played against whom; None for a game without opponents, which rates nobody."""
    sides: dict[Any, list[str]] = {}
    places: dict[Any, float] = {}
    for side, key, place in zip(game.sides, game.keys, game.places, strict=True):
        sides.setdefault(side, []).append(key)
        places[side] = place
    return Contest(list(sides.values()), list(places.values())) if len(sides) > 1 else None


class _Teams(list[list[PlackettLuceRating]]):
    """Teams that openskill need not copy: what it changes in them is replaced by its results."""

    def __deepcopy__(self, known: object) -> _Teams:
        return self


@dataclass
class Ratings:
    """The ratings of players by key, game by game. A seat without a name is a newcomer each time."""

    _now: dict[str, PlackettLuceRating] = field(default_factory=dict)
    _games: dict[str, int] = field(default_factory=dict)

    def add(self, contest: Contest) -> None:
        """Rate the players after the next game."""
        teams = _Teams([[self._now.get(key) or _MODEL.rating() for key in side] for side in contest.sides])
        for side, team in zip(contest.sides, _MODEL.rate(teams, ranks=contest.places), strict=True):
            for key, rating in zip(side, team, strict=True):
                if key:
                    self._now[key] = rating
                    self._games[key] = self._games.get(key, 0) + 1

    def of(self, key: str) -> Rating:
        """The rating of a player after the games so far."""
        rating = self._now.get(key)
        if rating is None:
            return Rating(START, SPREAD, 0)
        mean = START + (rating.mu - _MODEL.mu) * _SCALE
        return Rating(round(mean), round(2 * rating.sigma * _SCALE), self._games[key])
