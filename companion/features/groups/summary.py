"""The figures on a group's page: tables, ratings, pairs, records and plots of all games or of a span of days."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from typing import Any

from flask import abort, request, url_for

from companion.engine import Message
from companion.engine.names import normalize_name
from companion.features.groups import rows as group_rows
from companion.features.groups.rating import GroupRatings, group_ratings
from companion.features.groups.rows import ALWAYS, GROUP_SESSIONS, Period, Season, games_in
from companion.features.history import edits as player_edits
from companion.features.history.figures import GroupStats, Tally, group_stats
from companion.features.history.results import FinishedGame, Result
from companion.features.history.rows import Named
from companion.features.history.search import day_start, finished_games, offered_words, shown_first, won_together
from companion.features.history.statistics import bars, chosen_games
from companion.forms.form import number as whole_number
from companion.games import get_game
from companion.storage.schema import select
from companion.views.http.made_once import kept
from companion.views.http.phone import all_tables
from companion.views.render.plots import totals_plot
from companion.views.render.template_helpers import say

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
        """The moments between which the games began, by the days of the instance's time zone."""
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


_ON_A_PAGE = 25
_MOST_PAGES = 10**4
_MOST_MET = 12
"""How many players the table of who plays whom has."""
_LATEST = 5
_SOME = 8
"""How many players a table has until somebody asks for all."""
_TILES, _FEWEST_GAMES = 10, 3
"""By how many of a player's latest games the form is told, and how many there have to be."""
_IN_FORM, _STILL = 3, 6
"""How many players are in form, of how many who played last."""


@dataclass(frozen=True)
class GroupSummary:
    """The games of a group in a span, earliest first, and their figures; both are kept until games or names change.

    `phone` is None for a reader by the group's link. `named` is the word by which games are chosen. `mark` changes with
    the games, `joined` with those that the phone has joined.
    """

    group: str
    phone: int | None
    names: Mapping[str, str]
    seasons: list[Season]
    span: Span
    named: Named | None
    mark: Hashable
    joined: Hashable

    @cached_property
    def sessions(self) -> Sequence[str]:
        """The sessions of the games."""
        period, named = self.span.period, self.named
        find = partial(all_tables().read, games_in, self.group, period, named)
        return kept(self.mark, find, "games of group", self.group, period, named)

    def games(self, sessions: Sequence[str] | None = None) -> Iterator[FinishedGame]:
        """The games of some of the sessions, by default of all; they are read as they are taken."""
        return all_tables().read(finished_games, self.sessions if sessions is None else sessions)

    @cached_property
    def mark_with_names(self) -> Hashable:
        """Equal for equal games and names of the group."""
        return self.mark, tuple(self.names.items())

    def replay_of(self, game: FinishedGame) -> str | None:
        """The address of a game's replay: at the table if the phone has joined it, else in the group; None for none."""
        if not game.has_entries:
            return None
        if self.phone is not None and all_tables().role(game.session, self.phone):
            return url_for("replay.show", session=game.session)
        is_shown = all_tables().read(group_rows.shows_replay, self.group, game.session)
        return url_for("group_pages.replay", session=game.session, **request.view_args or {}) if is_shown else None

    @property
    def figures(self) -> tuple[GroupStats, GroupRatings]:
        """The statistics and the ratings."""
        of = "figures of group", self.group, self.span.period, self.named
        return kept(self.mark_with_names, self._count, *of, is_whole=lambda made: not made[0].uncounted)

    def _count(self) -> tuple[GroupStats, GroupRatings]:
        stats = player_edits.with_figures(all_tables(), lambda: group_stats(self.games(), self.names))
        return stats, group_ratings(self.games(), stats)

    @property
    def words(self) -> list[str]:
        """The words by which the phone can filter the games, the requested one first."""
        read = all_tables().read

        def offer() -> dict[str, str]:
            rows = read(select, GROUP_SESSIONS, "session", order="session", grp=self.group) if self.phone else []
            return read(offered_words, self.phone or 0, [row["session"] for row in rows])

        offered = kept((self.mark, self.joined), offer, "words of group", self.group, self.phone)
        return shown_first(offered, self.span.named)


def summary_of(group: str, phone: int | None) -> GroupSummary:
    """Return the summary of a group for the requested span; without a phone, the requested word is ignored."""
    read = all_tables().read
    (mark, joined), seasons = read(group_rows.mark_of_games, group, phone), read(group_rows.seasons_of, group)
    span, named = _requested(seasons, phone)
    names = read(group_rows.players_of, group)
    return GroupSummary(group, phone, names, seasons, span, named, (mark, joined) if named else mark, joined)


