"""The figures of the players of a group, or of one player, counted game by game."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from companion.engine import Best, Figure, Game, Message, Pairs, Share, Split
from companion.engine.figure import LENGTH
from companion.engine.names import name_order
from companion.engine.pause import pause
from companion.features.history.results import FinishedGame, HeadToHead, Result
from companion.scoring.game_stats import game_of_kind, game_title, shown_figures

MOST_LATEST = 24
"""How many results are listed one by one; earlier ones are only summed."""
Kind = tuple[str, str]
"""A game's key and a kind of it, which is empty for the usual game."""
_MINUTE = 60


def lasted(seconds: float) -> Message:
    """Return how long something took, in whole minutes from a minute on.

    >>> str(lasted(40)), str(lasted(754)), str(lasted(3600 + 89))
    ('40 s', '13 min', '1 h 1 min')
    """
    if seconds < _MINUTE:
        return Message("{seconds} s", seconds=int(seconds))
    hours, minutes = divmod(int(seconds / _MINUTE + 0.5), _MINUTE)
    if not hours:
        return Message("{minutes} min", minutes=minutes)
    return Message("{hours} h {minutes} min", hours=hours, minutes=minutes)


def median(counts: Mapping[int, int]) -> float:
    """Return the median of at least one number; `counts` has how often each occurs."""
    numbers = sorted(Counter(counts).elements())
    middle = len(numbers) // 2
    return (numbers[~middle] + numbers[middle]) / 2


@dataclass(frozen=True)
class NumberSummary:
    """A figure that is one number: a sum with its mean per game, a part of a `whole`, or the best of all games."""

    number: int
    whole: int | None = None
    mean: float | None = None


@dataclass(frozen=True)
class SplitRow:
    """One name of a split: label, piece (if it has one), sum, and mean per game."""

    label: Message
    piece: tuple[str, str] | None
    sum: int
    mean: float


Summary = tuple[Figure, Any]
"""A figure with its `NumberSummary`, the rows of a split that are not always 0, or (across, up, times) of pairs."""


def summarize(figures: Iterable[Figure], games: Sequence[Mapping[str, Any]]) -> list[Summary]:
    """Return a summary of each figure that at least one game has; `games` are a player's figures in each.

    >>> from companion.engine import Count
    >>> swaps = Count("swaps", Message("Swaps"))
    >>> [(swapped.number, swapped.mean) for _, swapped in summarize([swaps], [{"swaps": 2}, {}, {"swaps": 1}])]
    [(3, 1.5)]
    """
    summaries = [(figure, _summary(figure, [game for game in games if figure.key in game])) for figure in figures]
    return [(figure, summary) for figure, summary in summaries if summary]


def _summary(
    figure: Figure, games: Sequence[Mapping[str, Any]]
) -> NumberSummary | list[SplitRow] | list[tuple[int, int, int]] | None:
    values = [game[figure.key] for game in games]
    if not values:
        return None
    if isinstance(figure, Split):
        sums = {name: sum(value.get(name, 0) for value in values) for name in figure.labels}
        return [
            SplitRow(figure.labels[name], figure.pieces.get(name), number, number / len(values))
            for name, number in sums.items()
            if number
        ]
    if isinstance(figure, Pairs):
        counts = Counter((across, up) for value in values for across, up, *_ in value)
        return sorted((*pair, times) for pair, times in counts.items())
    if isinstance(figure, Share):
        whole = sum(game.get(figure.of, 0) for game in games)
        return NumberSummary(sum(values), whole=whole) if whole else None
    if isinstance(figure, Best):
        return NumberSummary(min(values) if figure.is_least else max(values))
    return NumberSummary(sum(values), mean=sum(values) / len(values))


