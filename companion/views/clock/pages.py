"""The page of a table's clock, what is tapped on it, and the time of the server, by which phones set theirs."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game import MOST_SEATS, RuleError
from companion.game.pages.form import number
from companion.sessions.table.clock import GO, PAUSE, START, STOP, TURN
from companion.sessions.table.clock_actions import MAX_CLOCK_EVENTS, ClockTap
from companion.sessions.version_checks import Conflict
from companion.views.clock.form import StartForm, read_start
from companion.views.clock.words import server_moment
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import cache_table, read_action, require_scorer, sessions, visible_table_for
from companion.views.table.live_pages import common
from companion.views.table.refused_actions import handle_conflict, handle_rule_error

bp = Blueprint("clock", __name__)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_conflict)

_PAGES = {"enter": "table.form", "clock": "clock.show"}


@bp.get("/t/<session>/clock")
def show(session: str) -> Response:
    """Show the clock of a table: its times, whose turn it is, or how it is started."""
    return _page(session, StartForm())


def _page(session: str, form: StartForm, status: int = 200) -> Response:
    table = visible_table_for(session)
    return make_response(render_template("clock/clock.html", **common(table), form=form), status)


@bp.post("/t/<session>/clock")
def tap(session: str) -> AnyResponse:
    """Start, pause, pass on or remove the clock; a live page gets what changed by its stream."""
    require_scorer(session)
    do = request.form.get("do", "")
    if do == START:
        wanted, form = read_start(request.form)
        if form.faults:
            return _page(session, form, 422)
    elif do in (GO, PAUSE, STOP):
        wanted = ClockTap(do, halts=number(request.form, "halts", 0, MAX_CLOCK_EVENTS + 1))
    elif do == TURN:
        turn, seat = number(request.form, "turn", 1, MAX_CLOCK_EVENTS + 1), number(request.form, "seat", 0, MOST_SEATS)
        if turn is None or (seat is None and "seat" in request.form):
            abort(400)
        wanted = ClockTap(do, turn, seat)
    else:
        abort(400)
    cache_table(sessions().tap_clock(session, read_action(), wanted))
    if request.htmx:  # type: ignore[attr-defined]
        return Response(status=204)
    return redirect_to(url_for(_PAGES.get(request.form.get("back", ""), "table.show"), session=session))


@bp.get("/now")
def now() -> Response:
    """Return the milliseconds since 1970 by the clock of the server."""
    return Response(str(server_moment()), mimetype="text/plain", headers={"Cache-Control": "no-store"})
