"""The names of a sheet's columns, and the formats of dates, numbers, places and marks in its cells."""

import json
import re
from collections.abc import Container, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from companion.engine.names import normalize_name, normalized
from companion.features.past.play import LeftOut, clean, read_score
from companion.time_zone import in_zone

T = TypeVar("T")
_WORDS = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
"""The names of columns by kind, of which those of `ignored` are not read; marks by meaning; months from January."""
_TIME = (
    r"(?:[T ,]*(?P<early>上午|早上|下午|晚上)?\s*(?P<hour>\d{1,2})[:h](?P<minute>\d{2})(?::\d{2}(?:\.\d+)?)?"
    r"\s*(?P<half>[ap]\.?m\.?)?\s*(?P<zone>Z|[+-]\d\d:?\d\d)?)?\s*"
)
_DATES = [
    re.compile(date + _TIME, re.IGNORECASE)
    for date in (
        r"(?P<year>20\d\d)(?P<month>\d\d)(?P<day>\d\d)",
        r"(?:民[國国]\s*(?P<minguo>\d{2,3})|(?P<year>\d{3,4}))\s*[-/.年]\s*(?P<month>\d{1,2})\s*[-/.月]\s*(?P<day>\d{1,2})\s*日?",
        r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.\s*(?P<year>\d{4}|\d\d)",
        r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]*(?:de )?(?P<month>[^\W\d_]+)\.?,?[ -]*(?:de )?(?P<year>\d{4}|\d\d)",
        r"(?P<month>[^\W\d_]+)\.?\s+(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4})",
        r"(?P<first>\d{1,2})(?P<mark>[-/])(?P<second>\d{1,2})(?P=mark)(?P<third>\d{4}|\d\d)(?!\d)",
    )
]
_BY_NAME = {name: number for number, names in enumerate(_WORDS["months"], 1) for name in names}
_WEEKDAY = re.compile(
    r"^(?!民[國国])(?P<word>[^\W\d_]+)\.?,?\s+(?=\S)|\s*[(（][^\W\d_]+[)）]|(?<=\d),?\s+(?![ap]\.?m\b)[^\W\d_]{2,}\.?$",
    re.IGNORECASE,
)
"""A word before or behind a date, or one in brackets anywhere, is taken for a day of the week unless it is a month."""
_SERIAL = re.compile(r"\d{5}(?:[.,]\d{1,10})?")
_SERIALS = range(36526, 73051)
"""The days of the years 2000 to 2099 as Excel counts them."""
_EXCEL_BEGINS = datetime(1899, 12, 30)
_MINGUO = 1911  # years between the calendar of Taiwan and the common one
_NOON = 12
ORDERS = {"day": "day month year", "month": "month day year", "year": "year month day"}
"""The orders that the numbers of a date may have, by what comes first."""


def moments_of(text: str) -> dict[str, datetime]:
    """Return what a date may mean, as moments in the instance's zone; nothing if it is none.

    If its numbers do not show their order, that is a moment by each of `ORDERS` in which it is a date until tomorrow;
    else it is one, without a key.

    >>> [sorted(moments_of(date)) for date in ("13/04/2024", "4-13-2024", "3/4/2024", "13/05/24", "2024-04-13", "x")]
    [['day'], ['month'], ['day', 'month'], ['day', 'year'], [''], []]
    >>> [*moments_of("2024-05-03 (五)").values(), *moments_of("Fri, May 3, 2024 8:15 PM").values()]
    [datetime.datetime(2024, 5, 3, 12, 0), datetime.datetime(2024, 5, 3, 20, 15)]
    """
    bare = _WEEKDAY.sub(lambda match: match[0] if (match["word"] or "").casefold() in _BY_NAME else "", text)
    parts = next((match.groupdict() for pattern in _DATES if (match := pattern.fullmatch(bare))), None)
    if parts is None or "first" not in parts:
        moment = _moment(parts) if parts else _of_excel(text)
        return {} if moment is None else {"": moment}
    found, latest = dict[str, datetime](), datetime.now(UTC).replace(tzinfo=None) + timedelta(days=2)
    for first, order in ORDERS.items():
        numbers = zip(order.split(), (parts["first"], parts["second"], parts["third"]), strict=True)
        if (moment := _moment(parts | dict(numbers))) and moment <= latest:
            found[first] = moment
    return found


