"""The figures on a group's page: tables, ratings, pairs, records and plots of all games or of a span of days."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from typing import Any

from flask import abort, current_app, request

from companion.engine import Message
from companion.engine.names import normalize_name
from companion.features.groups import rows as group_rows
from companion.features.groups.games import ALWAYS, GroupGame, GroupGames, Period, ended_sessions, games_at, games_of
from companion.features.groups.rows import Season
from companion.features.groups.stats import GroupStats, group_stats, last_place
from companion.features.history import edits as player_edits
from companion.features.history.aggregates import usual_lengths
from companion.features.history.search import Named, OfferedWord, offered_words, shown_first, won_together
from companion.features.history.statistics import chosen_games, intervals, tenth
from companion.features.history.stats import is_tied_win, kind_of
from companion.forms.form import number as whole_number
from companion.games import get_game
from companion.scoring.game_stats import game_title
from companion.storage.rows.seat_rows import shown_place
from companion.views.http.made_once import made_once
from companion.views.http.phone import all_tables
from companion.views.render.plots import totals_plot
from companion.views.render.template_helpers import day_start, full_date

MOST_NUMBER = 10**6
_LONGEST = 100
_YEARS = range(1971, 9999)
NO_DAY = Message("Choose a day, or type it as 2026-11-23.")
REVERSED = Message("The last day is before the first. Choose a later one, or leave it empty.")


@dataclass(frozen=True)
class Span:
    """Which games are shown: those of `season`, or of the days `since` to `until`, inclusive; empty is unbounded.

    If `named` is given, only games that name this word or place are shown. `faults` are by field: with any, the days
    are as typed, and all games are shown.
    """

    season: Season | None = None
    since: str = ""
    until: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)
    named: str = ""

    @property
    def is_chosen(self) -> bool:
        """Whether days were chosen by hand."""
        return self.season is None and bool(self.since or self.until)

    @property
    def period(self) -> Period:
        """The moments between which the games ended, by the days of the instance's time zone."""
        if self.faults:
            return ALWAYS
        since, until = (self.season.since, self.season.until) if self.season else (self.since, self.until)
        return day_start(since, 0), day_start(until, 1) or ALWAYS[1]

    @property
    def query(self) -> dict[str, str | int]:
        """The query fields that select this span."""
        return {**self.query_of_days, "named": self.named} if self.named else self.query_of_days

    @property
    def query_of_days(self) -> dict[str, str | int]:
        """The query fields that select its season or days."""
        if self.season:
            return {"season": self.season.number}
        days = {} if self.faults else {"since": self.since, "until": self.until}
        return {name: day for name, day in days.items() if day}


def _read_day(text: str) -> date | None:
    """Return the day of a text like 2026-11-23; None if it is none, or one too far away for a season."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in _YEARS and day.isoformat() == text else None


def day_faults(since: str, until: str) -> dict[str, Message]:
    """Return what is wrong with the first and the last day, by field; either may be empty."""
    first, last = _read_day(since), _read_day(until)
    faults = {}
    if since and first is None:
        faults["since"] = NO_DAY
    if until and last is None:
        faults["until"] = NO_DAY
    elif first and last and last < first:
        faults["until"] = REVERSED
    return faults


_ON_A_PAGE = 50
_MOST_PAGES = 10**4

ReplayAt = Callable[[GroupGame], str | None]
"""Gives the address of a game's replay; None where this reader may not see it."""


def _game_line(game: GroupGame, names: Mapping[str, str], replay_at: ReplayAt) -> dict[str, Any]:
    """The context of one game: seats by place, with names only for the group's players."""
    totals = game.totals if game.is_scored else (None,) * len(game.totals)
    return {
        "title": game_title(game.game, kind_of(game)),
        "glyph": get_game(game.game).glyph,
        "ended": game.ended,
        "together": won_together(game.places),
        "is_tied": is_tied_win(game),
        "seats": [(names.get(game.keys[seat]), shown_place(game.places[seat]), totals[seat]) for seat in game.ranked],
        "replay": replay_at(game),
    }


_MOST_COUNTED = 40
"""Older games whose figures are counted in one request; each must be replayed."""
_MOST_MET = 12
"""How many players the table of who plays whom has."""
_LATEST = 10
_SOME = 10
"""How many players a table has until somebody asks for all."""
_MOST_CACHED = 16


@dataclass(frozen=True)
class GroupSummary:
    """The games of a group in a span, with their statistics; `key` is that of `span.named`, or empty."""

    group: str
    names: Mapping[str, str]
    seasons: list[Season]
    span: Span
    key: str
    found: GroupGames

    @property
    def games(self) -> list[GroupGame]:
        """The games, earliest first."""
        return self.found.games

    @cached_property
    def stats(self) -> GroupStats:
        """The statistics; the application caches them until games or names change."""
        return made_once(self._stats, "group stats", *self.mark, is_fixed=True)

    @property
    def mark(self) -> tuple[Hashable, ...]:
        """Equal for equal games and names of a group."""
        return self.group, self.found.fingerprint, tuple(self.names.items())

    def _stats(self) -> GroupStats:
        kept: dict[tuple[str, Period, str], tuple[object, GroupStats]]
        kept = current_app.extensions.setdefault("companion.group_stats", {})
        of = self.group, self.span.period, self.key
        known = kept.pop(of, None)
        stats = known[1] if known is not None and known[0] == self.mark else group_stats(self.games, self.names)
        kept[of] = self.mark, stats
        for oldest in list(kept)[:-_MOST_CACHED]:
            kept.pop(oldest, None)
        return stats


