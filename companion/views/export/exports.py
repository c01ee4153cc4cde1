"""Downloads of a table and of all finished games of this phone, and the link that adds a play to BG Stats.

Its format: https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import SEEK_END, StringIO
from itertools import chain, islice
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, make_response, render_template, stream_with_context
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Halves, Message
from companion.engine.ranking import places_by_seat
from companion.feature import Cell
from companion.features import hooks
from companion.storage.words import place_of
from companion.table.session_file import scoresheet_of
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.time_zone import day_of
from companion.views.http.error_pages import problem
from companion.views.http.guard import begin_long_answer
from companion.views.http.identity import dated_by, sessions, stored_table, visible_table_for, without_rules
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import common

BOM = "\ufeff"
_PIECE = 16 * 1024  # characters


def csv_pieces(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield rows as a CSV file (RFC 4180), piece by piece; numbers stay numbers, None is an empty cell."""
    text = StringIO(BOM, newline="")
    text.seek(0, SEEK_END)
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
        if text.tell() >= _PIECE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_BEGINS = r"(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))"
_WITHIN = re.compile(rf"(?<=[;\t]){_BEGINS}")
_GUARDED = re.compile(rf"(?<=[;\t])'{_BEGINS}")


def guarded(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run.

    >>> guarded("=1+1"), guarded("Ann;=1+1"), guarded("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    return ("'" if _begins(text) else "") + _WITHIN.sub("'", text)


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given.

    >>> unguarded("'=1+1"), unguarded("Ann;'=1+1"), unguarded("'tis")
    ('=1+1', 'Ann;=1+1', "'tis")
    """
    rest = text[1:] if text.startswith("'") and _begins(text[1:]) else text
    return _GUARDED.sub("", rest)


def _begins(text: str) -> bool:
    # Some spreadsheets skip spaces and invisible characters before they look for a formula.
    visible = text if text.isprintable() else "".join(character for character in text if character.isprintable())
    return text.startswith(_FORMULA) or visible.lstrip().startswith(_FORMULA)


bp = Blueprint("exports", __name__)

HIDDEN = Message("This table hides its totals until the end. Once the game is over, it can be taken along.")


@bp.get("/t/<session>/out")
def show(session: str) -> str:
    """List all ways to export the game."""
    table = visible_table_for(session)
    is_ranked = table.standing is not None and bool(table.standing.ranking)
    stats = play_link(stored_table(session)) if table.finished and is_ranked else None
    return render_template("export/downloads.html", **common(table), stats=stats, hidden=HIDDEN)


@bp.get("/t/<session>/scoresheet.json")
@without_rules
def scoresheet(session: str) -> AnyResponse:
    """Download the game as a scoresheet; 403 while totals are hidden."""
    if visible_table_for(session).hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    return json_file(scoresheet_of(table, sessions().moment()), file_name(table, "json"))


@bp.get("/t/<session>/results.csv")
def results(session: str) -> AnyResponse:
    """Download one row per entry with points and totals by seat, then the places; 403 while totals are hidden."""
    visible = visible_table_for(session)
    if visible.hides:
        return problem(HIDDEN, 403, session=session)
    table = stored_table(session)
    rows = [_head(table), *_rows(table, visible), _places(table)]
    for with_more in reversed(hooks("csv")):  # a column of one goes through the rows of those after it
        rows = with_more(rows, visible)
    return csv_file(rows, file_name(table, "csv"))


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
    places = places_by_seat(table.standing.ranking, table.standing.sides) or empty
    return [None, say(Message("Place")), *empty, *places]


def file_name(table: Table, ending: str) -> str:
    """Return a file name for a download of the table."""
    return f"{table.game.key}-{day_of(dated_by(table))}.{ending}"


def json_file(value: object, name: str) -> Response:
    """Return a value as a JSON file to download under this name."""
    return _file(json.dumps(value, ensure_ascii=False, indent=1).encode(), "application/json", name)


def csv_file(rows: Iterable[Sequence[Cell]], name: str, *, is_whole: bool = False) -> Response:
    """Return rows as a CSV file to download under this name; a long one is made while it is sent unless `is_whole`."""
    pieces, kind = csv_pieces(rows), "text/csv; charset=utf-8"
    if is_whole:
        return _file(b"".join(pieces), kind, name)
    begin_long_answer()  # what holds more than its rows would stay in memory as long as somebody does not read them
    first = list(islice(pieces, 2))  # what fails until here gets an error page
    return _file(first[0] if len(first) == 1 else stream_with_context(chain(first, pieces)), kind, name)


def _file(content: bytes | Iterator[bytes], kind: str, name: str) -> Response:
    headers = {"Content-Type": kind, "Content-Disposition": f"attachment; filename={name}"}
    return make_response(content, 200, headers)


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
        "playDate": end.strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": _players(table),
    }
    if location := place_of(sessions().store.rows, table.id):
        play["location"] = location
    minutes = int((end - start).total_seconds() // 60)
    return {**play, "durationMin": minutes} if minutes > 0 else play


def _times(table: Table) -> tuple[datetime, datetime]:
    """Return when the play began and ended, in UTC; both are the same if it was imported after its end."""
    start = datetime.fromisoformat(table.row.made)
    entered = [done.event.at for done in table.log.done]
    known = [at for at in entered if at != table.row.setup.get("brought")]
    end = max(start, datetime.fromisoformat(known[-1])) if known else start
    return start.astimezone(UTC), end.astimezone(UTC)


def _players(table: Table) -> list[dict[str, Any]]:
    """Return one player per seat; a shared place is the same rank. Who played alone has not won, as everywhere here."""
    starts, totals, standing = _who_begins(table), table.state.totals, table.standing
    is_win = table.setup.seats > 1 if standing.won is None else standing.won
    places = places_by_seat(standing.ranking, standing.sides)
    return [
        {
            "name": name,
            "sourcePlayerId": name,
            "score": _score(totals[seat]),
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


def _score(total: int) -> float:
    """Return a total as a number: half points are exact in it."""
    return float(str(total)) if isinstance(total, Halves) else total
