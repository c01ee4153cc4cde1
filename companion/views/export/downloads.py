"""What can be taken along of a table, and of all that were finished on this phone."""

from __future__ import annotations

import json
from datetime import datetime

from flask import Blueprint, Response, make_response, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message
from companion.game.ranking import places_by_seat
from companion.games import get_game
from companion.history import search
from companion.sessions.session_file import sheet_of
from companion.sessions.table import Table
from companion.sessions.visible_table import VisibleTable
from companion.views.access import seen_by, stored_table
from companion.views.error_pages import problem
from companion.views.export.bg_stats import play_link
from companion.views.export.csv_rows import Cell, csv_bytes
from companion.views.guard import phone, sessions
from companion.views.live_pages import common
from companion.views.template_helpers import say

bp = Blueprint("out", __name__)

HIDDEN = Message("This table hides its totals until the end. Once the game is over, it can be taken along.")


@bp.get("/t/<session>/out")
def show(session: str) -> str:
    """All ways in which the game leaves this companion."""
    table = seen_by(session)
    is_ranked = table.standing is not None and bool(table.standing.ranking)
    stats = play_link(stored_table(session)) if table.finished and is_ranked else None
    hands = may_hand_over(table)
    return render_template("export/downloads.html", **common(table), stats=stats, may_hand_over=hands, hidden=HIDDEN)


def may_hand_over(table: VisibleTable) -> bool:
    """Whether a phone may hand the table over: one that may enter, but where totals are hidden the host's alone."""
    return table.viewpoint.role == "host" or (table.can_score and not table.hides)


@bp.get("/t/<session>/scoresheet.json")
def scoresheet(session: str) -> AnyResponse:
    """The game as a scoresheet."""
    if seen_by(session).hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    return json_file(sheet_of(table.record).as_json(), name_of(table, "json"))


@bp.get("/t/<session>/results.csv")
def results(session: str) -> AnyResponse:
    """A row an entry: what it gave each seat, and the totals after it; last the places."""
    visible = seen_by(session)
    if visible.hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    return csv_file([_head(table), *_rows(table, visible), _places(table)], name_of(table, "csv"))


@bp.get("/history.csv")
def history() -> AnyResponse:
    """Every finished game of this phone's tables, a row a seat, as its result was stored when it ended."""
    number = phone()
    rows: list[list[Cell]] = [[say(title) for title in _HISTORY]]
    for row in [] if number is None else search.finished_sessions(sessions().store, number):
        day = datetime.fromisoformat(row.made).astimezone().date().isoformat()
        game = say(get_game(row.game).title)
        rows += [[day, game, sat.name, sat.place, sat.total, row.session] for sat in row.ranked]
    return csv_file(rows, "companion.csv")


_HISTORY = (
    Message("Date"),
    Message("Game"),
    Message("Name"),
    Message("Place"),
    Message("Total"),
    Message("Table"),
)


def _head(table: Table) -> list[Cell]:
    totals = [say(Message("{name}: total", name=name)) for name in table.setup.players]
    return [say(Message("Number")), say(Message("Entry")), *table.setup.players, *totals]


def _rows(table: Table, visible: VisibleTable) -> list[list[Cell]]:
    rows: list[list[Cell]] = []
    if any(table.states[0].totals):
        rows.append([0, say(Message("Start")), *[None] * table.setup.seats, *table.states[0].totals])
    for number, played in enumerate(table.played, 1):
        title = say(visible.title(number))
        rows.append([number, title, *played.points, *played.state.totals])
    return rows


def _places(table: Table) -> list[Cell]:
    empty: list[Cell] = [None] * table.setup.seats
    return [None, say(Message("Place")), *empty, *(places_by_seat(table.standing.ranking) or empty)]


def name_of(table: Table, ending: str) -> str:
    """What a file of the table is called."""
    return f"{table.game.key}-{table.row.made[:10]}.{ending}"


def json_file(value: object, name: str) -> Response:
    return _file(json.dumps(value, ensure_ascii=False, indent=1).encode(), "application/json", name)


def csv_file(rows: list[list[Cell]], name: str) -> Response:
    return _file(csv_bytes(rows), "text/csv; charset=utf-8", name)


def _file(told: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Type": kind, "Content-Disposition": f"attachment; filename={name}"}
    return make_response(told, 200, headers)
