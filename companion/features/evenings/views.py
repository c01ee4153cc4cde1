"""The evenings of a group for its host: the list, the page of one, its players and link, its files and on paper."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.names import normalize_name
from companion.feature import Cell
from companion.features.evenings import acts, pages, rows as evening_rows
from companion.features.evenings.evening import LONGEST_SAID, MOST_PLAYERS, MOST_ROUNDS, RULES, EveningRefused
from companion.features.evenings.making import read_newcomers, typed_in
from companion.features.evenings.pages import TIE_BREAKS, called, common, evenings
from companion.features.evenings.service import Evenings
from companion.features.evenings.standings import COLUMNS, OPEN, finals_of
from companion.features.evenings.state import EveningState, room_of
from companion.features.groups import rows as group_rows
from companion.features.groups.views import group_for, require_owner
from companion.forms.form import number as whole_number
from companion.scoring.scoresheet import END
from companion.storage.schema import value
from companion.table.openings import TooManySessions
from companion.views.http.error_pages import ask_first, is_confirmed_deletion, problem, redirect_to, respond
from companion.views.http.phone import all_tables, phone
from companion.views.http.requests import posted_number
from companion.views.http.responses import csv_file, json_file
from companion.views.render.template_helpers import by_name, say

bp = Blueprint("evenings", __name__)
bp.record_once(lambda state: state.app.extensions.update(evenings=Evenings(state.app.extensions["companion"])))

_MOST_LISTED = 20
_LONGEST_KEY = 64
_LONGEST_ROUND = 600  # minutes
_SETTINGS = ("rule", "final", "timer", "said", "fixed")
_LONGEST_ID = 64
_AT_A_TABLE = Message(
    "The club evening is for its players and those who have its link. Scan its code, or ask its host for the link."
)


def evening_for(evening: str) -> EveningState:
    """Return an evening for its group's owner; abort with 403 for other members of the group, 404 for all others."""
    state = _state(evening)
    require_owner(state.row.group)
    return state


def _state(evening: str) -> EveningState:
    return (evenings().state(evening) if len(evening) <= _LONGEST_ID else None) or abort(404)


def _act(evening: str, kind: str, plan: acts.Plan) -> None:
    """Append an act with the key of the posted form; abort with 400 if it has none."""
    key = request.form.get("act", "")
    if not 1 <= len(key) <= _LONGEST_KEY or "\0" in key:
        abort(400)
    evenings().act(evening, phone() or abort(404), key, kind, plan)


def _change(evening: str, kind: str, body: Mapping[str, Any]) -> None:
    _act(evening, kind, partial(acts.change, kind=kind, body=body))


@bp.app_template_global()
def evenings_going() -> list[tuple[EveningState, Message]]:
    """Return the latest evenings of this phone that are not over, with their progress."""
    latest = evenings().latest_of(number) if (number := phone()) else []
    return [(state, pages.subtitle(state)) for state in latest if not state.evening.is_over]


bp.add_app_template_global(pages.sheet_name, "sheet_name_of")


@bp.app_template_global()
def evening_of_table(session: str) -> str | None:
    """Return the evening that a table belongs to; None for other tables."""
    evening: str | None = all_tables().read(value, evening_rows.EVENING_SESSIONS, "evening", session=session)
    return evening


@bp.get("/evenings")
def every() -> str:
    """List the latest evenings of this phone, and the groups in which it can make one."""
    rows = [(each, pages.subtitle(each)) for each in evenings().latest_of(phone() or 0, _MOST_LISTED)]
    return render_template("evenings/every.html", rows=rows, owned=_own_groups())


@bp.get("/groups/<group>/evenings")
def show(group: str) -> str:
    """List the evenings of a group."""
    own, states = group_for(group), evenings().states(all_tables().read(evening_rows.evenings_of, group))
    rows = [(state, pages.subtitle(state), pages.token_of(state)) for state in states]
    return render_template("evenings/evenings.html", group=own, rows=rows)


@bp.get("/evenings/<evening>")
def run(evening: str) -> AnyResponse:
    """Show an evening to its host; redirect players and members of the group to the page for spectators."""
    state = _state(evening)
    group = all_tables().read(group_rows.find_group, phone(), state.row.group)
    if group is None or not (group.role or state.player_of(phone())):
        is_at_a_table = all_tables().read(evening_rows.is_at_a_table, evening, phone() or 0)
        return problem(_AT_A_TABLE, 403) if is_at_a_table else abort(404)
    if not group.is_owned:
        return redirect_to(url_for("evening_pages.show", token=pages.token_of(state)))
    return _run_page(state, None, 200)


