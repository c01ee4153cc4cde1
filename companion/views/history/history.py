"""The history of a phone: its sessions grouped by date, with a search by player, game and day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, render_template, request
from flask_babel import format_date
from markupsafe import Markup

from companion.game import Game, Message
from companion.game.names import normalize_name
from companion.games import all_games
from companion.history import players, search
from companion.history.search import PastSession, SessionFilter, Word
from companion.locales import LOCALES
from companion.time_zone import day_of, today
from companion.views.http.identity import phone, sessions
from companion.views.render.days import day_start, is_english, short_day
from companion.views.render.template_helpers import clock, in_language, say

bp = Blueprint("history", __name__)

_FIELDS = ("q", "game", "since", "until", "player", "named")
_LONGEST = 80
_MOST_WORDS = 8


@bp.get("/history")
def show() -> str:
    """Show one page of the matching sessions, latest first; all of them without search fields."""
    number, query = phone(), _search_fields()
    wanted = _wanted(query)
    count = 0 if number is None else search.count_sessions(sessions().store, number, wanted)
    rows, more = search.find_sessions(sessions().store, number, wanted, _before()) if number and count else ([], "")
    context = {
        "asked": query,
        "is_search": bool(query),
        "games": all_games().values(),
        "count": count,
        "player": players.find_player(sessions().store, number, wanted.player) if number and wanted.player else None,
        "groups": list(by_date(rows)),
        "more": more,
    }
    return render_template("history/history.html", **context)


def _search_fields() -> dict[str, str]:
    """Return the search fields of the query that are not empty."""
    fields = {name: request.args.get(name, "").strip()[:_LONGEST] for name in _FIELDS}
    return {name: value for name, value in fields.items() if value}


def _before() -> str:
    return request.args.get("before", "")[:_LONGEST]


def _wanted(query: dict[str, str]) -> SessionFilter:
    until = day_start(query.get("until"), 1)
    return SessionFilter(
        tuple(Word(word, _titled(word)) for word in normalize_name(query.get("q", "")).split()[:_MOST_WORDS]),
        query.get("game", ""),
        day_start(query.get("since"), 0),
        until,
        normalize_name(query.get("player", "")),
        normalize_name(query.get("named", "")),
    )


def _titled(word: str) -> tuple[str, ...]:
    """Return the keys of games with this word in a title in any language."""
    return tuple(key for key, game in all_games().items() if any(word in title for title in _titles(game)))


def _titles(game: Game) -> Iterator[str]:
    for locale in LOCALES:
        with in_language(locale):
            yield normalize_name(say(game.title))


def by_date(rows: Sequence[PastSession]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Group rows under today, this week, or their month."""
    now = today()
    for title, group in groupby(rows, key=lambda row: _span(day_of(row.at), now)):
        yield title, [session_row(row, now) for row in group]


def session_row(row: PastSession, now: date | None = None) -> dict[str, Any]:
    """Return the context of a row; `now` is the day that it is."""
    return {"past": row, "game": row.game, "when": _when(row, now or today())}


def _span(of: date, now: date) -> str:
    if of == now:
        return say(Message("Today"))
    if _is_this_week(of, now):
        return say(Message("This week"))
    return str(format_date(of, "MMMM yyyy" if is_english() else "yyyy 年 M 月"))


def _when(row: PastSession, now: date) -> str | Markup:
    of = day_of(row.at)
    if of == now:
        return clock(row.at)
    return str(format_date(of, "EEE")) if _is_this_week(of, now) else short_day(row.at)


def _is_this_week(of: date, now: date) -> bool:
    return now - timedelta(now.weekday()) <= of < now
