"""What a group's games add up to: a table by player and by game, pairs, ratings and records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.game.pause import pause
from companion.history.group_games import GroupGame
from companion.history.rating import Rating, Ratings
from companion.history.stats import Result, seat_result, side_of
from companion.scoring.game_stats import game_of_kind

MOST_DRAWN = 5
"""How many players the plot of the ratings has a line for."""


@dataclass
class GroupRow:
    """A player's line in a table: games, those with opponents, and how often each place was reached in these."""

    key: str
    name: str
    games: int = 0
    contests: int = 0
    points: int = 0
    places: dict[int, int] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Add one game of the player."""
        self.games += 1
        self.points += result.total
        if result.is_contest:
            self.contests += 1
            self.places[result.place] = self.places.get(result.place, 0) + 1

    @property
    def wins(self) -> int:
        """How often the player came first against opponents."""
        return self.places.get(1, 0)

    @property
    def mean(self) -> float:
        """The points a game."""
        return self.points / self.games


@dataclass
class GroupPair:
    """Two players who met: how often the first was ahead, behind or equal, and how often they were team mates."""

    first: str
    second: str
    ahead: int = 0
    behind: int = 0
    equal: int = 0
    mates: int = 0

    @property
    def games(self) -> int:
        """How many games they sat at one table."""
        return self.ahead + self.behind + self.equal + self.mates


@dataclass(frozen=True)
class Record:
    """A record and who holds it: `value` is a total or a number of wins in a row, reached in `game`."""

    names: tuple[str, ...]
    value: int
    game: GroupGame


@dataclass
class GameTable:
    """The results of one game and kind: `lower` counts the games in which a lower total was ahead, `higher` others."""

    game: str
    kind: str
    rows: dict[str, GroupRow] = field(default_factory=dict)
    played: int = 0
    lower: int = 0
    higher: int = 0
    lowest: Record | None = None
    highest: Record | None = None

    def add(self, game: GroupGame, results: Mapping[int, Result], names: Mapping[str, str]) -> None:
        """Add one game with the results of the group's players by seat."""
        self.played += 1
        first = game.totals[game.places.index(min(game.places))]
        last = game.totals[game.places.index(max(game.places))]
        self.lower, self.higher = self.lower + (first < last), self.higher + (first > last)
        for seat, result in results.items():
            key = game.keys[seat]
            self.rows.setdefault(key, GroupRow(key, names[key])).add(result)
        totals = [result.total for result in results.values()]
        if self.lowest is None or min(totals) < self.lowest.value:
            self.lowest = _record(game, results, names, min(totals))
        if self.highest is None or max(totals) > self.highest.value:
            self.highest = _record(game, results, names, max(totals))

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins, as the results show; without any difference, as the game says."""
        if self.lower != self.higher:
            return self.lower > self.higher
        return game_of_kind(self.game, self.kind)[0].lowest_wins

    @property
    def best(self) -> Record | None:
        """The best total, by whoever reached it first."""
        return self.lowest if self.lowest_wins else self.highest

    @property
    def ordered(self) -> list[GroupRow]:
        """The rows, most wins first."""
        return ordered(self.rows.values())


@dataclass
class GroupStats:
    """The statistics of a group's players over its games; other people at the tables count as opponents only.

    `course` has the ratings of the players in `drawn` before the first contest and after each.
    """

    names: Mapping[str, str]
    rows: dict[str, GroupRow] = field(default_factory=dict)
    tables: dict[tuple[str, str], GameTable] = field(default_factory=dict)
    pairs: dict[tuple[str, str], GroupPair] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    streak: Record | None = None
    drawn: tuple[str, ...] = ()
    course: list[tuple[int, ...]] = field(default_factory=list)
    games: int = 0

    @property
    def ordered(self) -> list[GroupRow]:
        """The players who played, most wins first."""
        return ordered(self.rows.values())

    @property
    def by_game(self) -> list[GameTable]:
        """The games, most played first."""
        return sorted(self.tables.values(), key=lambda one: (-one.played, one.game, one.kind))

    @property
    def by_pair(self) -> list[GroupPair]:
        """The pairs, those who met most often first."""
        return sorted(self.pairs.values(), key=lambda one: (-one.games, one.first, one.second))

    @property
    def by_rating(self) -> list[tuple[GroupRow, Rating]]:
        """The players with a rating, the highest first."""
        rated = [(row, self.ratings[row.key]) for row in self.rows.values() if row.key in self.ratings]
        return sorted(rated, key=lambda one: (-one[1].mean, one[1].spread, one[0].name))


def ordered(rows: Iterable[GroupRow]) -> list[GroupRow]:
    """Rows with the most wins first, then those with fewer games against opponents."""
    return sorted(rows, key=lambda row: (-row.wins, row.contests, -row.games, row.name))


def group_stats(games: Sequence[GroupGame], names: Mapping[str, str]) -> GroupStats:
    """The statistics of players (names by key) over games, earliest first."""
    stats, streaks = GroupStats(names), dict.fromkeys(names, 0)
    for game in games:
        results = {seat: seat_result(game, seat) for seat, key in enumerate(game.keys) if key in names}
        if results:
            _add(stats, game, results, streaks)
        pause()
    _rate(stats, games)
    return stats


def _add(stats: GroupStats, game: GroupGame, results: Mapping[int, Result], streaks: dict[str, int]) -> None:
    stats.games += 1
    for seat, result in results.items():
        key = game.keys[seat]
        stats.rows.setdefault(key, GroupRow(key, stats.names[key])).add(result)
        if result.is_contest:
            streaks[key] = streaks[key] + 1 if result.is_won else 0
    _add_streak(stats, game, results, streaks)
    _add_pairs(stats, game, list(results))
    first = next(iter(results.values()))
    of = (game.game, first.kind)
    stats.tables.setdefault(of, GameTable(*of)).add(game, results, stats.names)


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
            if side_of(game, seat) == side_of(game, other):
                pair.mates += 1
            elif game.places[seat] == game.places[other]:
                pair.equal += 1
            elif game.places[seat] < game.places[other]:
                pair.ahead += 1
            else:
                pair.behind += 1


def _rate(stats: GroupStats, games: Sequence[GroupGame]) -> None:
    """Rate the players in the order of the games, and note the course of those with most contests."""
    most = sorted(stats.rows.values(), key=lambda row: (-row.contests, row.name))
    stats.drawn = tuple([row.key for row in most if row.contests][:MOST_DRAWN])
    ratings = Ratings()
    stats.course = [tuple([ratings.of(key).mean for key in stats.drawn])]
    for game in games:
        if ratings.add(game):
            stats.course.append(tuple([ratings.of(key).mean for key in stats.drawn]))
        pause()
    stats.ratings = {key: ratings.of(key) for key, row in stats.rows.items() if row.contests}


def _record(game: GroupGame, results: Mapping[int, Result], names: Mapping[str, str], value: int) -> Record:
    holders = [names[game.keys[seat]] for seat, result in results.items() if result.total == value]
    return Record(tuple(holders), value, game)
