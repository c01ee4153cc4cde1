"""The games and the tables of a group as CSV, and its past games as a calendar (RFC 5545)."""

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from flask import Response, make_response

from companion.feature import Cell
from companion.features.groups.games import GroupGame
from companion.features.groups.rating import Rating
from companion.features.groups.stats import GroupRow, last_place
from companion.features.groups.summary import GUEST, GamesToList, GroupSummary
from companion.features.history.stats import kind_of
from companion.game import Message, joined
from companion.game.pause import in_slices
from companion.scoring.game_stats import game_title
from companion.time_zone import day_of
from companion.views.export.exports import long_answer
from companion.views.render.template_helpers import say

_LONGEST = 75
_TIME = "%Y%m%dT%H%M%SZ"
_SHORTEST = timedelta(minutes=1)
"""RFC 5545, 3.8.2.2: an event has to end later than it begins."""


def calendar_file(listed: GamesToList, name: str) -> Response:
    """Return the games as a calendar; a long one is made while it is sent."""
    return make_response(
        long_answer(_pieces(listed, name)), 200,
        {"Content-Type": "text/calendar; charset=utf-8", "Content-Disposition": "attachment; filename=games.ics"},
    )  # fmt: skip


def _pieces(listed: GamesToList, name: str) -> Iterator[bytes]:
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tabletop-companion//games//EN", f"X-WR-CALNAME:{name}")
    yield b"".join(map(_line, head))
    yield from (_event(game, listed) for game in in_slices(listed.games))
    yield _line("END:VCALENDAR")


def _event(game: GroupGame, listed: GamesToList) -> bytes:
    ended = _moment(game.ended)
    began = min(_moment(game.made), ended)
    lines = (
        "BEGIN:VEVENT",
        f"UID:{hashlib.sha256(game.session.encode()).hexdigest()[:24]}@tabletop-companion",
        f"DTSTAMP:{ended:{_TIME}}",
        f"DTSTART:{began:{_TIME}}",
        f"DTEND:{max(ended, began + _SHORTEST):{_TIME}}",
        f"SUMMARY:{_text(say(game_title(game.game, kind_of(game))))}",
        f"DESCRIPTION:{_text(say(_scores(game, listed)))}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    )
    return b"".join(map(_line, lines))


def _text(text: str) -> str:
    """Return a text with its separators escaped (RFC 5545, 3.3.11)."""
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", r"\n")


def _line(line: str) -> bytes:
    """Return a line, folded so that none has more than 75 bytes (RFC 5545, 3.1)."""
    folded = [""]
    for character in line:
        if len(f"{folded[-1]}{character}".encode()) >= _LONGEST:
            folded.append("")
        folded[-1] += character
    return ("\r\n ".join(folded) + "\r\n").encode()


def _scores(game: GroupGame, listed: GamesToList) -> joined:
    names = [(listed.names.get(game.keys[seat]) or say(GUEST), game.totals[seat]) for seat in game.ranked]
    if not game.is_scored:
        return joined([name for name, _ in names])
    return joined([Message("{name} {total}", name=name, total=total) for name, total in names])


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


_GAMES = (Message("Number"), Message("Date"), Message("Game"), Message("Name"), Message("Place"), Message("Total"))
_TEAM = Message("Team")
_TABLE = (
    *(Message("Game"), Message("Name"), Message("Played"), Message("Games with opponents"), Message("Won")),
    *(Message("Win rate in percent"), Message("Shared wins"), Message("Points"), Message("Rating")),
    Message("Uncertainty (±)"),
)


def game_rows(listed: GamesToList) -> Iterator[list[Cell]]:
    """Yield a row per seat of each game, earliest first, with its team only if any has one; guests have no name."""
    has_teams = listed.has_teams
    yield [say(title) for title in (*_GAMES, _TEAM)[: None if has_teams else -1]]
    for number, game in enumerate(in_slices(listed.games), 1):
        day = day_of(game.ended).isoformat()
        title = say(game_title(game.game, kind_of(game)))
        for seat in game.ranked:
            name = listed.names.get(game.keys[seat]) or say(GUEST)
            total = game.totals[seat] if game.is_scored else None
            side, team = game.sides[seat]
            teams = [team + 1 if side == "side" else None] if has_teams else []
            yield [number, day, title, name, game.places[seat] or 1, total, *teams]


def table_rows(summary: GroupSummary) -> list[list[Cell]]:
    """Return a row per player over all games, then one per player and game with the points; each with its rating."""
    stats = summary.stats
    last = last_place(stats.rows.values())
    places = [say(Message("Place {place}", place=place)) for place in range(2, last + 1)]
    head = [say(title) for title in _TABLE]
    rows: list[list[Cell]] = [[*head[:7], *places, *head[7:]]]
    for row in stats.ordered:
        rows.append([say(Message("All games")), *_counts(row, last), None, *_rated(stats.ratings.get(row.key))])
    for table in stats.by_game:
        title = say(game_title(table.game, table.kind))
        for row in table.ordered:
            points = row.points if row.is_scored else None
            rows.append([title, *_counts(row, last), points, *_rated(table.ratings.get(row.key))])
    return rows


def _counts(row: GroupRow, last: int) -> list[Cell]:
    places = [row.places.get(place, 0) for place in range(2, last + 1)]
    return [row.name, row.games, row.contests, row.wins, row.win_rate, row.shared, *places]


def _rated(rating: Rating | None) -> list[Cell]:
    return [rating.mean, rating.spread] if rating else [None, None]
