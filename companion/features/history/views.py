"""The history of a phone with its search, and the players of its games: statistics, rename, merge and delete."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import format_date
from werkzeug.routing import UnicodeConverter
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Game, Message
from companion.engine.names import clean_name, normalize_name
from companion.feature import Cell
from companion.features.history import edits, rows as queries, search
from companion.features.history.figures import PlayerStats, lasted, player_stats
from companion.features.history.rows import Named, Player, SessionFilter, Word
from companion.features.history.search import PastSession, day_start, shown_first
from companion.features.history.statistics import player_context, tenth
from companion.forms.form import number as whole_number
from companion.games import all_games, played_game
from companion.locales import LOCALES
from companion.scoring.scoresheet import NO_NAME, name_fault
from companion.storage.rows.seat_rows import shown_place
from companion.time_zone import day_of, today
from companion.views.http.error_pages import ask_first, is_confirmed_deletion, redirect_to, respond
from companion.views.http.made_once import kept
from companion.views.http.phone import all_tables, phone
from companion.views.http.responses import csv_file
from companion.views.render.template_helpers import (
    clock,
    date_in,
    full_date,
    in_language,
    language_context,
    say,
    short_day,
)
from companion.views.table.standings import NOT_SCORED


class PlayerConverter(UnicodeConverter):
    """A player's key in an address; characters that would split or shorten the path are escaped with ~."""

    def to_url(self, value: str) -> str:
        """Escape a player's key."""
        return super().to_url(re.sub(r"[/\\~.]", lambda match: f"~{ord(match[0]):02x}", normalize_name(value)))

    def to_python(self, value: str) -> str:
        """Restore a player's key."""
        return normalize_name(re.sub("~([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), value))


bp = Blueprint("history", __name__)
bp.add_app_template_global(date_in)
bp.add_app_template_filter(tenth)
bp.record_once(lambda state: state.app.url_map.converters.update(player=PlayerConverter))

_FIELDS = ("q", "game", "since", "until", "player", "named")
_LONGEST = 80
_MOST_WORDS = 8


@bp.get("/history")
def show() -> str:
    """Show one page of the matching sessions, latest first; all of them without search fields."""
    number, typed = phone(), {name: request.args.get(name, "").strip()[:_LONGEST] for name in _FIELDS}
    query = {name: text for name, text in typed.items() if text}
    read, wanted = all_tables().read, _wanted(query)
    count = 0 if number is None else read(search.count_sessions, number, wanted)
    before = request.args.get("before", "")[:_LONGEST]
    rows, more = read(search.find_sessions, number, wanted, before) if number and count else ([], "")
    context = {
        "asked": query,
        "is_search": bool(query),
        "games": all_games().values(),
        "count": count,
        "player": read(queries.find_player, number or 0, wanted.player) if wanted.player else None,
        "groups": list(by_date(rows)),
        "more": more,
    }
    return render_template("history/history.html", **context)


def _wanted(query: dict[str, str]) -> SessionFilter:
    return SessionFilter(
        tuple(Word(word, _titled(word)) for word in normalize_name(query.get("q", "")).split()[:_MOST_WORDS]),
        query.get("game", ""),
        day_start(query.get("since"), 0),
        day_start(query.get("until"), 1),
        normalize_name(query.get("player", "")),
        normalize_name(query.get("named", "")),
    )


def _titled(word: str) -> tuple[str, ...]:
    return tuple(key for key, game in all_games().items() if any(word in title for title in _titles(game)))


def _titles(game: Game) -> Iterator[str]:
    for locale in LOCALES:
        with in_language(locale):
            yield normalize_name(say(game.title))


def by_date(rows: Sequence[PastSession]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Group rows under today, this week, or their month."""
    now = today()
    for title, group in groupby(rows, key=lambda row: _span(day_of(row.made), now)):
        yield title, [session_row(row) for row in group]


def session_row(row: PastSession) -> dict[str, Any]:
    """Return the context of a row."""
    of, now = day_of(row.made), today()
    when = str(format_date(of, "EEE")) if _is_this_week(of, now) else short_day(row.made)
    seats = [(row.names[seat], row.places[seat] == 1 or bool(row.together), row.totals[seat]) for seat in row.ranked]
    when = clock(row.made) if of == now else when
    return {"past": row, "game": row.game, "when": when, "seats": seats, "told": [*_told(row)]}


def _told(row: PastSession) -> Iterator[str]:
    """Yield what is said of a game beside who played."""
    if row.is_running:
        yield say(Message("running"))
        return
    if row.together is not None:
        yield say(Message("Won together") if row.together else Message("Lost together"))
    if all(place is None for place in row.places):
        yield say(NOT_SCORED)
    if row.seconds is not None and row.seconds >= 60:  # entered in one go
        yield say(lasted(row.seconds))
    if row.totals_only:
        yield say(Message("totals only"))


def _span(of: date, now: date) -> str:
    if of == now:
        return say(Message("Today"))
    if _is_this_week(of, now):
        return say(Message("This week"))
    return date_in("yMMMM", of)


def _is_this_week(of: date, now: date) -> bool:
    return now - timedelta(now.weekday()) <= of < now


@bp.get("/history.csv")
def csv() -> AnyResponse:
    """Download the results of this phone's finished games, one row per seat."""
    return csv_file(_history_rows(phone()), "companion.csv")


def _history_rows(number: int | None) -> Iterator[list[Cell]]:
    yield [say(title) for title in _HISTORY]
    for row in () if number is None else all_tables().read(search.finished_sessions, number):
        day = day_of(row.made).isoformat()
        game = say(row.game.title)
        team_of = {seat: team for team, side in enumerate(row.sides, 1) for seat in side}
        for seat in row.ranked:
            place, total = shown_place(row.places[seat]), row.totals[seat]
            yield [day, game, row.names[seat], place, total, team_of.get(seat), row.session, row.seconds]


_HISTORY = (
    *(Message("Date"), Message("Game"), Message("Name"), Message("Place"), Message("Total"), Message("Team")),
    *(Message("Table"), Message("Length in seconds")),
)


@bp.app_template_global()
def past_games() -> int:
    """Return how many tables this phone has joined."""
    number = phone()
    return 0 if number is None else all_tables().read(search.count_sessions, number, SessionFilter())


@bp.app_template_global()
def month_told(one: Any) -> str:
    """Return a month with its number of games, as a drawing of months has them."""
    return f"{date_in('MMM', one.month)} {one.number}"


_SHOWN = 8
_OFFERED_OF = 500  # latest games of a player whose words are offered
_MOST_NAMED = 3


@bp.get("/players")
def all_players() -> str:
    """List the players of this phone's games, page by page."""
    page = whole_number(request.args, "page", 1, 9999) or 1
    listed = all_tables().read(queries.list_players, phone() or 0, (page - 1) * search.PAGE, search.PAGE + 1)
    more = page + 1 if len(listed) > search.PAGE else None
    return render_template("history/players.html", players=listed[: search.PAGE], more=more)


@bp.get("/players/<player:key>")
def player(key: str) -> str:
    """Show a player's statistics and latest games, or only those of games that name a word."""
    number, shown = find_or_404(key)
    read, word = all_tables().read, request.args.get("named", "").strip()[:_LONGEST]
    named = normalize_name(word)
    stats, words = _figures(number, key, Named(number, named) if named else None)
    rows, more = read(search.find_sessions, number, SessionFilter(player=key, named=named), most=_SHOWN)
    context = {
        **player_context(stats),
        "words": shown_first(words, word),
        "named": word if named else "",
        "player": shown,
        "rows": [session_row(row) for row in rows],
        "has_more": bool(more),
        "reach": read(queries.change_scope, number, key),
    }
    return render_template("history/player.html", **context)


def _figures(number: int, key: str, named: Named | None) -> tuple[PlayerStats, dict[str, str]]:
    """Return the figures of a player, and the words by which games can be chosen; kept until the games change."""
    read, mark = all_tables().read, all_tables().read(queries.mark_of_games, number, key)

    def make() -> tuple[PlayerStats, dict[str, str]]:
        sessions = read(queries.games_of_player, number, key, named)
        stats = edits.with_figures(all_tables(), lambda: player_stats(read(search.finished_games, sessions), key))
        words = read(search.offered_words, number, read(queries.games_of_player, number, key)[-_OFFERED_OF:])
        return stats, words

    return kept(mark, make, "figures of player", number, key, named, is_whole=lambda made: not made[0].uncounted)


def find_or_404(key: str) -> tuple[int, Player]:
    """Return the phone and the player; abort with 404 if this phone has no game with that player."""
    number = phone()
    player = None if number is None else all_tables().read(queries.find_player, number, key)
    if number is None or player is None:
        abort(404)
    return number, player


@bp.route("/players/<player:key>/rename", methods=["GET", "POST"])
def rename(key: str) -> AnyResponse:
    """Rename a player, in a form; if another player has that name, merge the two after confirmation."""
    if request.method != "POST":
        return _rename_page(key)
    name = clean_name(request.form.get("name", ""))
    if (fault := name_fault(name)) is not None:
        return _rename_page(key, Message("Type the new name first.") if fault is NO_NAME else fault, name)
    named = all_tables().read(queries.find_player, phone() or 0, normalize_name(name))
    if named and not all_tables().read(queries.find_player, phone() or 0, key):
        return redirect_to(url_for(".player", key=name))  # sent twice
    number, _ = find_or_404(key)
    other = None if normalize_name(name) == key else named
    if other is not None and request.form.get("merge") != "yes":
        return _rename_page(key, None, name, other)
    try:
        edits.rename(all_tables(), number, key, other.name if other else name)
    except edits.MergeConflict:
        return _rename_page(key, None, name, other)
    return redirect_to(url_for(".player", key=name))


def _rename_page(
    key: str, message: Message | None = None, typed: str | None = None, other: Player | None = None
) -> Response:
    """Render the form. If another player has that name, it says what a merge does or why it is impossible."""
    number, shown = find_or_404(key)
    is_other = typed is not None and not message
    shared = all_tables().read(queries.shared_sessions, number, key, normalize_name(typed or "")) if is_other else []
    context = {
        "player": shown,
        "reach": all_tables().read(queries.change_scope, number, key),
        "typed": shown.name if typed is None else typed,
        "other": other,
        "shared": _games_told(shared),
        "more_shared": len(shared[_MOST_NAMED:]),
        "message": message,
    }
    return respond("history/rename.html", 422 if message or shared else 200, **context)


def _games_told(shared: list[str]) -> list[Message]:
    rows = [all_tables().row(session) for session in shared[:_MOST_NAMED]]
    played = [(row, played_game(row.game, row.setup["options"])) for row in rows if row is not None]
    return [Message("{first}, {second}", first=game.title, second=full_date(row.made)) for row, game in played]


@bp.route("/players/<player:key>/delete", methods=["GET", "POST"])
def delete(key: str) -> AnyResponse:
    """Delete the player's name or games, after a page that shows what that removes."""
    read, what = all_tables().read, request.form.get("what")
    if is_confirmed_deletion() and read(queries.find_player, phone() or 0, key) is None:
        return redirect_to(url_for(".all_players"))
    number, shown = find_or_404(key)
    if request.method == "POST" and what not in ("name", "games"):
        abort(400)
    reach, loss = read(queries.change_scope, number, key), read(queries.deletion_impact, number, key)
    if question := ask_first("history/forget.html", player=shown, reach=reach, loss=loss):
        return question
    if what == "name":
        edits.forget(all_tables(), number, key, _seat_names())
    else:
        edits.delete_games(all_tables(), number, key)
    return redirect_to(url_for(".all_players"))


def _seat_names() -> Callable[[int], str]:
    """Return a function from a seat to a name such as "Player 1"; it also works outside the request."""
    spoken = language_context()["spoken"]
    return lambda seat: say(Message("Player {number}", number=seat + 1), translations=spoken)
