"""Days in the time zone of the instance, as searches and seasons name them, and as pages show them."""

from __future__ import annotations

from datetime import UTC, date, timedelta

from flask_babel import format_date, get_locale

from companion.time_zone import beginning_of, day_of, today

_YEARS = range(1971, 9999)


def day_start(text: str | None, later: int) -> str:
    """The beginning of a day here, or of the day so many days later, as sessions are stored; empty for no day."""
    try:
        start = date.fromisoformat(text or "") + timedelta(later)
        return beginning_of(start).astimezone(UTC).isoformat(timespec="seconds")
    except (ValueError, OverflowError):
        return ""


def parse_day(text: str) -> date | None:
    """Return the day of a text like 2026-11-23; None if it is none, or one too far away for a season."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in _YEARS and day.isoformat() == text else None


def is_english() -> bool:
    """Whether the current language is English; its days are written in another order than Chinese ones."""
    return str(get_locale()) == "en"


def full_date(moment: str) -> str:
    """Return the day of an ISO time with its year, short: 3 Nov 2024."""
    return _written(moment, "d MMM y", "y 年 M 月 d 日")


def long_date(moment: str) -> str:
    """Return the day of an ISO time with its year: 3 November 2024."""
    return _written(moment, "d MMMM y", "y 年 M 月 d 日")


def day(moment: str) -> str:
    """Return the day of an ISO time: 3 November, with its year where that is not this one."""
    return _written(moment, "d MMMM", "M 月 d 日") if _is_this_year(moment) else long_date(moment)


def short_day(moment: str) -> str:
    """Return the day of an ISO time, short: 3 Nov, with its year where that is not this one."""
    return _written(moment, "d MMM", "M 月 d 日") if _is_this_year(moment) else full_date(moment)


def _is_this_year(moment: str) -> bool:
    return day_of(moment).year == today().year


def _written(moment: str, english: str, chinese: str) -> str:
    return str(format_date(day_of(moment), english if is_english() else chinese))
