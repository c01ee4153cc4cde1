"""The page of the coach."""

from typing import Any

from flask import Blueprint, Response, request

from companion.engine import Message
from companion.engine.pages.form import number as whole_number
from companion.engine.pages.secrecy import secrecy_of
from companion.engine.pages.viewer import EVERYTHING, View, Viewer
from companion.features.coach.searching import Way, played, search, variations_of
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, respond
from companion.views.http.identity import stored_table, visible_table_for
from companion.views.table.live_pages import common, reasons

bp = Blueprint("coach", __name__)

_NO_ENTRY = Message("There is no such entry in this game any more.")
_NO_GAME = Message("In this game nothing can be tried elsewhere.")
_NO_SEAT = Message("There is no such seat at this table.")
_NOT_YOURS = Message("While the game runs, you can ask only for your own seat. After it, anybody at the table can ask.")


@bp.app_template_global()
def can_vary(table: VisibleTable, number: int) -> bool:
    """Whether the coach knows other ways for an entry of this game."""
    return _has_variations(table) and not table.is_end(number)


def _has_variations(table: VisibleTable) -> bool:
    return table.is_played and variations_of(table.game) is not None


@bp.get("/t/<session>/coach")
def show(session: str) -> Response:
    """Show what a seat could have made of entry `number`, or of the latest.

    Without `seat` it is the first that the phone may ask for and that had a choice.
    """
    table = visible_table_for(session)
    if not _has_variations(table):
        return problem(_NO_GAME, 404, session=session)
    number = whole_number(request.args, "number", 1, table.count) if "number" in request.args else table.count
    if not number or table.is_end(number):
        return problem(_NO_ENTRY, 404, session=session)
    return _page(table, stored_table(session), number)


def _page(table: VisibleTable, stored: Table, number: int) -> Response:
    before, entry = stored.states[number - 1], stored.entries[number - 1].body
    seats = seats_of(table)
    asked = whole_number(request.args, "seat", 0, table.setup.seats - 1)
    if asked is None and "seat" in request.args:
        return problem(_NO_SEAT, 404, session=table.id)
    if asked is not None and asked not in seats:
        return problem(_NOT_YOURS, 403, session=table.id)
    rules = variations_of(table.game)
    able = [seat for seat in seats if rules and rules.variations(before, entry, seat)]
    seat = asked if asked is not None else next(iter([*able, *seats]), None)
    context: dict[str, Any] = {"number": number, "seat": seat, "able": able, "entry_title": table.title(number)}
    if seat is not None:
        found = search(table.game, before, entry, seat)
        actual = _shown(table, before, played(table.game, before, entry, seat), seat)
        best = [each.best and _shown(table, before, each.best, seat) for each in found]
        context |= {"found": list(zip(found, best, strict=True)), "actual": actual}
    return respond("coach/coach.html", **common(table), **context)


def seats_of(table: VisibleTable) -> list[int]:
    """Return the seats for which a phone may ask: its own, and all once the game is over."""
    seats = range(table.setup.seats) if table.finished else table.viewpoint.own_seats
    return [seat for seat in seats if table.shows(seat)]


def _shown(table: VisibleTable, before: Any, way: Way, seat: int) -> dict[str, Any]:
    """Return what the page shows of a way: only steps of the seat, and a picture without what is hidden."""
    steps = [step for step in way.steps if step.seat == seat]
    picture = _picture(table, before, way)
    return {"gain": way.gain, "steps": reasons(table.game, steps), "picture": picture}


def _picture(table: VisibleTable, before: Any, way: Way) -> View:
    viewer = Viewer(table.hidden, secrecy_of(table.game)) if table.hidden else EVERYTHING
    states = viewer.state(before), viewer.entry(way.entry, before), viewer.state(way.after)
    given = {"viewer": viewer} if table.hidden else {}
    view: View = table.game.form.picture(*states, viewer.steps(way.steps), **given)
    return view