def read_date(text: str, order: str | None = None) -> datetime:
    """Return the moment of a date with or without a time of day; `order` says how 3/4/2024 is meant.

    Raises `LeftOut`, with the reason "ambiguous" if that is not known.

    >>> read_date("113年5月3日").year, read_date("45425").day, read_date("3/4/2024", "day").day
    (2024, 13, 3)
    """
    if not (moments := moments_of(text)):
        raise LeftOut("date", date=text[:40])
    return _meant(moments, order, LeftOut("ambiguous", date=text[:40]))


def _meant(meanings: Mapping[str, T], told: str | None, unclear: LeftOut) -> T:
    """Return the only one of some meanings, or the one that was told; raise `unclear` otherwise."""
    if told not in meanings and len(set(meanings.values())) > 1:
        raise unclear
    return meanings.get(told or "", next(iter(meanings.values())))


def _moment(parts: Mapping[str, str | None]) -> datetime | None:
    written, month = parts.get("minguo") or parts["year"] or "", parts["month"] or ""
    year = int(written)
    if parts.get("minguo") or 100 <= year < 200:
        year += _MINGUO
    elif len(written) == 2:
        year += 2000
    try:
        month_number = _BY_NAME.get(month.casefold()) or int(month)
        moment = datetime(year, month_number, int(parts["day"] or 0), _hour(parts), int(parts["minute"] or 0))
        zone = datetime.strptime(parts["zone"], "%z").tzinfo if parts["zone"] else None
        return in_zone(moment.replace(tzinfo=zone)).replace(tzinfo=None) if zone else moment
    except (ValueError, OverflowError):
        return None


def _hour(parts: Mapping[str, str | None]) -> int:
    """Return the hour of a time in 24 or 12 hours; noon without a time, 99 for an invalid one."""
    if parts["hour"] is None:
        return _NOON
    hour, half = int(parts["hour"]), parts["half"] or parts["early"]
    if not half:
        return hour
    is_late = half[0] in "pP下晚"
    if not 1 <= hour <= 12:
        return hour if is_late and hour < 24 else 99
    return hour % 12 + 12 * is_late


def _of_excel(text: str) -> datetime | None:
    number = float(text.replace(",", ".")) if _SERIAL.fullmatch(text) else 0
    if int(number) not in _SERIALS:
        return None
    moment = _EXCEL_BEGINS + timedelta(minutes=round(number * 24 * 60))
    return moment if number % 1 else moment.replace(hour=_NOON)


