"""Dates as people write them in spreadsheets."""

from __future__ import annotations

import re
from datetime import datetime

from companion.transfer.past.reasons import LeftOut

_TIME = r"(?:[T ]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2})?)?"
_YEAR_FIRST = re.compile(
    rf"(?P<year>\d{{4}})\s*[-/.年]\s*(?P<month>\d{{1,2}})\s*[-/.月]\s*(?P<day>\d{{1,2}})\s*日?{_TIME}"
)
_DAY_FIRST = re.compile(rf"(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.\s*(?P<year>\d{{4}}){_TIME}")
_SLASHES = re.compile(rf"(?P<one>\d{{1,2}})/(?P<other>\d{{1,2}})/(?P<year>\d{{4}}){_TIME}")
_NOON = 12


def read_date(text: str) -> datetime:
    """Return the moment of a date with or without a time of day; raise `LeftOut`.

    >>> read_date("2024-05-03"), read_date("3.5.2024 20:15")
    (datetime.datetime(2024, 5, 3, 12, 0), datetime.datetime(2024, 5, 3, 20, 15))
    >>> read_date("2024年5月3日").day, read_date("5/31/2024").month
    (3, 5)
    """
    match = _YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    if match is not None:
        return _moment(match, int(match["month"]), int(match["day"]), text)
    match = _SLASHES.fullmatch(text)
    if match is None:
        raise LeftOut("date", date=text[:40])
    first, second = int(match["one"]), int(match["other"])
    if first <= 12 and second <= 12 and first != second:
        raise LeftOut("ambiguous", date=text[:40])
    month, day = (first, second) if first <= 12 else (second, first)
    return _moment(match, month, day, text)


def _moment(found: re.Match[str], month: int, day: int, text: str) -> datetime:
    hour, minute = (_NOON, 0) if found["hour"] is None else (int(found["hour"]), int(found["minute"]))
    try:
        return datetime(int(found["year"]), month, day, hour, minute)
    except ValueError:
        raise LeftOut("date", date=text[:40]) from None
