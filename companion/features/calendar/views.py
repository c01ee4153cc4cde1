"""The past games of a group as a calendar (RFC 5545)."""

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Blueprint, Response, make_response, request
from flask_babel import get_locale

from companion.engine import Message, joined
from companion.features.groups.summary import GUEST, GroupSummary, summary_of
from companion.features.groups.views import shown_to
from companion.features.history.results import FinishedGame
from companion.views.http.made_once import made_once
from companion.views.render.template_helpers import say

bp = Blueprint("calendar", __name__)

_LONGEST = 75
_TIME = "%Y%m%dT%H%M%SZ"
_SHORTEST = timedelta(minutes=1)
"""RFC 5545, 3.8.2.2: an event has to end later than it begins."""


@bp.get("/groups/<group>/games.ics")
@bp.get("/g/<token>/games.ics")
def games(**where: Any) -> Response:
    """Serve the games of a group, or of a season, as a calendar, by its link to be subscribed to."""
    own, number = shown_to(**where)
    of = "games.ics", own.id, own.name, number, request.query_string, str(get_locale())
    whole = made_once(lambda: b"".join(_pieces(summary_of(own.id, number), own.name)), *of)
    return make_response(
        whole, 200,
        {"Content-Type": "text/calendar; charset=utf-8", "Content-Disposition": "attachment; filename=games.ics"},
    )  # fmt: skip


def _pieces(summary: GroupSummary, name: str) -> Iterator[bytes]:
    head = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tabletop-companion//games//EN", f"X-WR-CALNAME:{name}")
    yield b"".join(map(_line, head))
    yield from (_event(game, summary) for game in summary.games())
    yield _line("END:VCALENDAR")


def _event(game: FinishedGame, summary: GroupSummary) -> bytes:
    ended = _moment(game.ended)
    began = min(_moment(game.made), ended)
    lines = (
        "BEGIN:VEVENT",
        f"UID:{hashlib.sha256(game.session.encode()).hexdigest()[:24]}@tabletop-companion",
        f"DTSTAMP:{ended:{_TIME}}",
        f"DTSTART:{began:{_TIME}}",
        f"DTEND:{max(ended, began + _SHORTEST):{_TIME}}",
        f"SUMMARY:{_text(say(game.title))}",
        f"DESCRIPTION:{_text(say(_scores(game, summary)))}",
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


def _scores(game: FinishedGame, summary: GroupSummary) -> joined:
    names = [(summary.names.get(game.keys[seat]) or say(GUEST), game.totals[seat]) for seat in game.ranked]
    if not game.is_scored:
        return joined([name for name, _ in names])
    return joined([Message("{name} {number}", name=name, number=total) for name, total in names])


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
