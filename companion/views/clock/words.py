"""How times are written: the face of a clock, how long a game took, and when something was so."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Flask

from companion.game import MINUS, Message
from companion.sessions.table.clock_actions import MEANWHILE
from companion.time_zone import in_zone, offset_name
from companion.views.http.identity import sessions

_MINUTE, _HOUR = 60, 3600


def face(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> face(5), face(754), face(3600), face(-65)
    ('0:05', '12:34', '1:00:00', '−1:05')
    """
    sign, seconds = (MINUS, -seconds) if seconds < 0 else ("", seconds)
    hours, minutes = seconds // _HOUR, seconds // _MINUTE % _MINUTE
    text = f"{hours}:{minutes:02}" if hours else str(minutes)
    return f"{sign}{text}:{seconds % _MINUTE:02}"


def lasted(seconds: float) -> Message:
    """Return how long something took, in whole minutes from a minute on.

    >>> str(lasted(40)), str(lasted(754)), str(lasted(3600 + 89))
    ('40 s', '13 min', '1 h 1 min')
    """
    if seconds < _MINUTE:
        return Message("{seconds} s", seconds=int(seconds))
    hours, minutes = divmod(int(seconds / _MINUTE + 0.5), _MINUTE)
    if not hours:
        return Message("{minutes} min", minutes=minutes)
    return Message("{hours} h {minutes} min", hours=hours, minutes=minutes)


def server_moment() -> int:
    """Return the moment of the server in milliseconds."""
    return sessions().moment()


def time_of_day(moment: int) -> str:
    """Return a moment in milliseconds as a time of day of the instance's zone, for pages without a script."""
    at = in_zone(datetime.fromtimestamp(moment / 1000, UTC))
    return f"{at:%H:%M:%S} {offset_name(at)}"


def init_app(app: Flask) -> None:
    """Give templates these words, and the macro that shows a clock."""
    app.jinja_env.filters.update(face=face, lasted=lasted, time_of_day=time_of_day)
    app.jinja_env.globals.update(server_moment=server_moment, clock_meanwhile=MEANWHILE)
    app.jinja_env.globals["table_clock"] = app.jinja_env.get_template("clock/macros.html").module.table_clock  # type: ignore[attr-defined]
