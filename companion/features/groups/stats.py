"""Statistics of a group: tables by player and by game, pairs, ratings and records.

They are computed from the seats of the group's finished games; nothing is stored.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from companion.engine.figure import TOTALS_ONLY
from companion.engine.names import name_order
from companion.engine.pause import pause
from companion.features.groups.games import GroupGame
from companion.features.groups.rating import Rating, Ratings, contest_of
from companion.features.history.aggregates import Lengths, add_length
from companion.features.history.stats import HeadToHead, Result, is_tied_win, kind_of, seat_results
from companion.scoring.game_stats import game_of_kind


@dataclass
class GroupRow:
    """A player's line in a table: games, those with opponents, and how often each place was reached in these.

    `shared` counts the wins that another side had too. Of `unscored` games no points are known.
    """

    key: str
    name: str
    games: int = 0
    contests: int = 0
    points: int = 0
    shared: int = 0
    unscored: int = 0
    places: dict[int, int] = field(default_factory=dict)

    def add(self, result: Result, *, is_tied: bool) -> None:
        """Add one game of the player; `is_tied` says whether several sides came first in it."""
        self.games += 1
        self.unscored += result.total is None
        self.points += result.total or 0
        if result.is_contest:
            self.contests += 1
            self.shared += is_tied and result.is_won
            self.places[result.place] = self.places.get(result.place, 0) + 1

    @property
    def wins(self) -> int:
        """How often the player came first against opponents, alone or with others."""
        return self.places.get(1, 0)

    @property
    def win_rate(self) -> int | None:
        """The percentage of games with opponents that were won, rounded half up; None without such games."""
        return (200 * self.wins + self.contests) // (2 * self.contests) if self.contests else None

    @property
    def is_scored(self) -> bool:
        """Whether there is a game whose points are known."""
        return self.games > self.unscored

    @property
    def mean(self) -> float:
        """The mean points of games whose points are known; there must be one."""
        return self.points / (self.games - self.unscored)


@dataclass(frozen=True)
class Record:
    """A record and who holds it: `value` is a total or a number of wins in a row, reached in `game`."""

    names: tuple[str, ...]
    value: int
    game: GroupGame


@dataclass
class GameTable:
    """The results of one game and kind; `ratings` are from this game only, for players who had opponents in it."""

    game: str
    kind: str
    rows: dict[str, GroupRow] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    lengths: Lengths = field(default_factory=dict)
    played: int = 0
    lowest: Record | None = None
    highest: Record | None = None

    def add(self, game: GroupGame, results: Mapping[int, Result], names: Mapping[str, str], *, is_tied: bool) -> None:
        """Add one game with the results of the group's players by seat."""
        self.played += 1
        add_length(self.lengths, len(game.names), game.figures[0])
        for seat, result in results.items():
            key = game.keys[seat]
            self.rows.setdefault(key, GroupRow(key, names[key])).add(result, is_tied=is_tied)
        totals = [result.total for result in results.values() if result.total is not None]
        if not totals:
            return
        if self.lowest is None or min(totals) < self.lowest.value:
            self.lowest = _record(game, results, names, min(totals))
        if self.highest is None or max(totals) > self.highest.value:
            self.highest = _record(game, results, names, max(totals))

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins in this kind of the game."""
        return game_of_kind(self.game, self.kind)[0].lowest_wins

    @property
    def best(self) -> Record | None:
        """The best total and the first player who reached it."""
        return self.lowest if self.lowest_wins else self.highest

    @property
    def has_points(self) -> bool:
        """Whether any points were recorded; some sheets only say who won."""
        return any(record is not None and record.value != 0 for record in (self.lowest, self.highest))

    @property
    def ordered(self) -> list[GroupRow]:
        """The rows, most wins first."""
        return ordered(self.rows.values())


def last_place(rows: Iterable[GroupRow]) -> int:
    """Return the last place in the rows, 1 if there is none."""
    return max((max(row.places, default=1) for row in rows), default=1)


def ordered(rows: Iterable[GroupRow]) -> list[GroupRow]:
    """Rows with the most wins first, then those with fewer games against opponents."""
    return sorted(rows, key=lambda row: (-row.wins, row.contests, -row.games, name_order(row.name)))


def _record(game: GroupGame, results: Mapping[int, Result], names: Mapping[str, str], value: int) -> Record:
    holders = [names[game.keys[seat]] for seat, result in results.items() if result.total == value]
    return Record(tuple(holders), value, game)


MOST_DRAWN = 5
"""How many players the plot of the ratings has a line for."""


Kind = tuple[str, str]
"""A game's key and a kind of it."""


@dataclass
class GroupStats:
    """The statistics of a group's players over its games; other people count only as opponents.

    `pairs` has each pair of players in both orders, from the view of the first. `course` has the ratings of the players
    in `drawn` before the first contest and after each.
    """

    names: Mapping[str, str]
    rows: dict[str, GroupRow] = field(default_factory=dict)
    tables: dict[Kind, GameTable] = field(default_factory=dict)
    pairs: dict[tuple[str, str], HeadToHead] = field(default_factory=dict)
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
    for seat, other in permutations(results, 2):
        pair = (game.keys[seat], game.keys[other])
        stats.pairs[pair] = stats.pairs.get(pair, HeadToHead("")).after(game, seat, other)
    of = (game.game, kind_of(game))
    stats.tables.setdefault(of, GameTable(*of)).add(game, results, stats.names, is_tied=is_tied)


def _add_streak(stats: GroupStats, game: GroupGame, results: Mapping[int, Result], streaks: Mapping[str, int]) -> None:
    won = {seat: result for seat, result in results.items() if result.is_won}
    longest = max((streaks[game.keys[seat]] for seat in won), default=0)
    if longest > (stats.streak.value if stats.streak else 1):  # a single win is no streak
        holders = {seat: result for seat, result in won.items() if streaks[game.keys[seat]] == longest}
        stats.streak = Record(tuple([stats.names[game.keys[seat]] for seat in holders]), longest, game)


def _rate(stats: GroupStats, games: Sequence[GroupGame]) -> None:
    """Rate the players game by game, and keep the course of those with most contests."""
    most = sorted(stats.rows.values(), key=lambda row: (-row.contests, name_order(row.name)))
    stats.drawn = tuple([row.key for row in most if row.contests][:MOST_DRAWN])
    common, by_kind = Ratings(), defaultdict[Kind, Ratings](Ratings)
    means = [common.of(key).mean for key in stats.drawn]
    stats.course = [tuple(means)]
    for game in games:
        if contest := contest_of(game):
            common.add(contest)
            by_kind[game.game, kind_of(game)].add(contest)
            drawn = zip(stats.drawn, means, strict=True)
            means = [common.of(key).mean if key in contest.keys else mean for key, mean in drawn]
            stats.course.append(tuple(means))
        pause()
    stats.ratings = _shown(common, stats.rows)
    for of, table in stats.tables.items():
        if of in by_kind:
            table.ratings = _shown(by_kind[of], table.rows)


def _shown(ratings: Ratings, keys: Iterable[str]) -> dict[str, Rating]:
    """The ratings of players who had an opponent."""
    return {key: rating for key in keys if (rating := ratings.of(key)).games}