def _run_page(state: EveningState, message: Message | None, status: int) -> Response:
    page = pages.run_page(state, whole_number(request.args, "pick", 1, MOST_PLAYERS))
    return respond(page.template, status, message=message, **page.context)


@bp.errorhandler(EveningRefused)
@bp.errorhandler(TooManySessions)
def refused(error: EveningRefused | TooManySessions) -> Response:
    """Show the page of a form that was refused, with the reason."""
    where, told = request.view_args or {}, (error.message, 429 if isinstance(error, TooManySessions) else 422)
    if where.get("what") in _SETTINGS:
        return settings(where["evening"], *told)
    return _PAGES.get(request.endpoint or "", _run_page)(evening_for(where["evening"]), *told)


@bp.post("/evenings/<evening>/<any(draw, swap, rounds, open, end, rule, final, timer, said, fixed):what>")
def change(evening: str, what: str) -> AnyResponse:
    """Execute a form of the host's pages."""
    state = evening_for(evening)
    if what == "draw":
        _act(evening, "drawn", partial(acts.draw_round, anyway=request.form.get("anyway") == "yes"))
    elif what == "open":
        opens = partial(acts.open_tables, service=all_tables(), phone=phone() or abort(404))
        _act(evening, "opened", partial(opens, call=partial(called, state)))
    else:
        _change(evening, *_posted_act(what, state))
    return redirect_to(url_for(".settings" if what in _SETTINGS else ".run", evening=evening))


def _posted_act(what: str, state: EveningState) -> tuple[str, dict[str, Any]]:
    """Return kind and body of the posted act; abort with 400 if a field is missing."""
    form = request.form
    if what == "rule":
        return what, {"rule": form.get("rule") if form.get("rule") in RULES else abort(400)}
    if what == "said":
        text = " ".join(form.get("text", "").split())
        if len(text) > LONGEST_SAID or not text.isprintable():
            raise EveningRefused("A message has at most {most} characters, in one line.", most=LONGEST_SAID)
        return what, {"text": text}
    if what == "timer":
        minutes, start = posted_number("minutes", 0, _LONGEST_ROUND), datetime.now(UTC)
        if form.get("more") == "yes" and state.evening.until:
            start = max(start, datetime.fromisoformat(state.evening.until))
        until = min(start, datetime.now(UTC) + timedelta(minutes=_LONGEST_ROUND)) + timedelta(minutes=minutes)
        return what, {"until": until.isoformat(timespec="seconds") if minutes else ""}
    if what == "fixed":
        player = posted_number("player", 1, MOST_PLAYERS)
        if player not in state.evening.since:
            abort(400)
        return what, {"player": player, "table": posted_number("table", 0, MOST_PLAYERS)}
    if what == "final":
        stage, _, count = form.get("final", "").partition(" ")
        planned = next((plan for plan in finals_of(state.game) if [*map(str, plan)] == [stage, count or "0"]), None)
        return what, dict(zip(("final", "count"), planned or abort(400), strict=True))
    if what == "end":
        return "ended", {"is_over": request.form.get("over") == "yes"}
    if what == "rounds":
        return "rounds", {"count": posted_number("count", 1, MOST_ROUNDS)}
    return "swapped", {"players": [posted_number(name, 1, MOST_PLAYERS) for name in ("first", "second")]}


@bp.get("/evenings/<evening>/settings")
def settings(evening: str, message: Message | None = None, status: int = 200) -> Response:
    """Show what the host can change while the evening runs."""
    state = evening_for(evening)
    finals = finals_of(state.game)
    by_names = sorted(state.evening.present, key=lambda player: by_name(called(state, player)))
    return respond("evenings/settings.html", status, message=message, finals=finals, by_names=by_names, **common(state))


@bp.route("/evenings/<evening>/rounds/<int:number>/back", methods=["GET", "POST"])
def take_back(evening: str, number: int) -> AnyResponse:
    """Take the latest round back, after a question if something is entered at its tables."""
    state, was_open = evening_for(evening), request.values.get("open") == "yes"
    rounds = state.evening.rounds
    round_ = rounds[number - 1] if 1 <= number <= len(rounds) else abort(404)
    sessions = {table: session for table, session in enumerate(round_.sessions, 1) if session}
    entered = [table for table, session in sessions.items() if all_tables().read(evening_rows.is_entered, session)]
    unentered = [session for table, session in sessions.items() if table not in entered]
    if request.method != "POST" or (entered and request.form.get("sure") != "yes"):
        status = 422 if request.method == "POST" else 200
        return respond("evenings/back.html", status, round=round_, entered=entered, **common(state))
    _act(evening, "taken", partial(acts.take_back, number=number, unentered=unentered, was_open=was_open))
    return redirect_to(url_for(".run", evening=evening))


