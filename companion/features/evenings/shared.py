"""An evening for everybody who has its link: tables and standings, a player's own table, and data for programs."""

from collections.abc import Callable
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import get_locale
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.names import has_words, normalize_name
from companion.features.evenings import pages
from companion.features.evenings.evening import MOST_PLAYERS, MOST_ROUNDS, EveningRefused
from companion.features.evenings.pages import evenings, may_sit, take_seat
from companion.features.evenings.state import EveningState, room_of
from companion.features.evenings.views import evening_for
from companion.forms.form import number as whole_number
from companion.live.audiences import Audience
from companion.storage.rows.seat_rows import shown_place
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.phone import TOO_MANY_PHONES, all_tables, may_join, phone, request_token_hash
from companion.views.http.requests import id_of_link, is_link
from companion.views.render.template_helpers import Page, by_name
from companion.views.table.live_pages import current_parts, event_stream

bp = Blueprint("evening_pages", __name__)

_LONGEST_WORDS = 80
NO_EVENING = Message("This link shows no club evening. It may be withdrawn or not complete; ask for a new one.")


def evening_of_link(token: str, fault: Message | None = None) -> EveningState:
    """Return the evening that a link leads to; abort with 404 if the link is not valid."""
    evening = id_of_link(token)
    state = evenings().state(evening) if evening else None
    if state is None or not is_link(token, pages.token_of(state)):
        abort(problem(fault, 404) if fault else 404)
    return state


@bp.get("/e/<token>")
def show(token: str) -> Response:
    """Show a player's phone its table, and all others the tables and standings."""
    state = evening_of_link(token, NO_EVENING)
    player = state.player_of(phone())
    return _shown(pages.shared_page(state, None) if player is None else pages.own_page(state, player))


@bp.get("/e/<token>/all")
def every(token: str) -> Response:
    """Show the tables of a round and the standings."""
    state = evening_of_link(token)
    number, is_by_name = whole_number(request.args, "round", 1, MOST_ROUNDS), request.args.get("by") == "name"
    return _shown(pages.shared_page(state, number, is_by_name=is_by_name))


def _shown(page: Page) -> Response:
    qr = pages.invitation(page.context["state"])["qr"] if page.template == "evenings/shared.html" else ""
    return respond(page.template, qr=qr, **page.context)


@bp.get("/evenings/<evening>/live")
@bp.get("/e/<token>/live/<name>")
def stream(**where: str) -> Response:
    """Stream the changes of a page: of the host's, or by the evening's link of another one."""
    state, audience = _seen(**where)
    service, room = all_tables(), room_of(state.id)
    listen = partial(service.live.listen, room, phone() or 0, audience)
    return event_stream(listen, lambda: service.versions([room])[room])


@bp.get("/evenings/<evening>/parts")
@bp.get("/e/<token>/parts/<name>")
def parts(**where: str) -> Response:
    """Return the parts of a page."""
    state, audience = _seen(**where)
    return current_parts(room_of(state.id), state.row.version, lambda: pages.page_of(state, audience) or abort(404))


def _seen(evening: str = "", token: str = "", name: str = pages.RUN) -> tuple[EveningState, Audience]:
    """Return an evening and who sees a page of it; abort with 404 for an unknown page, or that of no player."""
    state = evening_of_link(token) if token else evening_for(evening)
    is_player = state.player_of(phone()) is not None
    if evening == "" and name != pages.SHARED and not (name == pages.OWN and is_player):
        abort(404)
    field, most = ("pick", MOST_PLAYERS) if evening else ("round", MOST_ROUNDS)
    number = whole_number(request.args, field, 1, most) or 0
    by = "name" if request.args.get("by") == "name" else ""
    fields = (("link", str(state.row.link)), ("number", str(number)), ("by", by))
    own = None if name == pages.SHARED else phone()
    return state, Audience(name, fields, name, str(get_locale()), own, request.script_root)


