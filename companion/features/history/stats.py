"""Statistics of a player, counted game by game."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from companion.engine import Game
from companion.engine.figure import KIND, SIDE, TOTALS_ONLY, UNSCORED
from companion.engine.names import name_order, normalize_name
from companion.features.history.aggregates import Lengths, Summary, add_length, median, summarize
from companion.scoring.game_stats import game_of_kind, shown_figures

MOST_LATEST = 24
"""How many results are listed one by one; earlier ones are only summed."""
MAX_TILES = 11


@dataclass(frozen=True)
class FinishedGame:
    """A finished session; tuples have one item per seat.

    `ended` is ISO 8601 in UTC, `game` the game's key. Equal numbers in `places` are a shared place; all are 0 in a game
    without opponents. `figures` are the game's own as plain JSON, or empty.
    """

    session: str
    game: str
    ended: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    figures: tuple[Mapping[str, Any], ...]

    @cached_property
    def sides(self) -> tuple[Any, ...]:
        """An identifier per seat that team mates share."""
        sides = [figures.get(SIDE) for figures in self.figures]
        return tuple([("seat", seat) if side is None else ("side", side) for seat, side in enumerate(sides)])

    @property
    def is_scored(self) -> bool:
        """Whether it is known how many points each player had."""
        return UNSCORED not in self.figures[0]


def finished_game(seats: list[dict[str, Any]]) -> FinishedGame:
    """Return the game of these rows of its seats."""
    first = seats[0]
    return FinishedGame(
        first["id"],
        first["game"],
        first["ended"],
        tuple(row["name"] if row["key"] else "" for row in seats),  # a deleted name is not that of a player
        tuple(row["place"] for row in seats),
        tuple(row["total"] for row in seats),
        tuple(json.loads(row["figures"] or "{}") for row in seats),
    )


@dataclass(frozen=True)
class Result:
    """One game of a player; `place` is from 1 to `sides`, the number of players or, in team games, of teams.

    `kind` is empty for the usual game, `total` None if no points were recorded.
    """

    session: str
    game: str
    kind: str
    ended: str
    place: int
    sides: int
    total: int | None

    @property
    def is_contest(self) -> bool:
        """Whether there was an opponent."""
        return self.sides > 1

    @property
    def is_won(self) -> bool:
        """Whether the player came first against an opponent."""
        return self.is_contest and self.place == 1


@dataclass
class GameStats:
    """A player's results in one game and kind.

    `totals` has the numbers of losses and wins for each total. `latest` says whether each of the latest games with
    opponents was won, oldest first. Of `totals_only` games nothing but the totals is known, of `unscored` ones not even
    these.
    """

    game: str
    kind: str
    totals: dict[int, list[int]] = field(default_factory=dict)
    latest: list[bool] = field(default_factory=list)
    contests: int = 0
    wins: int = 0
    totals_only: int = 0
    unscored: int = 0
    lengths: Lengths = field(default_factory=dict)
    of_each: list[Mapping[str, Any]] = field(default_factory=list)
    """The player's figures in each game."""

    def add(self, result: Result, figures: Mapping[str, Any], players: int) -> None:
        """Add one game of so many players; `figures` is the seat's figures."""
        add_length(self.lengths, players, figures)
        self.totals_only += TOTALS_ONLY in figures
        if result.total is None:
            self.unscored += 1
        else:
            self.totals.setdefault(result.total, [0, 0])[result.is_won] += 1
        if result.is_contest:
            self.contests += 1
            self.wins += result.is_won
            self.latest = [*self.latest, result.is_won][-MAX_TILES:]
        self.of_each.append(figures)

    @property
    def count(self) -> int:
        """How many games there are."""
        return self.scored + self.unscored

    @property
    def scored(self) -> int:
        """How many games there are whose totals are known."""
        return sum(map(sum, self.totals.values()))

    @property
    def played(self) -> Game:
        """The game as it was played, whose `points` are those of the totals."""
        return game_of_kind(self.game, self.kind)[0]

    @property
    def best(self) -> int:
        """The highest total, or the lowest in a game where that wins."""
        best = min(self.totals) if self.played.lowest_wins else max(self.totals)
        return self.played.points(best)

    @property
    def mean(self) -> float:
        """The mean total, in points."""
        return self.played.value_of(sum(total * sum(times) for total, times in self.totals.items()) / self.scored)

    @property
    def median(self) -> float:
        """The median of the totals, in points."""
        return self.played.value_of(median({total: sum(times) for total, times in self.totals.items()}))

    @property
    def figures(self) -> tuple[Summary, ...]:
        """The game's own figures, as far as any game has them."""
        return summarize(shown_figures(self.game), self.of_each)


