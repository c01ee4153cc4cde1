"""The badges: one table of what can be reached, each with a function over finished games, earliest first."""

from collections.abc import Callable, Collection, Iterator, Sequence, Set
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine import Message
from companion.engine.figure import LENGTH
from companion.engine.pause import in_slices
from companion.features.history.figures import lasted
from companion.features.history.results import FinishedGame, Result
from companion.games import all_games
from companion.time_zone import day_of

_NIGHT = timedelta(hours=5)


class Reached(NamedTuple):
    """Who reached a badge in which game; no `keys` if it is not one player's. `told` has the number that counts."""

    game: FinishedGame
    keys: tuple[str, ...] = ()
    told: Message | None = None


LastHalfway = Callable[[FinishedGame], Set[int]]
"""Gives the seats that were last after half of a game's entries; none if nobody can tell."""
Reach = Callable[[Sequence[FinishedGame], Collection[str], LastHalfway], Iterator[Reached]]
"""Yields who of the players with these keys reached something in games, all of which have one of them."""


class Badge(NamedTuple):
    """A badge; `reach` yields who reached it, the first one first."""

    id: str
    title: Message
    text: Message
    reach: Reach


def per_player(start: Any, count: Callable[[Any, Result], Any], is_reached: Callable[[Any], bool]) -> Reach:
    """Return a function that folds each player's results into a value, until `is_reached` is true of it."""

    def reach(games: Sequence[FinishedGame], keys: Collection[str], _: LastHalfway) -> Iterator[Reached]:
        counts: dict[str, Any] = {}
        done: set[str] = set()
        for game in in_slices(games):
            results = {key: result for key, result in zip(game.keys, game.results, strict=True) if key in keys}
            for key in results.keys() - done:
                counts[key] = count(counts.get(key, start), results[key])
            # In the order of the seats, as several can reach it in one game.
            if new := tuple([key for key in results if key not in done and is_reached(counts[key])]):
                done.update(new)
                yield Reached(game, new)

    return reach


def _streak(wins: int, result: Result) -> int:
    """Count wins in a row; games without opponents do not count."""
    return wins if not result.is_contest else wins + 1 if result.is_won else 0


def _winners(game: FinishedGame, keys: Collection[str]) -> tuple[str, ...]:
    """Return those of the keys whose players came first against opponents."""
    return tuple([key for key, result in zip(game.keys, game.results, strict=True) if result.is_won and key in keys])


def _closest(games: Sequence[FinishedGame], keys: Collection[str], _: LastHalfway) -> Iterator[Reached]:
    """The smallest lead of a single winner; not between teams, of which the totals of seats do not tell it."""
    leads = [(lead, game) for game in in_slices(games) if (lead := _lead(game, keys)) is not None]
    if leads:
        lead, game = min(leads, key=lambda one: one[0])
        told = Message("by {count} point", "by {count} points", lead) if lead else Message("by the tie-break")
        yield Reached(game, _winners(game, keys), told)


def _lead(game: FinishedGame, keys: Collection[str]) -> int | None:
    places, points = game.places, game.totals
    is_single = len(set(game.sides)) == len(places) > 1 and places.count(1) == 1
    if not (is_single and game.is_scored and any(points) and _winners(game, keys)):
        return None
    first = places.index(1)
    return min(abs(points[first] - other) for seat, other in enumerate(points) if seat != first)


def _comeback(games: Sequence[FinishedGame], keys: Collection[str], last_halfway: LastHalfway) -> Iterator[Reached]:
    """The first game that somebody won alone who had been last."""
    for game in in_slices(games):
        is_single = game.places.count(1) == 1 and game.has_entries
        winners = _winners(game, keys) if is_single else ()
        if winners and game.places.index(1) in last_halfway(game):
            yield Reached(game, winners)
            return


def _longest_evening(games: Sequence[FinishedGame], _: Collection[str], __: LastHalfway) -> Iterator[Reached]:
    """The evening with the longest time by the clocks of its games, of which there were two or more."""
    timed = (game for game in in_slices(games) if LENGTH in game.figures[0])
    days = [list(of) for _, of in groupby(timed, key=_evening_of)]
    lengths = [(sum(game.figures[0][LENGTH] for game in day), day) for day in days if len(day) > 1]
    if lengths:
        seconds, day = max(lengths, key=lambda one: one[0])
        told = Message("{length} in {games} games", length=lasted(seconds), games=len(day))
        yield Reached(day[-1], (), told)


def _evening_of(game: FinishedGame) -> object:
    """The day of a game; what begins by 5 in the morning is of the evening before."""
    return day_of((datetime.fromisoformat(game.made) - _NIGHT).isoformat())


def _hundred(games: Sequence[FinishedGame], _: Collection[str], __: LastHalfway) -> Iterator[Reached]:
    yield from [Reached(game) for game in games[99:100]]


BADGES = (
    Badge(
        "first-win",
        Message("First win"),
        Message("Came first against opponents."),
        per_player(0, lambda wins, result: wins + result.is_won, lambda wins: wins > 0),
    ),
    Badge(
        "five-in-a-row",
        Message("Five in a row"),
        Message("Won five games with opponents, one after the other."),
        per_player(0, _streak, lambda wins: wins >= 5),
    ),
    Badge(
        "every-game",
        Message("Every game won"),
        Message("Won each game that can be played here, once or more."),
        per_player(
            frozenset(),
            lambda won, result: won | {result.game} if result.is_won else won,
            lambda won: won >= all_games().keys(),
        ),
    ),
    Badge("closest", Message("Closest game"), Message("Won alone with the smallest lead in points."), _closest),
    Badge("comeback", Message("Comeback"), Message("Was last after half of the entries, and won alone."), _comeback),
    Badge(
        "longest-evening",
        Message("Longest evening"),
        Message("Most time in one evening, by the clocks of the tables."),
        _longest_evening,
    ),
    Badge("hundred-games", Message("One hundred games"), Message("The hundredth finished game."), _hundred),
)
