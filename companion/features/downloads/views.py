"""The page of all downloads of a table, its files, and the link that adds its play to BG Stats.

The format of that link: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.halves import decimal, plain
from companion.engine.ranking import places_by_seat
from companion.feature import Cell
from companion.features import handlers
from companion.storage.schema import PLACE, SESSION_WORDS, value
from companion.table.table import Table, scoresheet_of
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem
from companion.views.http.phone import all_tables
from companion.views.http.requests import stored_table, visible_table_for, without_rules
from companion.views.http.responses import csv_file, file_name, json_file
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import common

bp = Blueprint("downloads", __name__)
bp.add_app_template_global(file_name)

HIDDEN = Message("This table hides its totals until the end. Once the game is over, it can be taken along.")


@bp.get("/t/<session>/out")
def show(session: str) -> str:
    """List all ways to export the game."""
    table = visible_table_for(session)
    is_ranked = table.standing is not None and bool(table.standing.ranking)
    stats = play_link(stored_table(session)) if table.finished and is_ranked else None
    return render_template("downloads/downloads.html", **common(table), stats=stats, hidden=HIDDEN)


@bp.get("/t/<session>/scoresheet.json")
@without_rules
def scoresheet(session: str) -> AnyResponse:
    """Download the game as a scoresheet; 403 while totals are hidden."""
    if visible_table_for(session).hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    return json_file(scoresheet_of(table, all_tables().moment()), file_name(table, "json"))


@bp.get("/t/<session>/results.csv")
def results(session: str) -> AnyResponse:
    """Download one row per entry with points and totals by seat, then the places; 403 while totals are hidden."""
    visible = visible_table_for(session)
    if visible.hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    rows = [*_rows(table, visible)]
    for with_more in reversed(handlers("csv")):  # a column of one goes through the rows of those after it
        rows = with_more(rows, visible)
    return csv_file(rows, file_name(table, "csv"))


def _rows(table: Table, visible: VisibleTable) -> Iterator[list[Cell]]:
    names, empty = table.setup.players, [None] * table.setup.seats
    totals = [say(Message("{name}: total", name=name)) for name in names]
    yield [say(Message("Number")), say(Message("Entry")), *names, *totals]
    if any(table.states[0].totals):
        yield [0, say(Message("Start")), *empty, *table.states[0].totals]
    for number, played in enumerate(table.played, 1):
        yield [number, say(visible.title(number)), *played.points, *played.state.totals]
    yield [None, say(Message("Place")), *empty, *(places_by_seat(table.standing) or empty)]


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def play_link(table: Table) -> str:
    """Return the address that adds a finished play; the app asks for confirmation."""
    return ADDRESS + quote(json.dumps(_play(table), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(table: Table) -> dict[str, Any]:
    start, end = _times(table)
    game: dict[str, Any] = {
        "name": str(table.game.title),
        "sourceGameId": table.game.key,
        "highestWins": not table.game.lowest_wins,
        "noPoints": False,
    }
    if table.game.board_game_geek is not None:
        game["bggId"] = table.game.board_game_geek
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": start.strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": _players(table),
    }
    if location := all_tables().read(value, SESSION_WORDS, "word", session=table.id, kind=PLACE):
        play["location"] = location
    minutes = int((end - start).total_seconds() // 60)
    return {**play, "durationMin": minutes} if minutes > 0 else play


def _times(table: Table) -> tuple[datetime, datetime]:
    """Return when the play began and ended, in UTC; both are the same if it was imported after its end."""
    start = datetime.fromisoformat(table.row.made)
    entered = [done.at for done in table.log.done]
    known = [at for at in entered if at != table.row.setup.get("brought")]
    end = max(start, datetime.fromisoformat(known[-1])) if known else start
    return start.astimezone(UTC), end.astimezone(UTC)


def _players(table: Table) -> list[dict[str, Any]]:
    """Return one player per seat; a shared place is the same rank. Who played alone has not won, as everywhere here."""
    starts, totals, standing = _who_begins(table), table.state.totals, table.standing
    is_win = table.setup.seats > 1 or bool(standing.won)
    places = places_by_seat(standing)
    return [
        {
            "name": name,
            "sourcePlayerId": name,
            "score": plain(totals[seat], decimal),
            "rank": place,
            "winner": place == 1 and is_win,
            "startPlayer": seat == starts,  # the app refuses a player without it
        }
        for seat, (name, place) in enumerate(zip(table.setup.players, places, strict=True))
    ]


def _who_begins(table: Table) -> int | None:
    """Return the seat that began, by the options or by what was drawn last; None if nobody said."""
    drawn = [draw.seats[0] for _, draw in sorted(table.draws.items()) if not draw.is_of_teams]
    start: int | None = table.setup.options.get("start")
    return drawn[-1] if start is None and drawn else start
