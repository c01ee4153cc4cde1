"""The ratings of a group's players: one over all games, with its course, and one for each game and kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.game.pause import pause
from companion.history.group_games import GroupGame
from companion.history.rating import Contest, Rating, Ratings, contest_of
from companion.history.stats import kind_of

Kind = tuple[str, str]
"""A game's key and a kind of it."""


@dataclass(frozen=True)
class GroupRatings:
    """Ratings after all games, and `course`: the means of some players before the first contest and after each."""

    common: Ratings
    by_kind: Mapping[Kind, Ratings]
    course: list[tuple[int, ...]]


def rate(games: Iterable[GroupGame], drawn: Sequence[str]) -> GroupRatings:
    """Rate all players of games, earliest first, and note the course of those to draw."""
    common, by_kind = Ratings(), defaultdict[Kind, Ratings](Ratings)
    means = [common.of(key).mean for key in drawn]
    course = [tuple(means)]
    for game in games:
        if contest := contest_of(game):
            common.add(contest)
            by_kind[game.game, kind_of(game)].add(contest)
            means = _after(contest, common, drawn, means)
            course.append(tuple(means))
        pause()
    return GroupRatings(common, by_kind, course)


def shown(ratings: Ratings, keys: Iterable[str]) -> dict[str, Rating]:
    """The ratings of those players who had an opponent."""
    return {key: rating for key in keys if (rating := ratings.of(key)).games}


def _after(contest: Contest, ratings: Ratings, drawn: Sequence[str], means: Sequence[int]) -> list[int]:
    return [ratings.of(key).mean if key in contest.keys else mean for key, mean in zip(drawn, means, strict=True)]
