"""The replay of a game, entry by entry: what the table looked like after each, and why."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game.pages.form import number as whole_number
from companion.sessions.table.visible_table import VisibleTable
from companion.views.history.statistics import session_plot
from companion.views.http.identity import visible_table_for
from companion.views.table.live_pages import entry_steps, where

bp = Blueprint("replay", __name__)

_MOST = 8
"""How many moments one response holds: similar ones take little more space than one of them."""

Address = Callable[[int], str]


@bp.app_template_global()
def moments_of(session: str) -> Address:
    """Return the function that gives the address of the moment after an entry of a table."""
    return lambda number: url_for("replay.moment", session=session, number=number)


@bp.get("/t/<session>/replay")
def show(session: str) -> AnyResponse:
    """Go to the first entry; without entries say so."""
    table = visible_table_for(session)
    if table.count:
        return redirect(url_for(".moment", session=session, number=1))
    return replay_page(table, 0, moments_of(session), url_for(".steps", session=session), has_notes=True)


@bp.get("/t/<session>/replay/<int:number>")
def moment(session: str, number: int) -> Response:
    """Show the table as it lay after an entry; 404 if there is none with this number."""
    table = visible_table_for(session)
    return replay_page(table, number, moments_of(session), url_for(".steps", session=session), has_notes=True)


@bp.get("/t/<session>/replay/steps")
def steps(session: str) -> Response:
    """Return some moments from entry `from` on, for the script of the page, which fetches them ahead."""
    return replay_steps(visible_table_for(session), has_notes=True)


def replay_page(
    table: VisibleTable, number: int, moment_at: Address, steps_at: str, *, has_notes: bool = False, **context: Any
) -> Response:
    """Render the page of a moment: `moment_at` gives the address of each, `steps_at` is where its script reads on.

    Only members of the table read its notes (`has_notes`).
    """
    is_entry = 1 <= number <= table.count
    page = render_template(
        "replay/replay.html",
        **_context(table),
        **(moment_context(table, number, has_notes=has_notes) if is_entry else {"number": 0}),
        **context,
        found=is_entry,
        moment_at=moment_at,
        steps_at=steps_at,
        plot=session_plot(table),
        where=where(table),
        version=table.version,
    )
    return make_response(page, 200 if is_entry or number == table.count == 0 else 404)


def replay_steps(table: VisibleTable, *, has_notes: bool = False) -> Response:
    """Return the moments after up to eight entries as JSON, with the version of the table that they are of."""
    first = whole_number(request.args, "from", 1, table.count) or 1
    render = partial(render_template, "replay/moment.html", **_context(table))
    numbers = range(first, min(first + _MOST, table.count + 1))
    drawn = {number: render(**moment_context(table, number, has_notes=has_notes)) for number in numbers}
    return jsonify(version=table.version, count=table.count, moments=drawn)


def moment_context(table: VisibleTable, number: int, *, has_notes: bool) -> dict[str, Any]:
    """Return the context of moment.html for entry `number` (from 1)."""
    return {
        "number": number,
        "entry_title": table.pad_row(number).title,
        "plates": table.plates_after(number),
        "points_by_seat": table.points(number),
        "outcome": table.picture(number),
        "steps": entry_steps(table, number),
        "is_end": table.is_end(number),
        "noted": table.notes.at(number) if has_notes else "",
    }


def _context(table: VisibleTable) -> dict[str, Any]:
    """Return the context that all moments of a table share. Nobody acts on a replay, so it has no forms."""
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "hides": table.hides,
        "hidden_seats": table.hidden,
        "can_score": False,
    }
