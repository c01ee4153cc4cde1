"""What the page of a group shows: tables, ratings, pairs, records and plots, of a season or of all games."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app

from companion.game import Message
from companion.game.pause import pausing
from companion.games import get_game
from companion.history.group_games import ALWAYS, GroupGame, GroupGames, Period, games_of
from companion.history.group_stats import GameTable, GroupStats, group_stats
from companion.history.groups import players_of, seasons_of
from companion.sessions.time_slices import Slices
from companion.storage.group_rows import Season
from companion.views.days import day_start
from companion.views.guard import sessions
from companion.views.plots import intervals, totals_plot
from companion.views.statistics import date, game_title, tenth

_MOST_COUNTED = 40
"""Older games whose figures are counted in one request; each must be replayed."""
_MOST_PAIRS = 20
_LATEST = 10
_MOST_CACHED = 16
_NAME = "companion.group_stats"

ReplayAt = Callable[[GroupGame], str | None]
"""Gives the address of a game's replay; None where this reader may not see it."""


class StatsCache:
    """The statistics that were computed last, by group and period, until the games or the names change."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Period], tuple[object, GroupStats]] = OrderedDict()

    def stats(self, group: str, period: Period, games: GroupGames, names: Mapping[str, str]) -> GroupStats:
        """Return the statistics of players over the games of a group in a period."""
        mark, of = (games.fingerprint, tuple(names.items())), (group, period)
        with self._lock:
            known = self._kept.pop(of, None)
            if known is not None and known[0] == mark:
                self._kept[of] = known
                return known[1]
        made = group_stats(games.games, names)
        with self._lock:
            self._kept[of] = (mark, made)
            while len(self._kept) > _MOST_CACHED:
                self._kept.popitem(last=False)
        return made


@dataclass(frozen=True)
class GroupSummary:
    """The games of a group in a season, or all of them, and what they add up to."""

    names: Mapping[str, str]
    seasons: list[Season]
    season: Season | None
    games: list[GroupGame]
    stats: GroupStats
    uncounted: int


def summary_of(group: str, number: int | None) -> GroupSummary:
    """Return the summary of a group for the season with this number; of all games if there is none."""
    store, seasons = sessions().store, seasons_of(sessions().store, group)
    season = next((one for one in seasons if one.number == number), None)
    names, period = players_of(store, group), _period(season)
    cache: StatsCache = current_app.extensions[_NAME]
    with pausing(Slices()):
        games = games_of(store, group, period)
        if games.uncounted:
            for session in games.uncounted[-_MOST_COUNTED:]:
                sessions().players.store_figures(session)
            games = games_of(store, group, period)
        stats = cache.stats(group, period, games, names)
    return GroupSummary(names, seasons, season, games.games, stats, len(games.uncounted))


def _period(season: Season | None) -> Period:
    """The moments between which a season's games ended, by the days of the server's time zone."""
    return ALWAYS if season is None else (day_start(season.since, 0), day_start(season.until, 1))


def summary_context(summary: GroupSummary, replay_at: ReplayAt) -> dict[str, Any]:
    """Return the context of stats.html."""
    stats = summary.stats
    rated = stats.by_rating
    ranges = intervals([(rating.low, rating.mean, rating.high) for _, rating in rated]) if rated else ()
    return {
        "stats": stats,
        "seasons": summary.seasons,
        "season": summary.season,
        "uncounted": summary.uncounted,
        "columns": range(2, 1 + max((max(row.places, default=1) for row in stats.rows.values()), default=1)),
        "rated": [(row, rating, drawn) for (row, rating), drawn in zip(rated, ranges, strict=True)],
        "course": totals_plot(stats.course) if len(stats.course) > 2 else None,
        "drawn": tuple([summary.names[key] for key in stats.drawn]),
        "tables": [(get_game(one.game), game_title(one.game, one.kind), one) for one in stats.by_game],
        "pairs": stats.by_pair[:_MOST_PAIRS],
        "more_pairs": len(stats.by_pair[_MOST_PAIRS:]),
        "records": [_best_total(one, replay_at) for one in stats.by_game if one.best is not None],
        "streak": stats.streak,
        "streak_replay": replay_at(stats.streak.game) if stats.streak else None,
        "latest": [_played(game, summary.names, replay_at) for game in summary.games[: -_LATEST - 1 : -1]],
        "date": date,
        "tenth": tenth,
    }


def _best_total(table: GameTable, replay_at: ReplayAt) -> dict[str, Any]:
    record = table.best
    assert record is not None
    return {
        "title": game_title(table.game, table.kind),
        "glyph": get_game(table.game).glyph,
        "is_lowest": table.lowest_wins,
        "record": record,
        "replay": replay_at(record.game),
    }


def _played(game: GroupGame, names: Mapping[str, str], replay_at: ReplayAt) -> dict[str, Any]:
    """A game as a line: the group's players by place; others have no name here."""
    seats = sorted(range(len(game.places)), key=lambda seat: game.places[seat])
    kind = str(game.figures[0].get("kind", ""))
    return {
        "title": game_title(game.game, kind),
        "glyph": get_game(game.game).glyph,
        "ended": game.ended,
        "is_lost": 1 not in game.places,
        "seats": [(names.get(game.keys[seat]), game.places[seat], game.totals[seat]) for seat in seats],
        "replay": replay_at(game),
    }


GUEST = Message("guest")
"""What somebody is called who played in a game of the group without being in it."""


def init_app(app: Flask) -> None:
    """Give the application a cache of statistics."""
    app.extensions[_NAME] = StatsCache()