@dataclass(frozen=True)
class HeadToHead:
    """A player's results against another player: ahead, behind or equal; `mates` counts games as partners."""

    name: str
    before: int = 0
    behind: int = 0
    equal: int = 0
    mates: int = 0

    @property
    def games(self) -> int:
        """How many games they played against each other."""
        return self.before + self.behind + self.equal

    def after(self, game: FinishedGame, seat: int, other: int) -> HeadToHead:
        """The results after a further game of the player on a seat against the one on the other."""
        own, theirs = game.places[seat], game.places[other]
        how = "equal" if own == theirs else "before" if own < theirs else "behind"
        how = "mates" if game.sides[seat] == game.sides[other] else how
        return replace(self, **{"name": game.names[other], how: getattr(self, how) + 1})


@dataclass
class PlayerStats:
    """The statistics of a player: `latest` are the latest games with opponents, oldest first; `places` counts places.

    `streak` is the current number of wins in a row, `longest` the longest ever; solo games do not count for either.
    `others` has the other players by key, in the latest spelling.
    """

    latest: list[Result] = field(default_factory=list)
    places: dict[int, int] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    kinds: dict[tuple[str, str], GameStats] = field(default_factory=dict)
    others: dict[str, HeadToHead] = field(default_factory=dict)

    def add(self, game: FinishedGame, is_player: Callable[[str], bool]) -> None:
        """Add the next game, in which one seat is the player's."""
        seat = next(seat for seat, name in enumerate(game.names) if is_player(name))
        result = seat_results(game)[seat]
        if result.is_contest:
            self.latest = [*self.latest, result][-MOST_LATEST:]
            self.places[result.place] = self.places.get(result.place, 0) + 1
            self.streak = self.streak + 1 if result.is_won else 0
            self.longest = max(self.longest, self.streak)
        of = (result.game, result.kind)
        self.kinds.setdefault(of, GameStats(*of)).add(result, game.figures[seat], len(game.names))
        for other, name in enumerate(game.names):  # seats with a deleted name have no key
            if other != seat and (key := normalize_name(name)) and not is_player(name):
                self.others[key] = self.others.get(key, HeadToHead(name)).after(game, seat, other)

    @property
    def count(self) -> int:
        """How many games there are."""
        return sum(stats.count for stats in self.kinds.values())

    @property
    def contests(self) -> int:
        """How many games had opponents."""
        return sum(self.places.values())

    @property
    def wins(self) -> int:
        """How many of these games the player won."""
        return self.places.get(1, 0)

    @property
    def totals_only(self) -> int:
        """Of how many games only the totals are known."""
        return sum(stats.totals_only for stats in self.kinds.values())

    @property
    def games(self) -> list[GameStats]:
        """The games, most played first."""
        return sorted(self.kinds.values(), key=lambda stats: (-stats.count, stats.game, stats.kind))

    @property
    def opponents(self) -> list[HeadToHead]:
        """Everybody who played with the player, most games first."""
        return sorted(
            self.others.values(), key=lambda opponent: (-opponent.games, -opponent.mates, name_order(opponent.name))
        )


def kind_of(game: FinishedGame) -> str:
    """The kind of a game, which is the same for all seats; empty for the usual game."""
    return str(game.figures[0].get(KIND, ""))


def is_tied_win(game: FinishedGame) -> bool:
    """Whether several sides came first."""
    return len({side for side, place in zip(game.sides, game.places, strict=True) if place == 1}) > 1


def seat_results(game: FinishedGame) -> list[Result]:
    """The results of all seats; team mates count as one side, so the second team is second, not third."""
    sides = dict(zip(game.sides, game.places, strict=True))
    ranked, kind = sorted(sides.values()), kind_of(game)
    totals = game.totals if game.is_scored else (None,) * len(game.totals)
    places = [1 + bisect_left(ranked, place) for place in game.places]
    return [
        Result(game.session, game.game, kind, game.ended, place, len(sides), total)
        for place, total in zip(places, totals, strict=True)
    ]
