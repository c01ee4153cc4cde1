"""The scoresheet on one sheet of paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, render_template

from companion.game import Message, Option, Seat, joined
from companion.sessions.pad_row import PadRow
from companion.sessions.visible_log import without
from companion.sessions.visible_table import VisibleTable
from companion.views.access import visible_table_for
from companion.views.export.paper_layout import Line, layout_paper
from companion.views.live_pages import common
from companion.views.result_pages import dated
from companion.views.standings import ranking_reasons, side_name
from companion.views.template_helpers import say

bp = Blueprint("printing", __name__)


_BONUS = Message("Final bonus")


def _earlier(count: int) -> Message:
    return Message("{count} entry before", "{count} entries before", count)


@bp.get("/t/<session>/print")
def show(session: str) -> str:
    """Show names, places, every entry with points and running totals, the chosen options and the ranking's reasons."""
    table = visible_table_for(session)
    names = table.setup.players
    settled = [say(reason.sentence, names) for reason in ranking_reasons(table)]
    chosen = [(option.is_ruling, say(option.title), say(what, names)) for option, what in _chosen_options(table)]
    teams = [say(joined([side_name(side)]), names) for side in (table.standing.sides if table.standing else ())]
    notes = [f"{title} {what}" for _, title, what in chosen] + settled + teams
    paper = layout_paper(_lines(table), names, notes, lambda count: say(_earlier(count)))
    return render_template(
        "export/print.html",
        **common(table),
        dated=dated(table),
        standings=table.plates,
        chosen=chosen,
        settled=settled,
        teams=teams,
        paper=paper,
    )


def _lines(table: VisibleTable) -> list[Line]:
    return [line for number in range(1, table.count + 1) for line in _lines_of(table, table.pad_row(number))]


def _lines_of(table: VisibleTable, row: PadRow) -> Iterator[Line]:
    """Yield the lines of an entry as the score pad has them: its points, then its bonus at the end of the game."""
    after = table.totals_after(row.number)
    yield Line(say(table.title(row.number)), row.points, without(after, row.bonus))
    if row.bonus is not None:
        yield Line(say(_BONUS), row.bonus, after)


def _chosen_options(table: VisibleTable) -> list[tuple[Option, Any]]:
    """Return the options that differ from their default, each with the description of its value, if it has one."""
    options, seats = table.setup.options, table.setup.seats
    return [
        (option, description)
        for option in table.game.options
        if options[option.key] != option.default_for(seats)
        and (description := _describe(option, options[option.key])) is not None
    ]


def _describe(option: Option, value: Any) -> Message | joined | None:
    if option.choices is None:
        return joined([Seat(value)])
    known = next((label for choice, label in option.choices if choice == value), None)
    return joined([value]) if known is None and type(value) is int else known
