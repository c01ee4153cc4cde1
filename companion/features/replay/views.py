"""The pages of the replay. A moment is the table as it stood after one entry."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.forms.form import number as whole_number
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import respond
from companion.views.http.requests import visible_table_for
from companion.views.render.plots import session_plot
from companion.views.table.joining import table_of_link
from companion.views.table.live_pages import reasons, where

bp = Blueprint("replay", __name__)

_MOST = 8
"""How many moments one response holds: compressed, similar ones take little more space than one."""
_PAGE = "replay"


@bp.get("/t/<session>/replay")
@bp.get("/t/<session>/replay/<int:number>")
@bp.get("/replay/<token>", endpoint="shared")
@bp.get("/replay/<token>/<int:number>", endpoint="shared")
def show(number: int | None = None, **where: Any) -> AnyResponse:
    """Show the moment after an entry, to members or at the shared link; without a number redirect to the first.

    It is 404 if it does not exist or the link is withdrawn.
    """
    table, is_shared = _table(**where), "token" in where

    def moment_at(other: int) -> str:
        return url_for("replay.shared" if is_shared else "replay.show", **where, number=other)

    if number is None and table.count:
        return redirect(moment_at(1))
    steps_at = url_for("replay.shared_steps" if is_shared else "replay.steps", **where)
    return replay_page(table, number or 0, moment_at, steps_at, is_shared=is_shared)


@bp.get("/t/<session>/replay/steps")
@bp.get("/replay/<token>/steps", endpoint="shared_steps")
def steps(**where: Any) -> Response:
    """Return some moments from entry `from` on, which the script of the page loads in advance."""
    return replay_steps(_table(**where), is_shared="token" in where)


def _table(session: str = "", token: str = "") -> VisibleTable:
    return table_of_link(token, _PAGE, for_people=True) if token else visible_table_for(session)


def replay_page(
    table: VisibleTable, number: int, moment_at: Callable[[int], str], steps_at: str, *, is_shared: bool = True
) -> Response:
    """Render a moment; `moment_at` returns URLs of others, `steps_at` is that of `replay_steps`; members see notes."""
    is_entry = 1 <= number <= table.count
    return respond(
        "replay/replay.html",
        200 if is_entry or number == table.count == 0 else 404,
        **_context(table, is_shared=is_shared),
        **(moment_context(table, number) if is_entry else {"number": 0}),
        found=is_entry,
        moment_at=moment_at,
        steps_at=steps_at,
        plot=session_plot(table),
        where=where(table),
        version=table.version,
    )


def replay_steps(table: VisibleTable, *, is_shared: bool = True) -> Response:
    """Return up to eight moments as JSON, with the version of the table that they show."""
    first = whole_number(request.args, "from", 1, table.count) or 1
    render = partial(render_template, "replay/moment.html", **_context(table, is_shared=is_shared))
    numbers = range(first, min(first + _MOST, table.count + 1))
    drawn = {number: render(**moment_context(table, number)) for number in numbers}
    return jsonify(version=table.version, count=table.count, moments=drawn)


def moment_context(table: VisibleTable, number: int) -> dict[str, Any]:
    """Return the context of moment.html for entry `number` (from 1)."""
    return {
        "number": number,
        "entry_title": table.pad_row(number).title,
        "plates": table.plates_after(number),
        "points_by_seat": table.points(number),
        "outcome": table.picture(number),
        "steps": reasons(table.game, table.steps(number)),
        "is_end": table.is_end(number),
    }


def _context(table: VisibleTable, *, is_shared: bool) -> dict[str, Any]:
    """Return the context that all moments of a table share. A replay has no forms."""
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "hides": table.hides,
        "hidden_seats": table.hidden,
        "can_score": False,
        "is_shared": is_shared,
    }
