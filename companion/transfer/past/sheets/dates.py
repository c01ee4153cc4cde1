"""Dates as people write them in spreadsheets."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import chain

from companion.time_zone import in_zone
from companion.transfer.past.play import LeftOut

_TIME = (
    r"(?:[T ,]*(?P<early>上午|早上|下午|晚上)?\s*(?P<hour>\d{1,2})[:h](?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?"
    r"\s*(?P<half>[ap]\.?m\.?)?\s*(?P<zone>Z|[+-]\d\d:?\d\d)?)?\s*"
)
_YEAR_FIRST = re.compile(
    r"(?:(?P<minguo>民[國国])\s*)?(?P<year>\d{2,4})\s*[-/.年]\s*(?P<month>\d{1,2})\s*[-/.月]\s*(?P<day>\d{1,2})\s*日?"
    rf"\s*(?:\(.\)|（.）)?{_TIME}",
    re.IGNORECASE,
)
_COMPACT = re.compile(rf"(?P<year>20\d\d)(?P<month>\d\d)(?P<day>\d\d){_TIME}", re.IGNORECASE)
_DAY_FIRST = re.compile(rf"(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.\s*(?P<year>\d{{4}}){_TIME}", re.IGNORECASE)
_EITHER = re.compile(rf"(?P<one>\d{{1,2}})([-/])(?P<other>\d{{1,2}})\2(?P<year>\d{{4}}){_TIME}", re.IGNORECASE)
_WEEKDAY = r"(?:[^\W\d_]+\.?,?\s+)?"
_NAMED = (
    re.compile(rf"{_WEEKDAY}(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?[ -]*(?:de )?(?P<name>[^\W\d_]+)\.?,?[ -]*(?:de )?"
               rf"(?P<year>\d{{4}}){_TIME}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}(?P<name>[^\W\d_]+)\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}}){_TIME}",
               re.IGNORECASE),
)  # fmt: skip
_MONTHS = (
    "jan january januar janvier enero gennaio januari janeiro", "feb february februar février fevrier febrero febbraio",
    "mar march märz maerz mär mars marzo maart março", "apr april avril abril aprile", "may mai mayo maggio mei maio",
    "jun june juni juin junio giugno", "jul july juli juillet julio luglio", "aug august août aout agosto augustus",
    "sep sept september septembre septiembre settembre", "oct okt october oktober octobre octubre ottobre",
    "nov november novembre noviembre", "dec dez december dezember décembre decembre diciembre dicembre",
)  # fmt: skip
_BY_NAME = dict(chain.from_iterable(
    [(name, number) for name in names.split()] for number, names in enumerate(_MONTHS, 1)
))  # fmt: skip
_SERIAL = re.compile(r"\d{5}(?:[.,]\d{1,10})?")
_SERIALS = range(36526, 73051)
"""The days of the years 2000 to 2099 as Excel counts them."""
_EXCEL_BEGINS = datetime(1899, 12, 30)
_MINGUO = 1911  # years between the calendar of Taiwan and the common one
_NOON = 12


def day_first(text: str) -> bool | None:
    """Return whether a date has its day before its month, as far as it shows it and both stand before the year.

    >>> [day_first(date) for date in ("13/04/2024", "4-13-2024", "3/4/2024", "2024-04-13")]
    [True, False, None, None]
    """
    match = _EITHER.fullmatch(text)
    one, other = (int(match["one"]), int(match["other"])) if match else (0, 0)
    return None if max(one, other) <= 12 else one > 12


def read_date(text: str, is_day_first: bool | None = None) -> datetime:
    """Return the moment of a date with or without a time of day, as one of the instance's zone.

    `is_day_first` says how 3/4/2024 is meant. Raises `LeftOut`, with the reason "ambiguous" where that is not known.

    >>> read_date("2024-05-03"), read_date("May 3, 2024 8:15 PM")
    (datetime.datetime(2024, 5, 3, 12, 0), datetime.datetime(2024, 5, 3, 20, 15))
    >>> read_date("113年5月3日").year, read_date("45425").day, read_date("3/4/2024", True).day
    (2024, 13, 3)
    """
    for pattern in (_COMPACT, _YEAR_FIRST, _DAY_FIRST):
        if match := pattern.fullmatch(text):
            return _moment(match, int(match["month"]), int(match["day"]), text)
    if match := _EITHER.fullmatch(text):
        return _either(match, is_day_first, text)
    for pattern in _NAMED:
        match = pattern.fullmatch(text)
        if match and match["name"].casefold() in _BY_NAME:
            return _moment(match, _BY_NAME[match["name"].casefold()], int(match["day"]), text)
    number = float(text.replace(",", ".")) if _SERIAL.fullmatch(text) else 0
    if int(number) in _SERIALS:
        moment = _EXCEL_BEGINS + timedelta(minutes=round(number * 24 * 60))
        return moment if number % 1 else moment.replace(hour=_NOON)
    raise LeftOut("date", date=text[:40])


def _either(match: re.Match[str], is_day_first: bool | None, text: str) -> datetime:
    one, other = int(match["one"]), int(match["other"])
    shown = day_first(text)
    is_day_first = is_day_first if shown is None else shown
    if is_day_first is None and one != other:
        raise LeftOut("ambiguous", date=text[:40])
    day, month = (one, other) if is_day_first else (other, one)
    return _moment(match, month, day, text)


def _moment(found: re.Match[str], month: int, day: int, text: str) -> datetime:
    parts = found.groupdict()
    year = int(parts["year"])
    if parts.get("minguo") or 100 <= year < 200:
        year += _MINGUO
    if year < 1000:  # which of three numbers of two digits is the year nobody can tell
        raise LeftOut("date", date=text[:40])
    hour, minute = _hour(parts), int(parts["minute"] or 0)
    try:
        moment = datetime(year, month, day, hour, minute)
        if not parts["zone"]:
            return moment
        zone = datetime.strptime(parts["zone"], "%z").tzinfo
        return in_zone(moment.replace(tzinfo=zone)).replace(tzinfo=None)
    except (ValueError, OverflowError):
        raise LeftOut("date", date=text[:40]) from None


def _hour(parts: dict[str, str | None]) -> int:
    """Return the hour of a time of 24 or of 12 hours; noon where there is none, 99 for one that cannot be."""
    if parts["hour"] is None:
        return _NOON
    hour, half = int(parts["hour"]), (parts["half"] or "")[:1].lower() or _HALVES.get(parts["early"] or "", "")
    if not half:
        return hour
    if not 1 <= hour <= 12:
        return hour if half == "p" and hour < 24 else 99
    return hour % 12 + (12 if half == "p" else 0)


_HALVES = {"上午": "a", "早上": "a", "下午": "p", "晚上": "p"}