@bp.route("/evenings/<evening>/rounds/<int:number>/absent", methods=["GET", "POST"])
def absent(evening: str, number: int) -> AnyResponse:
    """Note who did not come to the table in a round, or came after all."""
    state = evening_for(evening)
    if request.method != "POST":
        return _absent_page(state, None, 200)
    who, is_absent = (number, posted_number("player", 1, MOST_PLAYERS)), request.form.get("absent") == "yes"
    opens = partial(acts.note_absence, service=all_tables(), phone=phone() or abort(404), call=partial(called, state))
    _act(evening, "absent", partial(opens, who=who, is_absent=is_absent))
    return redirect_to(url_for(".absent", evening=evening, number=number))


def _absent_page(state: EveningState, message: Message | None, status: int) -> Response:
    number = (request.view_args or {})["number"]
    if not 1 <= number <= len(state.evening.opened):  # another host may have taken the round back meanwhile
        abort(404)
    round_ = state.evening.opened[number - 1]
    return respond("evenings/absent.html", status, message=message, round=round_, **common(state))


@bp.get("/evenings/<evening>/tables/<session>/correct")
def correct(evening: str, session: str) -> AnyResponse:
    """Redirect the host to the last entry of a table, which can be corrected there."""
    table = all_tables().table(session) if session in evening_for(evening).present else abort(404)
    entered = [] if table is None else [number for number, each in enumerate(table.entries, 1) if each.body != END]
    if not entered:
        return redirect_to(url_for("table.show", session=session))
    return redirect_to(url_for("table.entry", session=session, number=entered[-1]))


@bp.route("/evenings/<evening>/group", methods=["GET", "POST"])
def set_group(evening: str) -> AnyResponse:
    """Move the evening to another group of its host, by a form that also chooses whether its games go there."""
    state = evening_for(evening)
    if request.method != "POST":
        return _group_page(state, None, 200)
    group = require_owner(request.form.get("group", state.row.group)[:_LONGEST_ID])
    evenings().set_group(evening, group.id, grouped=request.form.get("grouped") == "1")
    return redirect_to(url_for(".run", evening=evening))


def _group_page(state: EveningState, message: Message | None, status: int) -> Response:
    return respond("evenings/group.html", status, state=state, groups=_own_groups(), message=message)


def _own_groups() -> list[group_rows.ListedGroup]:
    return [each for each in all_tables().read(group_rows.list_groups, phone() or 0) if each.is_owned]


@bp.route("/evenings/<evening>/delete", methods=["GET", "POST"])
def delete(evening: str) -> AnyResponse:
    """Delete an evening for good after a confirmation."""
    group = all_tables().read(evening_rows.group_of_deleted, evening[:_LONGEST_ID]) if is_confirmed_deletion() else None
    if group is not None:
        return redirect_to(url_for(".show", group=group))
    state = evening_for(evening)
    if question := ask_first("evenings/delete.html", state=state):
        return question
    evenings().delete(evening)
    return redirect_to(url_for(".show", group=state.row.group))


_MOST_NUMBER = 10**9


@bp.route("/evenings/<evening>/players", methods=["GET", "POST"])
def players(evening: str) -> AnyResponse:
    """List the players with buttons to leave or come back; add new ones by a form."""
    state = evening_for(evening)
    if request.method != "POST":
        return _players_page(state, None, 200)
    names = read_newcomers(typed_in(request.form), {normalize_name(name) for name in state.names.values()})
    _act(evening, "came", partial(acts.add_players, names=names))
    return redirect_to(url_for(".players", evening=evening))


@bp.post("/evenings/<evening>/presence")
def change_presence(evening: str) -> AnyResponse:
    """Let a player check in, leave or come back, or remove a player's phone; or let all leave who are missing."""
    state = evening_for(evening)
    what = request.form.get("what", "")
    player = 0 if what == "missing" else posted_number("player", 1, MOST_PLAYERS)
    if player and player not in state.names:
        abort(400)
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "left": ("left", {"player": player}),
        "back": ("came", {"players": [player]}),
        "here": ("here", {"players": [player]}),
        "missing": ("left", {"players": state.missing}),
    }
    if what == "free":
        evenings().release(evening, player)
    else:
        _change(evening, *(changes.get(what) or abort(400)))
    return redirect_to(url_for(".players", evening=evening))