def summary_of(group: str, phone: int | None) -> GroupSummary:
    """Return the summary of a group for the requested span; without a phone, the requested word is ignored."""
    read, seasons = all_tables().read, all_tables().read(group_rows.seasons_of, group)
    span, named = _requested(seasons, phone)
    games = partial(read, games_of, group, span.period, named)
    found = made_once(lambda: _with_figures(games), "group games", group, span.period, named)
    names = read(group_rows.players_of, group)
    return GroupSummary(group, names, seasons, span, named.key if named else "", found)


def _with_figures(read: Callable[[], GroupGames]) -> GroupGames:
    """Return the games, after computing the figures of some that have none yet."""
    found = read()
    for session in found.uncounted[-_MOST_COUNTED:]:
        player_edits.store_figures(all_tables(), session)
    return read() if found.uncounted else found


def _requested(seasons: Sequence[Season], phone: int | None) -> tuple[Span, Named | None]:
    """Return the requested span, all games for an unknown season, and the requested word, which needs a phone."""
    since, until, named = (request.args.get(name, "").strip()[:_LONGEST] for name in ("since", "until", "named"))
    named = named if phone is not None else ""
    span = Span(None, since, until, day_faults(since, until), named)
    if number := whole_number(request.args, "season", 1, MOST_NUMBER):
        span = Span(next((season for season in seasons if season.number == number), None), named=named)
    key = normalize_name(named)
    return span, Named(phone, key) if phone is not None and key else None


def words_for(group: str, span: Span, phone: int | None) -> list[OfferedWord]:
    """Return the words by which a phone can filter a group's games, the requested one first."""
    read = all_tables().read
    offered = [] if phone is None else read(offered_words, phone, read(group_rows.sessions_in, group))
    return shown_first(offered, span.named)


def summary_context(summary: GroupSummary, replay_at: ReplayAt, words: Sequence[OfferedWord]) -> dict[str, Any]:
    """Return the context of stats.html; `words` are offered as filters."""
    stats = summary.stats
    rated = stats.by_rating
    games = chosen_games(stats.by_game, lambda table: (game_title(table.game, table.kind), table.played))
    ends = [(stats.ratings[key].low, stats.ratings[key].high) for key in stats.drawn]
    ranges = intervals([(rating.low, rating.mean, rating.high) for _, rating in rated])
    return {
        **_chosen(summary.seasons, summary.span, len(summary.games), words),
        "stats": stats,
        "uncounted": len(summary.found.uncounted),
        "games": games,
        "some": None if request.args.get("players") == "all" else _SOME,
        "last_place": last_place,
        "rated": [(row, rating, drawn) for (row, rating), drawn in zip(rated, ranges, strict=True)],
        "course": totals_plot(stats.course, ranges=ends),
        "drawn": tuple([summary.names[key] for key in stats.drawn]),
        "tables": [
            (get_game(each.game), game_title(each.game, each.kind), each, usual_lengths(each.lengths))
            for each in games["shown"]
        ],
        **_meetings(stats),
        "records": [
            {
                "title": game_title(each.game, each.kind),
                "glyph": get_game(each.game).glyph,
                "record": each.best,
                "is_lowest": each.lowest_wins,
                "replay": replay_at(each.best.game),
            }
            for each in games["shown"]
            if each.best is not None and each.has_points
        ],
        "streak": stats.streak,
        "streak_replay": replay_at(stats.streak.game) if stats.streak else None,
        "latest": [_game_line(game, summary.names, replay_at) for game in summary.games[: -_LATEST - 1 : -1]],
        "tenth": tenth,
    }


def _chosen(seasons: Sequence[Season], span: Span, count: int, words: Sequence[OfferedWord]) -> dict[str, Any]:
    """Return the context of the form that chooses games."""
    about = {"seasons": seasons, "span": span, "season": span.season, "words": words}
    return {**about, "count": count, "date": full_date}


def _meetings(stats: GroupStats) -> dict[str, Any]:
    """Return the table of who met whom, with the number of pairs beyond its size."""
    met = {key for of in stats.pairs for key in of}
    keys = [row.key for row in stats.ordered if row.key in met][:_MOST_MET]
    pairs = [[stats.pairs.get((key, other)) for other in keys] for key in keys]
    shown = sum(pair is not None for row in pairs for pair in row)
    return {
        "met": tuple([stats.names[key] for key in keys]),
        "meetings": pairs,
        "more_pairs": (len(stats.pairs) - shown) // 2,
    }


def list_context(group: str, phone: int | None, replay_at: ReplayAt) -> dict[str, Any]:
    """Return the context of list.html for the requested page; abort with 404 if there is no such page."""
    read, seasons = all_tables().read, all_tables().read(group_rows.seasons_of, group)
    span, named = _requested(seasons, phone)
    ended = made_once(lambda: read(ended_sessions, group, span.period, named), "ended", group, span.period, named)
    page = whole_number(request.args, "page", 1, _MOST_PAGES) or 1
    first = (page - 1) * _ON_A_PAGE
    shown = ended[first : first + _ON_A_PAGE]
    if page > 1 and not shown:
        abort(404)
    games = _with_figures(lambda: read(games_at, group, [shown] if shown else [])).games
    names = read(group_rows.players_of, group)
    return {
        **_chosen(seasons, span, len(ended), words_for(group, span, phone)),
        "lines": [_game_line(game, names, replay_at) for game in reversed(games)],
        "earlier": page + 1 if len(ended) > first + _ON_A_PAGE else None,
        "later": page - 1 if page > 1 else None,
    }


GUEST = Message("guest")
"""The name of a player who is not in the group."""
