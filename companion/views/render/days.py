"""Days in the server's time zone, as searches and seasons name them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

_YEARS = range(1971, 9999)


def day_start(text: str | None, later: int) -> str:
    """The beginning of a day here, or of the day so many days later, as sessions are stored; empty for no day."""
    try:
        start = date.fromisoformat(text or "") + timedelta(later)
        return datetime.combine(start, time()).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""


def parse_day(text: str) -> date | None:
    """Return the day of a text like 2026-11-23; None if it is none, or one too far away for a season."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in _YEARS and day.isoformat() == text else None
