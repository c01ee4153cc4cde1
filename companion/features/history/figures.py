"""The figures of one player, or of all in a group, counted game by game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from companion.engine.names import name_order
from companion.engine.pause import pause
from companion.features.history.aggregates import Lengths, Summary, add_length, median, summarize
from companion.features.history.results import FinishedGame, HeadToHead, Result
from companion.scoring.game_stats import game_of_kind, shown_figures

MOST_LATEST = 24
"""How many results are listed one by one; earlier ones are only summed."""
Kind = tuple[str, str]
"""A game's key and a kind of it, which is empty for the usual game."""


@dataclass
class Tally:
    """A player's results: games, those with opponents, and how often each place was reached in these.

    `shared` counts the wins that another side had too, `latest` are the latest games with opponents, oldest first. Of
    `unscored` games no points are known. `streak` is the current number of wins in a row, `longest` the longest ever;
    games without opponents do not count for either.
    """

    key: str = ""
    name: str = ""
    games: int = 0
    contests: int = 0
    points: int = 0
    shared: int = 0
    unscored: int = 0
    streak: int = 0
    longest: int = 0
    places: dict[int, int] = field(default_factory=dict)
    latest: list[Result] = field(default_factory=list)

    def add(self, result: Result, *, is_tied: bool) -> None:
        """Add one game of the player; `is_tied` says whether several sides came first in it."""
        self.games += 1
        self.unscored += result.total is None
        self.points += result.total or 0
        if result.is_contest:
            self.contests += 1
            self.shared += is_tied and result.is_won
            self.places[result.place] = self.places.get(result.place, 0) + 1
            self.streak = self.streak + 1 if result.is_won else 0
            self.longest = max(self.longest, self.streak)
            self.latest = [*self.latest, result][-MOST_LATEST:]

    @property
    def wins(self) -> int:
        """How often the player came first against opponents, alone or with others."""
        return self.places.get(1, 0)

    @property
    def win_rate(self) -> int | None:
        """The percentage of games with opponents that were won, rounded half up; None without such games."""
        return (200 * self.wins + self.contests) // (2 * self.contests) if self.contests else None

    @property
    def scored(self) -> int:
        """How many games there are whose points are known."""
        return self.games - self.unscored

    @property
    def mean(self) -> float:
        """The mean points of games whose points are known; there must be one."""
        return self.points / self.scored


def ordered(rows: Iterable[Tally]) -> list[Tally]:
    """Rows with the most wins first, then those with fewer games against opponents."""
    return sorted(rows, key=lambda row: (-row.wins, row.contests, -row.games, name_order(row.name)))


def last_place(rows: Iterable[Tally]) -> int:
    """Return the last place in the rows, 1 if there is none."""
    return max((max(row.places, default=1) for row in rows), default=1)


@dataclass
class GameTally(Tally):
    """A player's results in one game and kind; `totals` has the numbers of losses and wins for each total."""

    game: str = ""
    kind: str = ""
    totals: dict[int, list[int]] = field(default_factory=dict)
    lengths: Lengths = field(default_factory=dict)
    of_each: list[Mapping[str, Any]] = field(default_factory=list)
    """The player's figures in each game, until they are summed up."""
    figures: tuple[Summary, ...] = ()
    """The game's own figures, as far as any game has them."""

    def add_game(self, game: FinishedGame, seat: int) -> None:
        """Add the game of the player on this seat."""
        result = game.results[seat]
        self.add(result, is_tied=game.is_tied_win)
        add_length(self.lengths, len(game.names), game.figures[seat])
        if result.total is not None:
            self.totals.setdefault(result.total, [0, 0])[result.is_won] += 1
        self.of_each.append(game.figures[seat])

    @property
    def best(self) -> int:
        """The highest total, or the lowest in a game where that wins."""
        lowest_wins = game_of_kind(self.game, self.kind)[0].lowest_wins
        return min(self.totals) if lowest_wins else max(self.totals)

    @property
    def median(self) -> float:
        """The median of the totals."""
        return median({total: sum(times) for total, times in self.totals.items()})

    def sum_up(self) -> None:
        """Sum up the game's own figures; those of each game need much more memory."""
        self.figures = summarize(shown_figures(self.game), self.of_each)
        self.of_each.clear()


@dataclass
class PlayerStats(Tally):
    """The figures of a player over all games, by game, and against others by key, in the latest spelling."""

    totals_only: int = 0
    """Of how many games only the totals are known."""
    uncounted: list[str] = field(default_factory=list)
    """The sessions whose games have no figures yet."""
    played: list[str] = field(default_factory=list)
    """When each game began, in the order of the games."""
    kinds: dict[Kind, GameTally] = field(default_factory=dict)
    others: dict[str, HeadToHead] = field(default_factory=dict)

    def add_game(self, game: FinishedGame) -> None:
        """Add the next game, in which one seat is the player's."""
        seat = game.keys.index(self.key)
        self.uncounted += [] if game.is_counted else [game.session]
        self.add(game.results[seat], is_tied=game.is_tied_win)
        self.totals_only += game.is_totals_only
        self.played.append(game.made)
        of = (game.game, game.kind)
        self.kinds.setdefault(of, GameTally(self.key, game=game.game, kind=game.kind)).add_game(game, seat)
        for other, key in enumerate(game.keys):
            if key not in ("", self.key):
                self.others[key] = self.others.get(key, HeadToHead("")).after(game, seat, other)

    @property
    def by_game(self) -> list[GameTally]:
        """The games, most played first."""
        return sorted(self.kinds.values(), key=lambda tally: (-tally.games, tally.game, tally.kind))

    @property
    def opponents(self) -> list[HeadToHead]:
        """Everybody who played with the player, most games first."""
        return sorted(self.others.values(), key=lambda other: (-other.games, -other.mates, name_order(other.name)))


