"""The pages of the replay. A moment is the table as it stood after one entry."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
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

Address = Callable[[int], str]


@bp.app_template_global()
def moments_of(session: str) -> Address:
    """Return a function from the number of an entry to the URL of the moment after it."""
    return lambda number: url_for("replay.show", session=session, number=number)


@bp.get("/t/<session>/replay")
@bp.get("/t/<session>/replay/<int:number>")
def show(session: str, number: int | None = None) -> AnyResponse:
    """Show the moment after an entry, 404 if it does not exist; without a number redirect to the first."""
    table = visible_table_for(session)
    if number is None and table.count:
        return redirect(url_for(".show", session=session, number=1))
    return replay_page(table, number or 0, moments_of(session), url_for(".steps", session=session), is_for_members=True)


@bp.get("/t/<session>/replay/steps")
def steps(session: str) -> Response:
    """Return some moments from entry `from` on, which the script of the page loads in advance."""
    return replay_steps(visible_table_for(session), is_for_members=True)


def replay_page(
    table: VisibleTable, number: int, moment_at: Address, steps_at: str, *, is_for_members: bool = False, **context: Any
) -> Response:
    """Render a moment; `moment_at` returns URLs of others, `steps_at` is that of `replay_steps`; members see notes."""
    is_entry = 1 <= number <= table.count
    return respond(
        "replay/replay.html",
        200 if is_entry or number == table.count == 0 else 404,
        **_context(table),
        **(moment_context(table, number, is_for_members=is_for_members) if is_entry else {"number": 0}),
        **context,
        found=is_entry,
        moment_at=moment_at,
        steps_at=steps_at,
        plot=session_plot(table),
        where=where(table),
        version=table.version,
    )


def replay_steps(table: VisibleTable, *, is_for_members: bool = False) -> Response:
    """Return up to eight moments as JSON, with the version of the table that they show."""
    first = whole_number(request.args, "from", 1, table.count) or 1
    render = partial(render_template, "replay/moment.html", **_context(table))
    numbers = range(first, min(first + _MOST, table.count + 1))
    drawn = {number: render(**moment_context(table, number, is_for_members=is_for_members)) for number in numbers}
    return jsonify(version=table.version, count=table.count, moments=drawn)


def moment_context(table: VisibleTable, number: int, *, is_for_members: bool) -> dict[str, Any]:
    """Return the context of moment.html for entry `number` (from 1)."""
    return {
        "number": number,
        "entry_title": table.pad_row(number).title,
        "plates": table.plates_after(number),
        "points_by_seat": table.points(number),
        "outcome": table.picture(number),
        "steps": reasons(table.game, table.steps(number)),
        "is_end": table.is_end(number),
        "is_for_members": is_for_members,
    }


def _context(table: VisibleTable) -> dict[str, Any]:
    """Return the context that all moments of a table share. A replay has no forms."""
    return {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "hides": table.hides,
        "hidden_seats": table.hidden,
        "can_score": False,
    }


_PAGE = "replay"
_NO_REPLAY = Message("This link shows nothing. It may be old or not complete; ask for a new one.")


@bp.get("/replay/<token>")
@bp.get("/replay/<token>/<int:number>")
def shared(token: str, number: int | None = None) -> AnyResponse:
    """Show a moment at the shared link, or redirect to the first; 404 if it does not exist or the link is withdrawn."""
    table = table_of_link(token, _PAGE, _NO_REPLAY)
    if number is None and table.count:
        return redirect(url_for(".shared", token=token, number=1))

    def moment_at(other: int) -> str:
        return url_for("replay.shared", token=token, number=other)

    return replay_page(table, number or 0, moment_at, url_for(".shared_steps", token=token), is_shared=True)


@bp.get("/replay/<token>/steps")
def shared_steps(token: str) -> Response:
    """Return some moments from entry `from` on, as `steps`, at the shared link."""
    return replay_steps(table_of_link(token, _PAGE))