@bp.route("/e/<token>/who", methods=["GET", "POST"])
def claim(token: str) -> AnyResponse:
    """Show the players, and note which one this phone is, or that it is none any more."""
    state = evening_of_link(token)
    if request.method != "POST":
        return _who(state, None, 200)
    if request.form.get("none") == "yes":
        player = state.player_of(phone())
        if player is not None:
            evenings().release(state.id, player)
        return redirect_to(url_for(".show", token=token))
    if not may_join():
        return _who(state, TOO_MANY_PHONES, 429)
    player = whole_number(request.form, "player", 1, MOST_PLAYERS)
    try:
        evenings().claim(state.id, request_token_hash(), player or 0)
    except EveningRefused as error:
        return _who(state, error.message, 422)
    return redirect_to(url_for(".show", token=token))


def _who(state: EveningState, message: Message | None, status: int) -> Response:
    find = request.values.get("find", "")[:_LONGEST_WORDS]
    matching = [player for player in state.evening.since if has_words(normalize_name(state.names[player]), find)]
    players = sorted(matching, key=lambda player: by_name(state.names[player]))
    own = state.player_of(phone())
    context = {**pages.common(state), "players": players, "own": own, "find": find, "message": message}
    return respond("evenings/who.html", status, **context)


@bp.post("/e/<token>/seat")
def sit(token: str) -> AnyResponse:
    """Lead a player's phone to its seat at its table."""
    state = evening_of_link(token)
    number, player = phone(), state.player_of(phone())
    place = None if player is None else state.place_of(player)
    if number is None or place is None or not may_sit(place, number):
        return redirect_to(url_for(".show", token=token))
    take_seat(place, number, is_over=place.session in state.places)
    return redirect_to(url_for("table.show", session=place.session))


@bp.get("/e/<token>/player/<int:player>")
def explained(token: str, player: int) -> str:
    """Explain each point of a player, and the tie-breaks."""
    state = evening_of_link(token)
    line = next((line for line in state.lines if line.player == player), None) or abort(404)
    return render_template("evenings/player.html", **pages.common(state), line=line)


Answer = dict[str, Any]


def _read(make: Callable[[EveningState], Answer], token: str) -> tuple[object, Callable[[], Answer]]:
    """Return the version of the evening that a link shows, and what makes the answer."""
    state = evening_of_link(token)
    return (state.row.version, state.row.name, state.names, state.places), partial(make, state)


def _evening(state: EveningState) -> Answer:
    return {"evening": state.row.name, "game": state.game.key, "rounds_planned": state.settings.rounds}


def _pairings(state: EveningState) -> Answer:
    """Return each table of each open round; who sits out is at no table."""
    rows: list[Answer] = []
    for each in state.evening.opened:
        for number, (table, session) in enumerate(zip(each.tables, each.sessions, strict=True), 1):
            players = [state.names.get(player) for player in table]
            places = [*map(shown_place, state.places.get(session, ()))] or None
            rows.append({"round": each.number, "table": number, "players": players, "places": places})
        if each.byes:
            players = [state.names.get(player) for player in each.byes]
            rows.append({"round": each.number, "table": None, "players": players, "places": None})
    return {**_evening(state), "pairings": rows}


def _standings(state: EveningState) -> Answer:
    """Return the standings, with the keys of the evening's JSON file."""
    rows = [{"place": line.place, "player": state.names.get(line.player), **line.as_json()} for line in state.lines]
    return {**_evening(state), "standings": rows}


_EXAMPLE = {"evening": "Friday", "game": "luz", "rounds_planned": 3}
_TABLE = {"round": 1, "table": 1, "players": ["Ann", "Ben", "Cleo"], "places": [2, 3, 1]}
_LINE = {"place": 1, "player": "Cleo", "half_points": 2, "opponents": 0.5, "mutual": 0, "firsts": 1, "wins": 1}
READINGS = {
    "e/pairings": (
        partial(_read, _pairings),
        Message("The tables of a club evening, by round"),
        {**_EXAMPLE, "pairings": [_TABLE]},
    ),
    "e/standings": (
        partial(_read, _standings),
        Message("The standings of a club evening"),
        {**_EXAMPLE, "standings": [_LINE]},
    ),
}
