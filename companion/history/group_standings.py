"""The tables that the games of a group add up to: a line for each player, for each pair, and the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.game.names import name_order
from companion.history.aggregates import Lengths, UsualLength, add_length, usual_lengths
from companion.history.group_games import GroupGame
from companion.history.rating import Rating
from companion.history.stats import Result
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
    def without_opponents(self) -> int:
        """How many games had no opponents."""
        return self.games - self.contests

    @property
    def win_rate(self) -> int | None:
        """How many of 100 games with opponents the player won, rounded half up; None without any."""
        return (200 * self.wins + self.contests) // (2 * self.contests) if self.contests else None

    @property
    def is_scored(self) -> bool:
        """Whether there is a game whose points are known."""
        return self.games > self.unscored

    @property
    def mean(self) -> float:
        """The points a game, of those whose points are known, of which there must be one."""
        return self.points / (self.games - self.unscored)


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

    @property
    def turned(self) -> GroupPair:
        """The pair from the second player's side."""
        return GroupPair(self.second, self.first, self.behind, self.ahead, self.equal, self.mates)


@dataclass(frozen=True)
class Record:
    """A record and who holds it: `value` is a total or a number of wins in a row, reached in `game`."""

    names: tuple[str, ...]
    value: int
    game: GroupGame


@dataclass
class GameTable:
    """The results of one game and kind.

    `ratings` has the players who had opponents in it, rated by this game alone.
    """

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
    def usual_lengths(self) -> list[UsualLength]:
        """How long it took, by the number of players."""
        return usual_lengths(self.lengths)

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins, as the game says it of this kind."""
        return game_of_kind(self.game, self.kind)[0].lowest_wins

    @property
    def best(self) -> Record | None:
        """The best total, by whoever reached it first."""
        return self.lowest if self.lowest_wins else self.highest

    @property
    def has_points(self) -> bool:
        """Whether anything was counted in it, as it is not where a sheet only says who won."""
        return any(record is not None and record.value != 0 for record in (self.lowest, self.highest))

    @property
    def ordered(self) -> list[GroupRow]:
        """The rows, most wins first."""
        return ordered(self.rows.values())


def last_place(rows: Iterable[GroupRow]) -> int:
    """Return the last place that any of the rows has, 1 where there is none."""
    return max((max(row.places, default=1) for row in rows), default=1)


def ordered(rows: Iterable[GroupRow]) -> list[GroupRow]:
    """Rows with the most wins first, then those with fewer games against opponents."""
    return sorted(rows, key=lambda row: (-row.wins, row.contests, -row.games, name_order(row.name)))


def _record(game: GroupGame, results: Mapping[int, Result], names: Mapping[str, str], value: int) -> Record:
    holders = [names[game.keys[seat]] for seat, result in results.items() if result.total == value]
    return Record(tuple(holders), value, game)
