"""Pages that import games of other programs: choose a file, preview games and players, follow the import."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, url_for
from htmx_flask import request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.bounds import BG_STATS
from companion.engine.names import clean_name, normalize_name
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import MOST_SESSIONS
from companion.features.past import importing, rows
from companion.features.past.play import PastFileError, notices_of, sentence
from companion.features.past.rows import ImportRow
from companion.features.past.runner import RUNNER, PastRunner
from companion.features.past.sheet_cells import ambiguous_in, moments_of
from companion.features.past.sheet_play import MEANINGS
from companion.features.past.tables import KnownGames, kept_title, sheet_game
from companion.forms.form import number as whole_number
from companion.games import all_games, get_game
from companion.locales import LOCALES
from companion.scoring.game_stats import game_title, kinds_of
from companion.scoring.scoresheet import NO_NAME, name_fault
from companion.table.openings import TOO_MANY_OPENED
from companion.views.http.error_pages import NOT_SURE, is_confirmed_deletion, problem, redirect_to, respond
from companion.views.http.phone import all_tables, phone, request_token_hash
from companion.views.render.template_helpers import full_date, in_language, say

_HOW = Message("How is {text} meant in this file?")
COLUMN_NAMES = {
    "date": Message("Date"),
    "time": Message("Time"),
    "game": Message("Game"),
    "player": Message("Player"),
    "players": Message("All players"),
    "score": Message("Total"),
    "winner": Message("Winner"),
    "place": Message("Place"),
    "team": Message("Team"),
    "play": Message("Number of the play"),
    "minutes": Message("Minutes"),
    "seconds": Message("Seconds"),
    "location": Message("Where"),
    "note": Message("Note"),
    "expansion": Message("Expansions"),
    "quantity": Message("How often"),
    "incomplete": Message("Incomplete"),
}
"""What a column of a sheet is taken for."""
_WAYS = {"highest": Message("Highest total"), "lowest": Message("Lowest total")}


def _questions_of(row: ImportRow) -> list[dict[str, Any]]:
    """Return the questions about an import's file, unanswered ones first.

    Each has its possible answers, as posted value and shown text, and the value that was given.
    """
    asked = []
    for kind, (text, given) in sorted(row.questions.items(), key=lambda question: question[1][1] is not None):
        answers = {order: full_date(moment.isoformat()) for order, moment in moments_of(text).items()}
        if kind == "number":
            answers = {mark: f"{float(number):g}" for mark, number in ambiguous_in(text).items()}
        asked.append({"kind": kind, "text": Message(_HOW.singular, text=text), "answers": answers, "given": given})
    for number, (title, _, _, told) in enumerate(row.games):
        if told is not None:
            way = "lowest" if told else "highest"
            asked.append({"kind": "wins", "text": title, "answers": _WAYS, "given": way, "game": number})
    return asked


bp = Blueprint("past", __name__)
bp.record_once(lambda state: state.app.extensions.update({RUNNER: PastRunner(state.app.extensions["companion"])}))

_ROOM = 64 * 1024  # bytes for the other fields and the form's own encoding
_MEMORY = 1024 * 1024  # bytes of a form that are kept in memory
_PLAYERS, _LEFT_OUT, _GAMES = 30, 20, 12
_MOST_GAMES = 200
_MOST = 9999
_NO_FILE = Message("No file was chosen. Tap the field, choose the file, then tap Preview.")
_NO_GROUP = Message("This phone is not in that group any more. Choose another one.")
_TOO_LARGE = Message("This file is larger than {most} MB. Export fewer plays, such as one year after another.")


@bp.url_value_preprocessor
def allow_files(*_: Any) -> None:
    """Raise the size limit to that of a file; must run before the form is read."""
    if request.endpoint == "past.take":
        request.max_content_length = BG_STATS.bytes + _ROOM
        request.max_form_memory_size = _MEMORY


@bp.get("/import/past")
def show() -> Response:
    """Show the form for a file, and the imports of this phone."""
    return _form(None, 200)


@bp.post("/import/past")
def take() -> AnyResponse:
    """Read a file and redirect to its preview. An import counts towards the limit of opened tables."""
    if not all_tables().openings.may_open():
        return _form(TOO_MANY_OPENED, 429)
    file = request.files.get("file")
    if file is None or not file.stream.read(1):
        return _form(_NO_FILE, 422)
    file.stream.seek(0)
    try:
        job = importing.take_file(all_tables(), file.stream, file.filename or "", request_token_hash(), _known_games())
    except PastFileError as error:
        return _form(error.message, 422)
    return redirect_to(url_for(".job", job=job))


@bp.errorhandler(RequestEntityTooLarge)
def larger(error: RequestEntityTooLarge) -> Response:
    """Show the form with a message about the size."""
    return _form(Message(_TOO_LARGE.singular, most=BG_STATS.bytes // (1024 * 1024)), 413)


@bp.get("/import/past/<job>")
def job(job: str) -> Response:
    """Show an import: its preview, its progress, or its result."""
    return _page(_find(job))


@bp.post("/import/past/<job>/players")
def name_player(job: str) -> AnyResponse:
    """Set the name here of a player of the file."""
    past_import = _find(job)
    number = whole_number(request.form, "player", 0, 99_999)
    typed = request.form.get("other", "")
    name = " ".join((clean_name(typed) or request.form.get("name", "")).split())
    if number is None or (fault := name_fault(name)):
        return _page(past_import, NO_NAME if number is None else fault, 422, {number: typed})
    importing.name_player(all_tables(), past_import, _known_games(), number, name)
    return _decided(job, f"player-{number}")


@bp.post("/import/past/<job>/group")
def choose_group(job: str) -> AnyResponse:
    """Set the group for the games."""
    past_import, group = _find(job), request.form.get("group", "")
    if not _may_choose(group):
        return _page(past_import, _NO_GROUP, 422)
    all_tables().write(lambda db: rows.choose_group(db, job, group), f"import {job}")
    return _decided(job, "group")


def _may_choose(group: str) -> bool:
    return not group or group in [known.id for known in _groups()]


@bp.post("/import/past/<job>/answer")
def answer(job: str) -> AnyResponse:
    """Answer a question about the dates or numbers of a file, or set which total wins in one of its games."""
    past_import = _find(job)
    question, meaning = request.form.get("question", ""), request.form.get("meaning", "")
    game = whole_number(request.form, "game", 0, len(past_import.games) - 1)
    changes: dict[str, Any] = {}
    if question in past_import.questions and meaning in MEANINGS[question]:
        changes["questions"] = {**past_import.questions, question: [past_import.questions[question][0], meaning]}
    elif question == "wins" and game is not None and past_import.games[game][3] is not None:
        told = [*past_import.games[game][:3], meaning == "lowest"]
        changes["games"] = [*past_import.games[:game], told, *past_import.games[game + 1 :]]
    return _settled(past_import, "questions", **changes)


@bp.post("/import/past/<job>/columns")
def choose_columns(job: str) -> AnyResponse:
    """Set which columns of a sheet have the results of a player."""
    past_import, ticked = _find(job), request.form.getlist("column")
    told = enumerate(past_import.columns)
    columns = [[name, kind, str(at) in ticked if kind == "own" else is_read] for at, (name, kind, is_read) in told]
    return _settled(past_import, "columns", columns=columns)


def _settled(row: ImportRow, anchor: str, **changes: Any) -> AnyResponse:
    """Change how a file in preview is read, and show the import."""
    if row.state == rows.READY and changes:
        importing.settle_again(all_tables(), row, _known_games(), **changes)
    return _decided(row.id, anchor)


def _decided(job: str, anchor: str) -> AnyResponse:
    """Show the import after a decision: a part of the page, or, without script, all of it."""
    if request.htmx:
        return _page(_find(job))
    return redirect_to(url_for(".job", job=job, players=request.args.get("players"), _anchor=anchor))


@bp.post("/import/past/<job>/start")
def start(job: str) -> AnyResponse:
    """Start or continue an import."""
    past_import = _find(job)
    if past_import.state == rows.READY and not _may_choose(past_import.grp):
        return _page(past_import, _NO_GROUP, 422)
    if past_import.shown_state != rows.RUNNING:
        current_app.extensions[RUNNER].start(past_import)
    return redirect_to(url_for(".job", job=job))


@bp.post("/import/past/<job>/stop")
def stop(job: str) -> AnyResponse:
    """Stop an import; imported games stay."""
    _find(job)
    all_tables().write(lambda db: rows.stop_import(db, job), f"import {job}")
    return redirect_to(url_for(".job", job=job))


@bp.post("/import/past/<job>/delete")
def delete(job: str) -> AnyResponse:
    """Delete an import with its remaining plays, after a confirmation."""
    if not is_confirmed_deletion():
        _find(job)
        return problem(NOT_SURE, 422)
    if all_tables().read(rows.find_import, phone() or 0, job) is not None:
        rows.delete_import(all_tables().write, job)
    return redirect_to(url_for(".show"))


def _find(job: str) -> ImportRow:
    return all_tables().read(rows.find_import, phone() or 0, job) or abort(404)


def _form(message: Message | None, status: int) -> Response:
    imports = all_tables().read(rows.imports_of, phone() or 0)
    return respond("past/form.html", status, message=message, imports=imports)


def _page(
    row: ImportRow, message: Message | None = None, status: int = 200, typed: Mapping[int | None, str] | None = None
) -> Response:
    """Return the page of an import; `typed` is a refused name of a player."""
    after = whole_number(request.args, "after", 0, 99_999) or 0
    left_out = all_tables().read(rows.plays_of, row.id, after, _LEFT_OUT + 1, is_left_out=True)
    context = {
        "row": row,
        "state": row.shown_state,
        "message": message,
        "taken": row.plays - row.waiting,
        "left_out": [(play, sentence(play.reason or {})) for play in left_out[:_LEFT_OUT]],
        "more_left_out": left_out[_LEFT_OUT - 1].number if len(left_out) > _LEFT_OUT else None,
        "typed": typed or {},
        **(_preview(row) if row.state == rows.READY else {}),
    }
    return respond("past/job.html", status, **context)


def _preview(row: ImportRow) -> dict[str, Any]:
    page = whole_number(request.args, "players", 1, _MOST) or 1
    playing = sorted((player for player in row.players if player.plays), key=lambda one: (not one.offers, -one.plays))
    groups = _groups()
    return {
        # title in the file, game here (None for a sheet of its own), title here and number of plays
        "games": [
            (title, get_game(key) if key else None, kept_title(title), times)
            for title, key, times, _ in row.games[:_MOST_GAMES]
        ],
        "some": _GAMES,
        "groups": groups,
        "most": MOST_SESSIONS,
        "notices": notices_of(row.notices),
        "columns": list(enumerate(row.columns)),
        "kinds": COLUMN_NAMES,
        "group": next((known.name for known in groups if known.id == row.grp), ""),
        "questions": _questions_of(row),
        "players": playing[(page - 1) * _PLAYERS : page * _PLAYERS],
        "everybody": len(playing),
        "doubtful": sum(bool(player.offers) for player in playing),
        "page": page,
        "more_players": page + 1 if len(playing) > page * _PLAYERS else None,
        "merged": row.merged[:_PLAYERS],
    }


def _groups() -> list[group_rows.ListedGroup]:
    return all_tables().read(group_rows.list_groups, phone() or 0)


def _known_games() -> KnownGames:
    titles: dict[str, str] = {}
    for locale in LOCALES:
        with in_language(locale):
            for key in [key for key, game in all_games().items() if game != sheet_game()]:
                kinds = ("", *kinds_of(key))  # a group's exported games have their kind in the title
                titles.update({normalize_name(say(game_title(key, kind))): key for kind in kinds})
    return titles
