"""Which games of a group a page is about: all, those of a season, or those of the days that were chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import request

from companion.game import Message
from companion.game.pages.form import number as whole_number
from companion.history.group_games import ALWAYS, Period
from companion.storage.rows.group_rows import Season
from companion.views.render.days import day_start, parse_day

MOST_NUMBER = 10**6
_LONGEST = 100
NO_DAY = Message("Choose a day, or type it as 2026-11-23.")
REVERSED = Message("The last day is before the first. Choose a later one, or leave it empty.")


@dataclass(frozen=True)
class Asked:
    """What the address asks for: the number of a season, or days as they were typed, empty where none was.

    `named` is a word or place that games have to name.
    """

    number: int | None = None
    since: str = ""
    until: str = ""
    named: str = ""


@dataclass(frozen=True)
class Span:
    """The games to show: of `season`, else of the days from `since` to `until`, both included, empty without a bound.

    Of these only games that name the word or place `named`, unless it is empty.

    With `faults`, which are by field, the days are as they were typed, and all games are shown.
    """

    season: Season | None = None
    since: str = ""
    until: str = ""
    faults: Mapping[str, Message] = field(default_factory=dict)
    named: str = ""

    @property
    def is_chosen(self) -> bool:
        """Whether days were chosen by hand."""
        return self.season is None and bool(self.since or self.until)

    @property
    def period(self) -> Period:
        """The moments between which the games ended, by the days of the instance's time zone."""
        if self.faults:
            return ALWAYS
        since, until = (self.season.since, self.season.until) if self.season else (self.since, self.until)
        return day_start(since, 0), day_start(until, 1)

    @property
    def query(self) -> dict[str, str | int]:
        """The query fields that select this span."""
        return {**self.query_of_days, "named": self.named} if self.named else self.query_of_days

    @property
    def query_of_days(self) -> dict[str, str | int]:
        """The query fields that select its season or days."""
        if self.season:
            return {"season": self.season.number}
        days = {} if self.faults else {"since": self.since, "until": self.until}
        return {name: day for name, day in days.items() if day}


def asked_span() -> Asked:
    """Return what the address asks for."""
    since, until, named = (request.args.get(name, "").strip()[:_LONGEST] for name in ("since", "until", "named"))
    return Asked(whole_number(request.args, "season", 1, MOST_NUMBER), since, until, named)


def span_of(seasons: Sequence[Season], asked: Asked) -> Span:
    """Return the span that was asked for; an unknown season is all games."""
    if asked.number:
        return Span(next((season for season in seasons if season.number == asked.number), None), named=asked.named)
    return Span(None, asked.since, asked.until, day_faults(asked.since, asked.until), asked.named)


def day_faults(since: str, until: str) -> dict[str, Message]:
    """Return what is wrong with the first and the last day, by field; either may be empty."""
    first, last = parse_day(since), parse_day(until)
    faults = {}
    if since and first is None:
        faults["since"] = NO_DAY
    if until and last is None:
        faults["until"] = NO_DAY
    elif first and last and last < first:
        faults["until"] = REVERSED
    return faults