MARKS = {
    "comma": (re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?|\d*(?:,\d*)?"), str.maketrans(",", ".", ".")),
    "point": (re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?|\d*(?:\.\d*)?"), str.maketrans("", "", ",")),
}
"""How a number is written with each decimal mark, and what makes it one of Python's; the answers name them so."""
_TERM = re.compile(r"[\d.,]+")
_GAPS = re.compile(r"(?<=\d)['’\u00a0\u202f ](?=\d{3}(?!\d))")
"""Characters that only separate thousands."""
_NUMBER = re.compile(r"(?=.*\d)[\d.,+\-\N{MINUS SIGN}'’\s]+")
_PLACE = re.compile(r"(?:第\s*)?(\d{1,3})\s*(?:st|nd|rd|th|er|ère|e|[.ºª°位名])?(?:\s+place|\s+Platz)?", re.IGNORECASE)


def is_number(text: str) -> bool:
    """Whether a cell has only digits, separators and signs."""
    return _NUMBER.fullmatch(text) is not None


def meanings_of(term: str) -> dict[str, str]:
    """Return what a number means with each decimal mark, as Python writes it; nothing if it is no number.

    >>> meanings_of("1,000"), meanings_of("77,5"), meanings_of("1.250,5"), meanings_of("1,234,5")
    ({'comma': '1.000', 'point': '1000'}, {'comma': '77.5'}, {'comma': '1250.5'}, {})
    """
    return {name: term.translate(plain) for name, (written, plain) in MARKS.items() if written.fullmatch(term)}


def ambiguous_in(text: str) -> dict[str, str]:
    """Return the meanings of the first number of a text that has two; nothing if there is none."""
    found = map(meanings_of, _TERM.findall(text))
    return next((meanings for meanings in found if len(set(meanings.values())) > 1), {})


def decimal_mark(text: str) -> str | None:
    """Return the name of the decimal mark that a text shows; None if it shows none.

    >>> [decimal_mark(text) for text in ("77,5", "1,250.5", "1.000.000", "1,000", "81")]
    ['comma', 'point', 'comma', None, None]
    """
    shown = [[*meanings_of(term)] for term in _TERM.findall(text) if term[-1].isdigit()]
    return next((names[0] for names in shown if len(names) == 1), None)


def read_points(text: str, decimal: str | None) -> int | None:
    """Return points in halves, None for an empty text; `decimal` is the name of the file's decimal mark.

    Raises `LeftOut`, with the reason "mark" if the points depend on an unknown mark.

    >>> [read_points("1,000", mark) for mark in MARKS], read_points("1.250,5", None), read_points("1 000", None)
    ([2, 2000], 2501, 2000)
    """
    shown = clean(text, 40)

    def plain(match: re.Match[str]) -> str:
        if not (meanings := meanings_of(match[0])):
            raise LeftOut("score", score=shown)
        return _meant(meanings, decimal, LeftOut("mark", score=shown))

    return read_score(_TERM.sub(plain, _GAPS.sub("", text)))


def read_place(text: str) -> int:
    """Return a place such as 1, 1st, 2. or 第3名; 0 for no text. Raises `LeftOut`."""
    if not text:
        return 0
    if (match := _PLACE.fullmatch(text)) is None:
        raise LeftOut("place", place=clean(text, 40))
    return int(match[1])


YES, NO, DRAW, NOBODY = (frozenset(_WORDS["marks"][meaning]) for meaning in ("yes", "no", "draw", "nobody"))
PRESENT = frozenset(("-", "–", "—"))
"""Marks in a player's column that only say that the player took part."""


def plain(text: str) -> str:
    """Return a column's name or a mark for comparison, without case, width and punctuation.

    >>> plain("Play_Date:"), plain("時間（秒）"), plain("✓")
    ('play date', '時間 秒', '✓')
    """
    folded = normalized("NFKC", text).casefold()
    return " ".join(re.sub(r"[_.:;#()*/]+", " ", folded).split())


_KNOWN = {plain(name): kind for kind, names in _WORDS["columns"].items() for name in names}


def says(text: str, marks: Container[str]) -> bool:
    """Whether a cell is one of these marks, such as those of `YES`."""
    return (text if text == "½" else normalized("NFKC", text).casefold()) in marks


@lru_cache(maxsize=10_000)
def key_of(name: str) -> str:
    """Return what all spellings of a player's name have in common; empty for nobody in particular.

    A sheet has the names of its columns in each line.
    """
    return "" if says(name, NOBODY) else normalize_name(name)


def is_mark(text: str) -> bool:
    """Whether a cell in a column of scores is a mark: the player won, lost or took part."""
    return not text.isdigit() and says(text, YES | NO | DRAW)


class Column(NamedTuple):
    """A column of a sheet: its name, and what it was taken for.

    `kind` is a key of `words.json`, "place 1" and so on for the names of those who reached that place, "own" for the
    results of the player who has this name, and empty for any other column. It counts if it `is_read`.
    """

    name: str
    kind: str
    is_read: bool = True


def columns_of(names: Sequence[str]) -> list[Column]:
    """Return the columns with these names. Of two of a kind the first one is read; of `play`, the last one.

    Without a date, a time is read as one.
    """
    kinds = [_kind_of(name) for name in names]
    if "date" not in kinds and "time" in kinds:
        kinds[kinds.index("time")] = "date"
    read = {kind: place for place, kind in reversed(list(enumerate(kinds)))}
    read |= {kind: place for place, kind in enumerate(kinds) if kind == "play"}
    columns = []
    for place, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        if kind not in ("", "ignored"):
            columns.append(Column(name, kind, read[kind] == place))
        else:
            is_own = name != "" and kind == "" and "player" not in kinds
            columns.append(Column(name, "own" if is_own else "", is_own))
    return columns


def _kind_of(name: str) -> str:
    place = _PLACE.fullmatch(name.strip())
    return f"place {int(place[1])}" if place and not name.strip().isdigit() else _KNOWN.get(plain(name), "")


def is_summary(name: str) -> bool:
    """Whether a column's name is that of a sum, a mean or a best of others, such as "Highest score"."""
    return bool(_SUMMARIES & set(plain(name).split())) or any(word in name for word in _SUMMARIES if not word.isascii())


_SUMMARIES = frozenset(_WORDS["summaries"])