@bp.route("/evenings/<evening>/share", methods=["GET", "POST"])
def share(evening: str) -> AnyResponse:
    """Show the evening's link; withdraw the one that the host saw and disconnect its spectators."""
    state = evening_for(evening)
    if request.method != "POST":
        return respond("evenings/share.html", state=state, **pages.invitation(state))
    evenings().withdraw_link(evening, posted_number("number", 0, _MOST_NUMBER))
    live, room = all_tables().live, room_of(evening)
    live.disconnect(room, live.listening(room) - {phone() or 0})
    return redirect_to(url_for(".share", evening=evening))


def _players_page(state: EveningState, fault: Message | None, status: int) -> Response:
    rows = sorted(state.names, key=lambda player: (player in state.evening.gone, by_name(state.names[player])))
    told = {"rows": rows, "typed": typed_in(request.form), "faults": {} if fault is None else {"names": fault}}
    return respond("evenings/players.html", status, **common(state), **told)


_PAGES = {
    "evenings.absent": _absent_page,
    "evenings.change_presence": _players_page,
    "evenings.players": _players_page,
    "evenings.set_group": _group_page,
}
"""The pages that show why a form was refused, where it is not the evening's own."""


files_bp = Blueprint("evening_files", __name__)

_STANDINGS = (Message("Place"), Message("Name"), Message("Points"))
_TABLES = (Message("Round"), Message("Table"), Message("Name"), Message("Place"), Message("Points"))


@files_bp.get("/evenings/<evening>/standings.csv")
def standings(evening: str) -> Response:
    """Download the standings, one row per player."""
    return csv_file(_standing_rows(evening_for(evening)), "evening-standings.csv")


@files_bp.get("/evenings/<evening>/tables.csv")
def tables(evening: str) -> Response:
    """Download what each round brought each player, one row per player and round."""
    return csv_file(_table_rows(evening_for(evening)), "evening-tables.csv")


@files_bp.get("/evenings/<evening>/evening.json")
def whole(evening: str) -> Response:
    """Download the whole evening."""
    return json_file(as_json(evening_for(evening)), "evening.json")


def _standing_rows(state: EveningState) -> Iterator[list[Cell]]:
    columns = COLUMNS[state.rule]
    yield [say(title) for title in (*_STANDINGS, *map(TIE_BREAKS.__getitem__, columns))]
    for line in state.lines:
        counted = map(line.tie_break, columns)
        yield [line.place, called(state, line.player), line.shown(line.points), *counted]


def _table_rows(state: EveningState) -> Iterator[list[Cell]]:
    yield [say(title) for title in _TABLES]
    rows = [(each.round, each.table or 0, line.player, each, line) for line in state.lines for each in line.results]
    for number, table, player, result, line in sorted(rows, key=lambda row: row[:3]):
        points = None if result.kind == OPEN else line.shown(result.points)
        yield [number, table or None, called(state, player), result.place, points]


def as_json(state: EveningState) -> dict[str, Any]:
    """Return the whole evening as plain JSON; points are in halves, also of a rule that gives others."""
    return {
        "evening": state.row.name,
        **{key: state.row.setup[key] for key in ("game", "options", "system", "size", "seed")},
        "rule": state.rule,
        "rounds_planned": state.settings.rounds,
        "players": [
            {"number": player, "name": called(state, player), "present": player not in state.evening.gone}
            for player in state.evening.since
        ],
        "rounds": [
            {
                "round": each.number,
                "stage": each.stage,
                "sit_out": list(each.byes),
                "absent": list(each.absent),
                "tables": [
                    {"players": list(table), "places": list(state.places.get(session, ())) or None}
                    for table, session in zip(each.tables, each.sessions, strict=True)
                ],
            }
            for each in state.evening.opened
        ],
        "standings": [{"player": line.player, **line.as_json()} for line in state.lines],
    }


@files_bp.get("/evenings/<evening>/print")
def printed(evening: str) -> str:
    """Show what the host prints of an evening."""
    state = evening_for(evening)
    last = state.evening.rounds[-1] if state.evening.rounds else None
    return render_template("evenings/print.html", **common(state), round=last)
