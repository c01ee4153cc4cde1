"""The page of a table's clock, its taps, and the server's time for the scripts of phones."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, url_for
from flask.blueprints import BlueprintSetupState
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import MINUS, MOST_SEATS, Message
from companion.feature import Cell
from companion.features.clock import taps
from companion.features.clock.clock import EACH_PLAYER, EACH_TURN, GO, MAX_SECONDS, NO_TURNS, PAUSE, START, STOP, TURN
from companion.forms.form import Posted, number
from companion.table.changes import Change
from companion.table.visible_table import VisibleTable
from companion.time_zone import in_zone, offset_name
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, require_scorer
from companion.views.http.requests import cache_table, read_request, visible_table_for
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import common

_MOST_MINUTES = MAX_SECONDS // 60
_MOST_TAPS = taps.MAX_CLOCK_EVENTS + 1
_LONGEST = 20
_NO_MINUTES = Message(
    "Give whole minutes from 1 to {most}, such as 45, or leave the field empty: then the clock counts up.",
    most=_MOST_MINUTES,
)
_NO_TURN = Message(
    "Give whole minutes from 0 to {most} and seconds from 0 to 59, such as 1 and 30, or leave both fields empty: then"
    " each turn counts up.",
    most=_MOST_MINUTES,
)


def read_start(posted: Posted) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the limits that a form asks for, and the form as it was typed, with a sentence for each invalid field."""
    typed = {name: (posted.get(name) or "").strip()[:_LONGEST] for name in ("game", "minutes", "seconds")}
    has_turns, per = posted.get("turns") == "some", posted.get("per")
    per = EACH_PLAYER if per == EACH_PLAYER else EACH_TURN
    faults = {}
    game = number(posted, "game", 1, _MOST_MINUTES) if typed["game"] else 0
    if game is None:
        faults["game"] = _NO_MINUTES
    minutes = number(posted, "minutes", 0, _MOST_MINUTES) if typed["minutes"] else 0
    seconds = number(posted, "seconds", 0, 59) if typed["seconds"] else 0
    each = None if minutes is None or seconds is None else 60 * minutes + seconds
    is_typed = bool(typed["minutes"] or typed["seconds"])
    if has_turns and (each is None or each > MAX_SECONDS or (is_typed and not each)):
        faults["turn"] = _NO_TURN
    of_turns = {"turns": per, "each": each or 0} if has_turns else {"turns": NO_TURNS, "each": 0}
    return {"game": 60 * (game or 0), **of_turns}, {**typed, "per": per, "faults": faults}


def face(seconds: int) -> str:
    """Return seconds as a clock shows them.

    >>> face(5), face(754), face(3600), face(-65)
    ('0:05', '12:34', '1:00:00', '−1:05')
    """
    sign = MINUS if seconds < 0 else ""
    minutes, seconds = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return sign + (f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}")


def time_of_day(moment: int) -> str:
    """Return a moment in milliseconds as a time of day in the instance's zone, for pages without script."""
    at = in_zone(datetime.fromtimestamp(moment / 1000, UTC))
    return f"{at:%H:%M:%S} {offset_name(at)}"


def with_length(rows: list[list[Cell]], table: VisibleTable) -> list[list[Cell]]:
    """Return the rows with one more, if a clock ran to the end: the seconds of the game and of each player."""
    seen: taps.SeenClock | None = table.seen(taps.KIND)
    if seen is None or seen.clock.length is None:
        return rows
    seats, clock = range(table.setup.seats), seen.clock
    spent: list[Cell] = [clock.spent_by(seat) // 1000 if clock.counts_turns else None for seat in seats]
    return [*rows, [clock.length, say(Message("Length in seconds")), *spent, *[None for _ in seats]]]


bp = Blueprint("clock", __name__)
bp.add_app_template_filter(face)
bp.add_app_template_filter(time_of_day)


@bp.record_once
def _give_templates(state: BlueprintSetupState) -> None:
    """Give templates the server's time and a sentence."""
    state.app.jinja_env.globals.update(server_moment=lambda: all_tables().moment(), clock_meanwhile=taps.MEANWHILE)


_PAGES = {"enter": "table.form", "clock": "clock.show"}


@bp.get("/t/<session>/clock")
def show(session: str) -> Response:
    """Show the clock of a table, or the form that starts it."""
    return _page(session, read_start(MultiDict())[1])


def _page(session: str, form: dict[str, Any], status: int = 200) -> Response:
    table = visible_table_for(session)
    return respond("clock/clock.html", status, **common(table), form=form)


@bp.post("/t/<session>/clock")
def tap(session: str) -> AnyResponse:
    """Start, pause, pass on or remove the clock; a live page gets the change by its stream."""
    require_scorer(session)
    do = request.form.get("do", "")
    change: Callable[..., Change]
    if do == START:
        limits, form = read_start(request.form)
        if form["faults"]:
            return _page(session, form, 422)
        change = partial(taps.start_clock, **limits)
    elif do in (GO, PAUSE, STOP):
        change = partial(taps.halt_clock, do=do, halts=number(request.form, "halts", 0, _MOST_TAPS))
    elif do == TURN:
        turn, seat = number(request.form, "turn", 1, _MOST_TAPS), number(request.form, "seat", 0, MOST_SEATS)
        if turn is None or (seat is None and "seat" in request.form):
            abort(400)
        change = partial(taps.end_turn, turn=turn, seat=seat)
    else:
        abort(400)
    tables = all_tables()
    cache_table(tables.act(session, read_request(), lambda table: change(table, tables.moment())))
    if request.htmx:
        return Response(status=204)
    return redirect_to(url_for(_PAGES.get(request.form.get("back", ""), "table.show"), session=session))


@bp.get("/now")
def now() -> Response:
    """Return the milliseconds since 1970 by the clock of the server."""
    return Response(str(all_tables().moment()), mimetype="text/plain", headers={"Cache-Control": "no-store"})
