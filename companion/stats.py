"""Statistics of a player over finished games: wins, places, streaks, head to head, and the games' own figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from companion.figures import KIND, SIDE, shown_of
from companion.names import key_of
from companion.summing import Summary, summed


@dataclass(frozen=True)
class Finished:
    """A finished session as history keeps it; everything that has one value a seat is in the order of the seats.

    `ended` is ISO 8601 in UTC, `game` the game's key. Seats that share a place have the same number in `places`;
    `figures` are the game's own as plain JSON, empty where there are none.
    """

    session: str
    game: str
    ended: str
    names: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    figures: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Result:
    """One game of a player. `place` is among `sides`, which are the players, or the teams where mates play together.

    `kind` is empty for the usual game; `is_contest` says whether there was anybody to win against.
    """

    session: str
    game: str
    kind: str
    ended: str
    place: int
    sides: int
    total: int

    @property
    def is_contest(self) -> bool:
        return self.sides > 1

    @property
    def is_won(self) -> bool:
        return self.is_contest and self.place == 1


@dataclass(frozen=True)
class GameStats:
    """A player's games of one game and kind, oldest first, with the games' own figures added up."""

    game: str
    kind: str
    results: tuple[Result, ...]
    figures: tuple[Summary, ...]

    @property
    def wins(self) -> int:
        return sum(result.is_won for result in self.results)

    @property
    def contests(self) -> int:
        return sum(result.is_contest for result in self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple([result.total for result in self.results])

    @property
    def best(self) -> int:
        return max(self.totals)

    @property
    def mean(self) -> float:
        return fmean(self.totals)

    @property
    def middle(self) -> float:
        """The middle total; between two where their number is even."""
        return median(self.totals)


@dataclass(frozen=True)
class Meeting:
    """How often a player and another one met as opponents, and who came first; `mates` counts games on one side."""

    name: str
    before: int
    behind: int
    equal: int
    mates: int

    @property
    def games(self) -> int:
        return self.before + self.behind + self.equal


@dataclass(frozen=True)
class PlayerStats:
    """A player's statistics: `results` are oldest first, `places` hold (place, how often) where there were opponents.

    `streak` counts the wins in a row up to the latest game, `longest` the most there ever were; a game alone neither
    adds to a streak nor ends it.
    """

    results: tuple[Result, ...]
    places: tuple[tuple[int, int], ...]
    games: tuple[GameStats, ...]
    meetings: tuple[Meeting, ...]
    streak: int
    longest: int

    @property
    def contests(self) -> int:
        return sum(result.is_contest for result in self.results)

    @property
    def wins(self) -> int:
        return sum(result.is_won for result in self.results)


def player_stats(games: Sequence[Finished], is_player: Callable[[str], bool]) -> PlayerStats:
    """The statistics of a player from all games in which one seat is the player's, oldest first."""
    seated = [(game, next(seat for seat, name in enumerate(game.names) if is_player(name))) for game in games]
    results = tuple([_result(game, seat) for game, seat in seated])
    streak, longest = _streaks(results)
    return PlayerStats(
        results=results,
        places=tuple(sorted(Counter(result.place for result in results if result.is_contest).items())),
        games=_by_game(results, [game.figures[seat] for game, seat in seated]),
        meetings=_meetings(seated, is_player),
        streak=streak,
        longest=longest,
    )


def _side(game: Finished, seat: int) -> Any:
    """What a seat shares with its mates and nobody else."""
    return ("side", side) if (side := game.figures[seat].get(SIDE)) is not None else ("seat", seat)


def _result(game: Finished, seat: int) -> Result:
    """Mates share a place, so a team behind another is second, not third."""
    sides = {_side(game, other): place for other, place in enumerate(game.places)}
    place = 1 + sum(other < game.places[seat] for other in sides.values())
    kind = str(game.figures[seat].get(KIND, ""))
    return Result(game.session, game.game, kind, game.ended, place, len(sides), game.totals[seat])


def _streaks(results: Iterable[Result]) -> tuple[int, int]:
    """The wins in a row up to the latest game, and the most in a row.

    >>> won, lost = [Result("", "luz", "", "", place, 3, 0) for place in (1, 2)]
    >>> _streaks([won, won, lost, won])
    (1, 2)
    """
    streak = longest = 0
    for result in results:
        if result.is_contest:
            streak = streak + 1 if result.is_won else 0
            longest = max(longest, streak)
    return streak, longest


def _by_game(results: Sequence[Result], figures: Sequence[Mapping[str, Any]]) -> tuple[GameStats, ...]:
    """Those played most often first."""
    kept: dict[tuple[str, str], list[tuple[Result, Mapping[str, Any]]]] = {}
    for result, own in zip(results, figures, strict=True):
        kept.setdefault((result.game, result.kind), []).append((result, own))
    made = [
        GameStats(game, kind, tuple([result for result, _ in rows]), summed(shown_of(game), [own for _, own in rows]))
        for (game, kind), rows in kept.items()
    ]
    return tuple(sorted(made, key=lambda one: (-len(one.results), one.game, one.kind)))


def _meetings(seated: Sequence[tuple[Finished, int]], is_player: Callable[[str], bool]) -> tuple[Meeting, ...]:
    """Everybody who was at a table with the player, who was met most often first, as last spelt; not the nameless."""
    met: dict[str, Counter[str]] = {}
    names = {}
    for game, seat in seated:
        for other, name in enumerate(game.names):
            if other != seat and (key := key_of(name)) and not is_player(name):
                met.setdefault(key, Counter())[_met(game, seat, other)] += 1
                names[key] = name
    made = [Meeting(names[key], *[met[key][how] for how in ("before", "behind", "equal", "mates")]) for key in met]
    return tuple(sorted(made, key=lambda one: (-one.games, -one.mates, one.name)))


def _met(game: Finished, seat: int, other: int) -> str:
    if _side(game, seat) == _side(game, other):
        return "mates"
    own, others = game.places[seat], game.places[other]
    return "equal" if own == others else "before" if own < others else "behind"