@dataclass
class Tally:
    """A player's results: games, those with opponents, and how often each place was reached in these.

    `shared` counts the wins that another side had too, `latest` are the latest games with opponents, oldest first. Of
    `unscored` games no points are known; `totals` has the numbers of losses and wins for each total. `streak` is the
    current number of wins in a row, `longest` the longest ever; games without opponents do not count for either.
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
    totals: dict[int, list[int]] = field(default_factory=dict)
    latest: list[Result] = field(default_factory=list)

    def add(self, result: Result, *, is_tied: bool) -> None:
        """Add one game of the player; `is_tied` says whether several sides came first in it."""
        self.games += 1
        self.unscored += result.total is None
        self.points += result.total or 0
        if result.total is not None:
            self.totals.setdefault(result.total, [0, 0])[result.is_won] += 1
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

    @property
    def median(self) -> float:
        """The median of the totals; there must be one."""
        return median({total: sum(times) for total, times in self.totals.items()})


@dataclass(frozen=True)
class Record:
    """A record and who holds it: `value` is a total or a number of wins in a row, reached in `game`."""

    names: tuple[str, ...]
    value: int
    game: FinishedGame


@dataclass
class Results:
    """The results of players by key."""

    rows: dict[str, Tally] = field(default_factory=dict)

    def add_results(self, game: FinishedGame, seats: Mapping[int, str]) -> None:
        """Add a game to the rows of its players, whose names are by seat."""
        for seat, name in seats.items():
            key = game.keys[seat]
            self.rows.setdefault(key, Tally(key, name)).add(game.results[seat], is_tied=game.is_tied_win)

    @property
    def ordered(self) -> list[Tally]:
        """The rows with the most wins first, then those with fewer games against opponents."""
        rows = self.rows.values()
        return sorted(rows, key=lambda row: (-row.wins, row.contests, -row.games, name_order(row.name)))

    @property
    def last_place(self) -> int:
        """The last place that somebody had, 1 if there is none."""
        return max((place for row in self.rows.values() for place in row.places), default=1)


@dataclass
class GameTable(Results):
    """The results of players in one game and kind."""

    game: str = ""
    kind: str = ""
    lengths: dict[int, Counter[int]] = field(default_factory=dict)
    """The number of games by number of players and by minutes, of those that a clock timed."""
    played: int = 0
    best: Record | None = None
    """The best total and the first who reached it."""
    has_points: bool = False
    """Whether any points but 0 were recorded; some sheets only say who won."""

    def add(self, game: FinishedGame, seats: Mapping[int, str]) -> None:
        """Add one game with the names of the players by seat."""
        self.played += 1
        if LENGTH in game.figures[0]:
            minutes = (game.figures[0][LENGTH] + 30) // _MINUTE
            self.lengths.setdefault(len(game.names), Counter())[minutes] += 1
        self.add_results(game, seats)
        totals = [game.totals[seat] for seat in seats if game.is_scored]
        if totals:
            self.has_points = self.has_points or any(totals)
            is_lowest = self.rules.lowest_wins
            best = min(totals) if is_lowest else max(totals)
            if self.best is None or (best < self.best.value if is_lowest else best > self.best.value):
                holders = [name for seat, name in seats.items() if game.totals[seat] == best]
                self.best = Record(tuple(holders), best, game)

    @property
    def title(self) -> Message:
        """The title of the game with its kind, if it has one."""
        return game_title(self.game, self.kind)

    @property
    def rules(self) -> Game:
        """The game under which this kind is counted."""
        return game_of_kind(self.game, self.kind)[0]

    @property
    def usual_lengths(self) -> list[dict[str, Any]]:
        """The median length and the number of games for each number of players, ascending."""
        return [
            {"players": players, "games": counts.total(), "length": lasted(_MINUTE * median(counts))}
            for players, counts in sorted(self.lengths.items())
        ]


@dataclass
class GroupStats(Results):
    """The figures of players.

    `pairs` has pairs of players from the view of the first: in a group all pairs of its players in both orders, of one
    player those with everybody else, in the latest spelling.
    """

    tables: dict[Kind, GameTable] = field(default_factory=dict)
    pairs: dict[tuple[str, str], HeadToHead] = field(default_factory=dict)
    streak: Record | None = None
    games: int = 0
    totals_only: int = 0
    """Of how many games only the totals are known."""
    uncounted: list[str] = field(default_factory=list)
    """The sessions whose games have no figures yet."""

    def add_game(self, game: FinishedGame, seats: Mapping[int, str], others: Iterable[int]) -> None:
        """Add the next game with the names of the players by seat; each of these is paired with all `others`."""
        self.uncounted += [] if game.is_counted else [game.session]
        if not seats:
            return
        self.games += 1
        self.totals_only += game.is_totals_only
        self.add_results(game, seats)
        self._add_streak(game, seats)
        for seat, other in product(seats, others):
            if seat != other:
                pair = (game.keys[seat], game.keys[other])
                self.pairs[pair] = self.pairs.get(pair, HeadToHead("")).after(game, seat, other)
        of = (game.game, game.kind)
        self.tables.setdefault(of, GameTable(game=game.game, kind=game.kind)).add(game, seats)

    def _add_streak(self, game: FinishedGame, seats: Mapping[int, str]) -> None:
        won = {name: self.rows[game.keys[seat]].streak for seat, name in seats.items() if game.results[seat].is_won}
        longest = max(won.values(), default=0)
        if longest > (self.streak.value if self.streak else 1):  # a single win is no streak
            self.streak = Record(tuple([name for name, streak in won.items() if streak == longest]), longest, game)

    @property
    def by_game(self) -> list[GameTable]:
        """The games, most played first."""
        return sorted(self.tables.values(), key=lambda table: (-table.played, table.game, table.kind))


@dataclass
class PlayerStats(GroupStats):
    """The figures of one player; `played` has when each game began, `figures` the own ones of each game by kind."""

    played: list[str] = field(default_factory=list)
    figures: dict[Kind, list[Summary]] = field(default_factory=dict)

    @property
    def row(self) -> Tally:
        """The results of the player."""
        return next(iter(self.rows.values()), Tally())

    @property
    def opponents(self) -> list[HeadToHead]:
        """Everybody who played with the player, most games first."""
        return sorted(self.pairs.values(), key=lambda other: (-other.games, -other.mates, name_order(other.name)))


def player_stats(games: Iterable[FinishedGame], key: str) -> PlayerStats:
    """The figures of a player over games, earliest first; one who was renamed meanwhile is not in some of them."""
    stats, of_each = PlayerStats(), defaultdict[Kind, list[Mapping[str, Any]]](list)
    for game in games:
        if key in game.keys:
            seat = game.keys.index(key)
            stats.add_game(game, {seat: ""}, [at for at, other in enumerate(game.keys) if other not in ("", key)])
            stats.played.append(game.made)
            of_each[game.game, game.kind].append(game.figures[seat])
    stats.figures = {of: summarize(shown_figures(of[0]), each) for of, each in of_each.items()}
    return stats


def group_stats(games: Iterable[FinishedGame], names: Mapping[str, str]) -> GroupStats:
    """The figures of players (names by key) over games, earliest first."""
    stats = GroupStats()
    for game in games:
        seats = {seat: names[key] for seat, key in enumerate(game.keys) if key in names}
        stats.add_game(game, seats, seats)
        pause()
    return stats