def _requested(seasons: Sequence[Season], phone: int | None) -> tuple[Span, Named | None]:
    """Return the requested span, all games for an unknown season, and the requested word, which needs a phone."""
    since, until, named = (request.args.get(name, "").strip()[:_LONGEST] for name in ("since", "until", "named"))
    named = named if phone is not None else ""
    span = Span(None, since, until, day_faults(since, until), named)
    if number := whole_number(request.args, "season", 1, MOST_NUMBER):
        span = Span(next((season for season in seasons if season.number == number), None), named=named)
    key = normalize_name(named)
    return span, Named(phone, key) if phone is not None and key else None


def summary_context(summary: GroupSummary) -> dict[str, Any]:
    """Return the context of stats.html."""
    stats, ratings = summary.figures
    games = chosen_games(stats.by_game)
    ends = [(ratings.overall[key].low, ratings.overall[key].high) for key in ratings.drawn]
    return {
        "summary": summary,
        "span": summary.span,
        "stats": stats,
        "games": games,
        "some": None if request.args.get("players") == "all" else _SOME,
        "ratings": ratings,
        "course": totals_plot(ratings.course, ranges=ends),
        "drawn": tuple([summary.names[key] for key in ratings.drawn]),
        **_meetings(summary, stats),
        "records": [table for table in games["shown"] if table.best is not None and table.has_points],
        "replay_of": summary.replay_of,
        "latest": _lines(summary, summary.sessions[-_LATEST:]),
        "shares": bars([row.win_rate or 0 for row in stats.ordered]),
        "in_form": _in_form(stats.ordered),
    }


def _in_form(rows: Sequence[Tally]) -> list[tuple[Tally, Sequence[Result]]]:
    """Return the players who won most of their latest games with opponents, and these; only who still plays."""
    latest = {row.key: row.latest[-_TILES:] for row in rows if row.contests >= _FEWEST_GAMES}
    played = sorted((games[-1].made for games in latest.values()), reverse=True)
    lately = [row for row in rows if row.key in latest and latest[row.key][-1].made >= played[:_STILL][-1]]
    lately.sort(key=lambda row: -sum(result.is_won for result in latest[row.key]) / len(latest[row.key]))
    return [(row, latest[row.key]) for row in lately[:_IN_FORM]]


def _lines(summary: GroupSummary, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """Return the context of each game, latest first: seats by place, with names only for the group's players."""
    of = "games of page", summary.group, summary.span.period, summary.named, *sessions[:1], len(sessions)
    games = kept(summary.mark, lambda: list(summary.games(sessions)), *of)
    return [
        {
            "game": game,
            "glyph": get_game(game.game).glyph,
            "told": [say(told) for told in _told(game)],
            "seats": [*_seats(summary, game)],
            "replay": summary.replay_of(game),
        }
        for game in reversed(games)
    ]


def _seats(summary: GroupSummary, game: FinishedGame) -> Iterator[tuple[str | None, bool, int | None]]:
    """Yield the name of each seat, None for one who is not of the group, whether it won, and its total."""
    have_all_won = bool(won_together(game.places))
    for seat in game.ranked:
        is_winner = have_all_won or game.places[seat] == 1
        yield summary.names.get(game.keys[seat]), is_winner, game.results[seat].total


def _told(game: FinishedGame) -> Iterator[Message]:
    """Yield what is said of a game beside its places."""
    together = won_together(game.places)
    if together is not None:
        yield Message("Won together") if together else Message("Lost together")
    if game.is_tied_win:
        yield Message("Shared win")


def _meetings(summary: GroupSummary, stats: GroupStats) -> dict[str, Any]:
    """Return the table of who met whom, with the number of pairs beyond its size."""
    met = {key for of in stats.pairs for key in of}
    keys = [row.key for row in stats.ordered if row.key in met][:_MOST_MET]
    pairs = [[stats.pairs.get((key, other)) for other in keys] for key in keys]
    shown = sum(pair is not None for row in pairs for pair in row)
    return {
        "met": tuple([summary.names[key] for key in keys]),
        "meetings": pairs,
        "more_pairs": (len(stats.pairs) - shown) // 2,
    }


def list_context(summary: GroupSummary) -> dict[str, Any]:
    """Return the context of list.html for the requested page; abort with 404 if there is no such page."""
    page = whole_number(request.args, "page", 1, _MOST_PAGES) or 1
    until = len(summary.sessions) - (page - 1) * _ON_A_PAGE
    if page > 1 and until <= 0:
        abort(404)
    shown = summary.sessions[max(0, until - _ON_A_PAGE) : until]
    return {
        "summary": summary,
        "span": summary.span,
        "lines": _lines(summary, shown),
        "earlier": page + 1 if until > _ON_A_PAGE else None,
        "later": page - 1 if page > 1 else None,
    }


GUEST = Message("guest")
"""The name of a player who is not in the group."""
