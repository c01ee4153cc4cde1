"""The scoresheet on one sheet of paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, render_template

from companion.game import Message, Option, Seat, joined
from companion.table import Table
from companion.views.pages import common, entry_title, plates
from companion.views.paper import Line, laid_out
from companion.views.reasons import reasons
from companion.views.results import dated
from companion.views.table import seen_by
from companion.views.words import say

bp = Blueprint("printing", __name__)


def _earlier(count: int) -> Message:
    return Message("{count} entry before", "{count} entries before", count)


@bp.get("/t/<session>/print")
def show(session: str) -> str:
    """Names, places, every entry with its points and running totals, what was chosen and what settled it."""
    table, viewpoint = seen_by(session)
    shows = table.shows(viewpoint)
    names = table.setup.players
    told = [] if table.hides else reasons(table.game, table.standing.reasons)
    settled = [say(reason.sentence, names) for reason in told]
    chosen = [(option.is_ruling, say(option.title), say(what, names)) for option, what in _chosen(table)]
    notes = [f"{title} {what}" for _, title, what in chosen] + settled
    paper = laid_out(_lines(table, shows), names, notes, lambda count: say(_earlier(count)))
    return render_template(
        "print.html",
        **common(table, viewpoint),
        dated=dated(table),
        standings=_standings(table, shows),
        chosen=chosen,
        settled=settled,
        paper=paper,
    )


def _standings(table: Table, shows: Callable[[int | None], bool]) -> list[tuple[int | None, int, int | None]]:
    """(place, seat, total), best first; in seat order and without places where totals are hidden."""
    if not table.hides:
        return list(plates(table.standing.ranking, table.standing.totals))
    return [(None, seat, total if shows(seat) else None) for seat, total in enumerate(table.state.totals)]


def _lines(table: Table, shows: Callable[[int | None], bool]) -> list[Line]:
    def seen(values: tuple[int, ...]) -> list[int | None]:
        return [value if shows(seat) else None for seat, value in enumerate(values)]

    return [
        Line(say(entry_title(table, number)), seen(played.points), seen(played.state.totals))
        for number, played in enumerate(table.played, 1)
    ]


def _chosen(table: Table) -> list[tuple[Option, Any]]:
    """The options that are not as they usually are, each with what was chosen, where there are words for it."""
    options, seats = table.setup.options, table.setup.seats
    return [
        (option, told)
        for option in table.game.options
        if options[option.key] != option.default_for(seats) and (told := _told(option, options[option.key])) is not None
    ]


def _told(option: Option, value: Any) -> Message | joined | None:
    if option.choices is None:
        return joined([Seat(value)])
    known = next((label for choice, label in option.choices if choice == value), None)
    return joined([value]) if known is None and type(value) is int else known
