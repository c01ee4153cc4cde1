"""The page of the coach. Its search plays each other way of an entry by the game's own engine, and keeps the best."""

import importlib
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import islice
from types import ModuleType
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.engine import Game, Message, RuleError, State, Step, record
from companion.engine.pause import pause
from companion.forms.form import number as whole_number
from companion.forms.secrecy import secrecy_of
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem, respond
from companion.views.http.requests import stored_table, visible_table_for
from companion.views.table.joining import table_of_link
from companion.views.table.live_pages import reasons

MOST = 4000
"""How many ways one page plays; it says so if there are more."""


@record
class Way:
    """A way to play an entry: the entry, the state after it, its steps, and what it brought the seat."""

    entry: Any
    after: State
    steps: tuple[Step, ...]
    gain: int


@record
class Found:
    """The best of some ways; None if no way brings more than was played. `is_complete` if all were tried."""

    title: Message
    condition: Message | None
    best: Way | None
    left: int
    count: int
    is_complete: bool


def variations_of(game: Game) -> ModuleType | None:
    """Return the module `variations` beside a game's engine; None if it has none."""
    package = getattr(game.engine.play, "__module__", "").rpartition(".")[0]
    name = f"{package}.variations"
    return importlib.import_module(name) if package and find_spec(name) else None


def played(game: Game, rules: ModuleType, before: Any, entry: Any, seat: int) -> Way:
    """Return an entry as a way; raise `RuleError` if the rules refuse it."""
    after, steps = game.engine.play(before, entry)
    return Way(entry, after, steps, rules.gain(before, after, seat))


def search(
    game: Game, rules: ModuleType, before: Any, entry: Any, seat: int, most: int = MOST
) -> tuple[Way, list[Found]]:
    """Return the entry as it was played, and the best way of each search of a seat; they play at most `most` ways."""
    actual, found = played(game, rules, before, entry, seat), list[Found]()
    for title, condition, ways in rules.variations(before, entry, seat):
        best, count, untried = actual, 0, iter(ways)
        for way in islice(untried, most):
            count += 1
            pause()
            with suppress(RuleError):
                best = max(best, played(game, rules, before, way, seat), key=lambda each: each.gain)
        most -= count
        left, is_complete = best.gain - actual.gain, next(untried, None) is None
        found.append(Found(title, condition, best if left else None, left, count, is_complete))
    return actual, found


bp = Blueprint("coach", __name__)

_NO_ENTRY = Message("There is no such entry in this game any more.")
_NO_GAME = Message("In this game nothing can be tried elsewhere.")
_NO_SEAT = Message("There is no such seat at this table.")
_NOT_YOURS = Message("While the game runs, you can ask only for your own seat; once it is over, for any.")


@bp.app_template_global()
def can_vary(table: VisibleTable, number: int) -> bool:
    """Whether a page has the link to other ways of an entry; who has not joined gets it once the game is over."""
    is_member = "token" not in (request.view_args or {})
    return _variations_at(table) is not None and not table.is_end(number) and (is_member or table.finished)


def _variations_at(table: VisibleTable) -> ModuleType | None:
    return variations_of(table.game) if table.is_played else None


@bp.app_template_global()
def coach_at(table: VisibleTable, number: int, **fields: Any) -> str:
    """Return the URL of the coach for an entry: of the link by which this page was found, else of the table."""
    token = (request.view_args or {}).get("token")
    if token is None:
        return url_for("coach.show", session=table.id, number=number, **fields)
    return url_for("coach.shared", token=token, number=number, **fields)


@bp.get("/t/<session>/coach")
@bp.get("/coach/<token>", endpoint="shared")
def show(session: str | None = None, token: str = "") -> Response:
    """Show what a seat could have made of entry `number`, or of the latest.

    Without `seat` it is the first that the phone may ask for and that had a choice. Those who have not joined see the
    same at the link to the replay; 404 if that is withdrawn.
    """
    table = table_of_link(token, "replay", for_people=True) if session is None else visible_table_for(session)
    way = {} if session is None else {"session": session}
    rules = _variations_at(table)
    if rules is None:
        return problem(_NO_GAME, 404, **way)
    number = whole_number(request.args, "number", 1, table.count) if "number" in request.args else table.count
    if not number or table.is_end(number):
        return problem(_NO_ENTRY, 404, **way)
    asked, seats = whole_number(request.args, "seat", 0, table.setup.seats - 1), seats_of(table)
    if asked is None and "seat" in request.args:
        return problem(_NO_SEAT, 404, **way)
    if asked is not None and asked not in seats:
        return problem(_NOT_YOURS, 403, **way)
    context = {
        "table": table,
        "game": table.game,
        "names": table.setup.players,
        "hidden_seats": table.hidden,
        "number": number,
        "entry_title": table.title(number),
        **_found(table, rules, number, seats if asked is None else [asked]),
        "is_shared": not way,
    }
    return respond("coach/coach.html", **context)


def _found(table: VisibleTable, rules: ModuleType, number: int, seats: Sequence[int]) -> dict[str, Any]:
    """Return what the page shows for the first of these seats that had a choice, else for the first."""
    stored = stored_table(table.id)
    before, entry = stored.states[number - 1], stored.entries[number - 1].body
    able = [seat for seat in seats_of(table) if rules.variations(before, entry, seat)]
    seat = next((seat for seat in [*able, *seats] if seat in seats), None)
    if seat is None:
        return {"seat": None, "able": able}
    actual, found = search(table.game, rules, before, entry, seat)
    best = [each.best and _shown(table, before, each.best, seat) for each in found]
    shown = {"found": list(zip(found, best, strict=True)), "actual": _shown(table, before, actual, seat)}
    return {"seat": seat, "able": able, **shown}


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
