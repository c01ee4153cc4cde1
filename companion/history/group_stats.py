"""What a group's games add up to: a table by player and by game, pairs, ratings and records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game.figure import TOTALS_ONLY
from companion.game.names import name_order
from companion.game.pause import pause
from companion.history.group_games import GroupGame
from companion.history.group_standings import GameTable, GroupPair, GroupRow, Record, ordered
from companion.history.rating import Contest, Rating, Ratings, contest_of
from companion.history.stats import Result, is_tied_win, kind_of, seat_results

MOST_DRAWN = 5
"""How many players the plot of the ratings has a line for."""


@dataclass
class GroupStats:
    """The statistics of a group's players over its games; other people at the tables count as opponents only.

    `course` has the ratings of the players in `drawn` before the first contest and after each.
    """

    names: Mapping[str, str]
    rows: dict[str, GroupRow] = field(default_factory=dict)
    tables: dict[Kind, GameTable] = field(default_factory=dict)
    pairs: dict[tuple[str, str], GroupPair] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    streak: Record | None = None
    drawn: tuple[str, ...] = ()
    course: list[tuple[int, ...]] = field(default_factory=list)
    games: int = 0
    totals_only: int = 0
    """Of how many games only the totals are known."""

    @property
    def ordered(self) -> list[GroupRow]:
        """The players who played, most wins first."""
        return ordered(self.rows.values())

    @property
    def by_game(self) -> list[GameTable]:
        """The games, most played first."""
        return sorted(self.tables.values(), key=lambda table: (-table.played, table.game, table.kind))

    def pair(self, key: str, other: str) -> GroupPair | None:
        """The games of two players against each other, from the first one's side; None without any."""
        turned = self.pairs.get((other, key))
        return turned.turned if turned else self.pairs.get((key, other))

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """The ends of the intervals in which the course ends, for each of those who are drawn."""
        return [(self.ratings[key].low, self.ratings[key].high) for key in self.drawn]

    @property
    def by_rating(self) -> list[tuple[GroupRow, Rating]]:
        """The players with a rating, by the lower end of its interval: few games put nobody on top."""
        rated = [(row, self.ratings[row.key]) for row in self.rows.values() if row.key in self.ratings]
        return sorted(rated, key=lambda one: (-one[1].low, -one[1].mean, name_order(one[0].name)))


def group_stats(games: Sequence[GroupGame], names: Mapping[str, str]) -> GroupStats:
    """The statistics of players (names by key) over games, earliest first."""
    stats, streaks = GroupStats(names), dict.fromkeys(names, 0)
    for game in games:
        results = {seat: result for seat, result in enumerate(seat_results(game)) if game.keys[seat] in names}
        if results:
            _add(stats, game, results, streaks)
        pause()
    _rate(stats, games)
    return stats


def _add(stats: GroupStats, game: GroupGame, results: Mapping[int, Result], streaks: dict[str, int]) -> None:
    stats.games += 1
    stats.totals_only += TOTALS_ONLY in game.figures[0]
    is_tied = is_tied_win(game)
    for seat, result in results.items():
        key = game.keys[seat]
        stats.rows.setdefault(key, GroupRow(key, stats.names[key])).add(result, is_tied=is_tied)
        if result.is_contest:
            streaks[key] = streaks[key] + 1 if result.is_won else 0
    _add_streak(stats, game, results, streaks)
    _add_pairs(stats, game, list(results))
    of = (game.game, kind_of(game))
    stats.tables.setdefault(of, GameTable(*of)).add(game, results, stats.names, is_tied=is_tied)


def _add_streak(stats: GroupStats, game: GroupGame, results: Mapping[int, Result], streaks: Mapping[str, int]) -> None:
    won = {seat: result for seat, result in results.items() if result.is_won}
    longest = max((streaks[game.keys[seat]] for seat in won), default=0)
    if longest > (stats.streak.value if stats.streak else 1):  # a single win is no streak
        holders = {seat: result for seat, result in won.items() if streaks[game.keys[seat]] == longest}
        stats.streak = Record(tuple([stats.names[game.keys[seat]] for seat in holders]), longest, game)


def _add_pairs(stats: GroupStats, game: GroupGame, seats: Sequence[int]) -> None:
    by_key = sorted(seats, key=lambda seat: game.keys[seat])
    for place, seat in enumerate(by_key):
        for other in by_key[place + 1 :]:
            of = (game.keys[seat], game.keys[other])
            pair = stats.pairs.setdefault(of, GroupPair(stats.names[of[0]], stats.names[of[1]]))
            if game.sides[seat] == game.sides[other]:
                pair.mates += 1
            elif game.places[seat] == game.places[other]:
                pair.equal += 1
            elif game.places[seat] < game.places[other]:
                pair.ahead += 1
            else:
                pair.behind += 1


def _rate(stats: GroupStats, games: Sequence[GroupGame]) -> None:
    """Rate the players in the order of the games, and note the course of those with most contests."""
    most = sorted(stats.rows.values(), key=lambda row: (-row.contests, name_order(row.name)))
    stats.drawn = tuple([row.key for row in most if row.contests][:MOST_DRAWN])
    rated = rate(games, stats.drawn)
    stats.course = rated.course
    stats.ratings = shown(rated.common, stats.rows)
    for of, table in stats.tables.items():
        if of in rated.by_kind:
            table.ratings = shown(rated.by_kind[of], table.rows)


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
