"""Days in the server's time zone, as searches and seasons name them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta


def day_start(text: str | None, later: int) -> str:
    """The beginning of a day here, or of the day so many days later, as sessions are stored; empty for no day."""
    try:
        start = date.fromisoformat(text or "") + timedelta(later)
        return datetime.combine(start, time()).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""
