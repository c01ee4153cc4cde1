"""The players of an evening for its host: who comes, leaves and comes back, whose phone is free again; its link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion import qr_codes
from companion.club.evening import MOST_PLAYERS, EveningRefused
from companion.game import Message
from companion.game.names import normalize_name
from companion.game.pages.form import number as whole_number
from companion.sessions.club.state import EveningState, room_of
from companion.views.club.evening_form import read_newcomers
from companion.views.club.evenings import action_key, evening_for
from companion.views.club.pages import common, token_of
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import phone, sessions
from companion.views.render.template_helpers import by_name, say
from companion.views.table.table import base_address

bp = Blueprint("evening_players", __name__)

_MOST_NUMBER = 10**9
_TO_SCAN = Message("Scan to take part or to look on")


@bp.get("/evenings/<evening>/players")
def show(evening: str) -> Response:
    """List the players with the buttons that let them leave and come back, and the form for newcomers."""
    return _page(evening_for(evening), "", None, 200)


@bp.post("/evenings/<evening>/players")
def add(evening: str) -> AnyResponse:
    """Let players come who were not there before."""
    state = evening_for(evening)
    known = {normalize_name(name) for name in state.names.values()}
    typed, names, fault = read_newcomers(request.form, known)
    if fault is None:
        try:
            sessions().evenings.add_players(evening, phone() or abort(404), action_key(), names)
        except EveningRefused as error:
            fault = error.message
    if fault is not None:
        return _page(state, typed, fault, 422)
    return redirect_to(url_for(".show", evening=evening))


@bp.post("/evenings/<evening>/presence")
def change(evening: str) -> AnyResponse:
    """Let a player leave or come back, or free the phone of one."""
    state = evening_for(evening)
    player = whole_number(request.form, "player", 1, MOST_PLAYERS)
    if player is None or player not in state.names:
        abort(400)
    service, number, what = sessions().evenings, phone() or abort(404), request.form.get("what")
    try:
        if what == "free":
            service.release(evening, player)
        elif what == "left":
            service.act(evening, number, action_key(), "left", lambda _: {"player": player})
        elif what == "back":
            service.act(evening, number, action_key(), "came", lambda _: {"players": [player]})
        else:
            abort(400)
    except EveningRefused as error:
        return _page(evening_for(evening), "", error.message, 422)
    return redirect_to(url_for(".show", evening=evening))


@bp.get("/evenings/<evening>/share")
def share(evening: str) -> str:
    """Show the link by which players take part and others look on."""
    state = evening_for(evening)
    link = base_address() + url_for("evening_pages.show", token=token_of(state))
    return render_template("club/share.html", state=state, link=link, qr=qr_codes.qr_svg(link, say(_TO_SCAN)))


@bp.post("/evenings/<evening>/share")
def withdraw(evening: str) -> AnyResponse:
    """Withdraw the link that the host saw, for another one; those who look on by it are sent away."""
    evening_for(evening)
    number = whole_number(request.form, "number", 0, _MOST_NUMBER)
    sessions().evenings.withdraw_link(evening, abort(400) if number is None else number)
    live, room = sessions().live, room_of(evening)
    live.disconnect(room, live.listening(room) - {phone() or 0})
    return redirect_to(url_for(".share", evening=evening))


def _page(state: EveningState, typed: str, fault: Message | None, status: int) -> Response:
    faults: Mapping[str, Any] = {} if fault is None else {"names": fault}
    rows = sorted(state.names, key=lambda player: (player in state.evening.gone, by_name(state.names[player])))
    page = render_template("club/players.html", **common(state), rows=rows, typed=typed, faults=faults)
    return make_response(page, status)