@dataclass(frozen=True)
class Record:
    """A record and who holds it: `value` is a total or a number of wins in a row, reached in `game`."""

    names: tuple[str, ...]
    value: int
    game: FinishedGame


@dataclass
class GameTable:
    """The results of a group's players in one game and kind."""

    game: str
    kind: str
    rows: dict[str, Tally] = field(default_factory=dict)
    lengths: Lengths = field(default_factory=dict)
    played: int = 0
    best: Record | None = None
    """The best total and the first who reached it."""
    has_points: bool = False
    """Whether any points but 0 were recorded; some sheets only say who won."""

    def add(self, game: FinishedGame, seats: Mapping[int, str]) -> None:
        """Add one game with the names of the group's players by seat."""
        self.played += 1
        add_length(self.lengths, len(game.names), game.figures[0])
        add_results(self.rows, game, seats)
        totals = [game.totals[seat] for seat in seats if game.is_scored]
        if totals:
            self.has_points = self.has_points or any(totals)
            best = min(totals) if self.lowest_wins else max(totals)
            if self.best is None or (best < self.best.value if self.lowest_wins else best > self.best.value):
                holders = [name for seat, name in seats.items() if game.totals[seat] == best]
                self.best = Record(tuple(holders), best, game)

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest total wins in this kind of the game."""
        return game_of_kind(self.game, self.kind)[0].lowest_wins

    @property
    def ordered(self) -> list[Tally]:
        """The rows, most wins first."""
        return ordered(self.rows.values())


def add_results(rows: dict[str, Tally], game: FinishedGame, seats: Mapping[int, str]) -> None:
    """Add a game to the rows of players by key; their names are by seat."""
    for seat, name in seats.items():
        key = game.keys[seat]
        rows.setdefault(key, Tally(key, name)).add(game.results[seat], is_tied=game.is_tied_win)


@dataclass
class GroupStats:
    """The figures of a group's players, whose names are by key; other people count only as opponents.

    `pairs` has each pair of players in both orders, from the view of the first.
    """

    names: Mapping[str, str]
    rows: dict[str, Tally] = field(default_factory=dict)
    tables: dict[Kind, GameTable] = field(default_factory=dict)
    pairs: dict[tuple[str, str], HeadToHead] = field(default_factory=dict)
    streak: Record | None = None
    games: int = 0
    totals_only: int = 0
    """Of how many games only the totals are known."""
    uncounted: list[str] = field(default_factory=list)
    """The sessions whose games have no figures yet."""

    def add_game(self, game: FinishedGame) -> None:
        """Add the next game, if any of the players took part."""
        self.uncounted += [] if game.is_counted else [game.session]
        seats = {seat: self.names[key] for seat, key in enumerate(game.keys) if key in self.names}
        if not seats:
            return
        self.games += 1
        self.totals_only += game.is_totals_only
        add_results(self.rows, game, seats)
        self._add_streak(game, seats)
        for seat, other in permutations(seats, 2):
            pair = (game.keys[seat], game.keys[other])
            self.pairs[pair] = self.pairs.get(pair, HeadToHead("")).after(game, seat, other)
        of = (game.game, game.kind)
        self.tables.setdefault(of, GameTable(*of)).add(game, seats)

    def _add_streak(self, game: FinishedGame, seats: Mapping[int, str]) -> None:
        won = {name: self.rows[game.keys[seat]].streak for seat, name in seats.items() if game.results[seat].is_won}
        longest = max(won.values(), default=0)
        if longest > (self.streak.value if self.streak else 1):  # a single win is no streak
            self.streak = Record(tuple([name for name, streak in won.items() if streak == longest]), longest, game)

    @property
    def ordered(self) -> list[Tally]:
        """The players who played, most wins first."""
        return ordered(self.rows.values())

    @property
    def by_game(self) -> list[GameTable]:
        """The games, most played first."""
        return sorted(self.tables.values(), key=lambda table: (-table.played, table.game, table.kind))


def player_stats(games: Iterable[FinishedGame], key: str) -> PlayerStats:
    """The figures of a player over games, earliest first; one who was renamed meanwhile is not in some of them."""
    stats = PlayerStats(key)
    for game in games:
        if key in game.keys:
            stats.add_game(game)
    for tally in stats.kinds.values():
        tally.sum_up()
    return stats


def group_stats(games: Iterable[FinishedGame], names: Mapping[str, str]) -> GroupStats:
    """The figures of players (names by key) over games, earliest first."""
    stats = GroupStats(names)
    for game in games:
        stats.add_game(game)
        pause()
    return stats
