"""The live pages of an evening: what each shows, and which parts are sent again when the evening changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from typing import Any

from flask import Flask, url_for

from companion.club.drawing import past_of
from companion.club.evening import MOST_ROUNDS, Round
from companion.game import Halves
from companion.sessions.club.state import EveningState, evening_of_room
from companion.sessions.live.audiences import Fragments, Render
from companion.sessions.live.listener import Audience
from companion.storage import credentials
from companion.views.club import words
from companion.views.club.seats import may_sit
from companion.views.http.identity import sessions
from companion.views.render.template_helpers import in_language
from companion.views.render.templating import Page, rendered

RUN, SHARED, OWN = "run", "shared", "own"
"""The pages: for the host, for a big screen and for all who look on, for the phone of a player."""
SECRET_LENGTH = 22


def token_of(state: EveningState) -> str:
    """Return the evening's id and a secret that only this instance can compute; each new link has another one."""
    return state.id + credentials.link_token(sessions().key, state.id, "evening", state.row.link)


def common(state: EveningState) -> dict[str, Any]:
    """Return what every page of an evening shows."""
    return {
        "state": state,
        "evening": state.evening,
        "version": state.row.version,
        "called": partial(words.called, state),
        "half": Halves,
        "subtitle": words.subtitle(state),
        "tie_breaks": words.TIE_BREAKS,
        "settling": words.settling(state),
        "token": token_of(state),
    }


def run_page(state: EveningState, picked: int | None) -> Page:
    """Return the page of the host; `picked` is the player who was tapped first to be swapped."""
    evening = state.evening
    draft, last = evening.draft, evening.opened[-1] if evening.opened else None
    query: dict[str, Any] = {"pick": picked} if picked else {}
    context = {
        "round": last,
        "picked": picked if draft is not None and picked in draft.players else None,
        "again": again(state, draft) if draft is not None else [],
        "playing": state.playing(last) if last else [],
        "winners": words.winners(state),
        "may_draw": len(evening.opened) < state.settings.rounds and not evening.is_over,
        "most_rounds": MOST_ROUNDS,
        "rule": words.pairing_rule(state.settings),
        "system": words.SYSTEM_NAMES[state.settings.system],
        "live_at": partial(url_for, evening=state.id, **query),
        "endpoints": ("evenings.stream", "evenings.parts"),
        "home": url_for("evenings.show", group=state.row.group),
    }
    return Page("club/run.html", {**common(state), **context}, ("head", "now", "stand"))


def again(state: EveningState, draft: Round) -> list[tuple[int, int]]:
    """Return the pairs of a draft that have met before."""
    met = past_of(state.evening).met
    return [pair for table in draft.tables for pair in combinations(table, 2) if met[frozenset(pair)]]


def shared_page(state: EveningState, number: int | None) -> Page:
    """Return the page for a big screen with the tables of a round, by default the last one, and the standings."""
    opened = state.evening.opened
    shown = next((each for each in opened if each.number == number), opened[-1] if opened else None)
    query: dict[str, Any] = {"round": number} if number else {}
    context = {
        "round": shown,
        "winners": words.winners(state),
        "live_at": partial(url_for, token=token_of(state), name=SHARED, **query),
        "endpoints": ("evening_pages.stream", "evening_pages.parts"),
        "home": url_for("evening_pages.show", token=token_of(state)),
    }
    return Page("club/shared.html", {**common(state), **context}, ("head", "now", "stand"))


def own_page(state: EveningState, player: int) -> Page:
    """Return the page of a player's phone: where to sit, and how it stands."""
    place = state.place_of(player)
    opened = state.evening.opened
    context = {
        "player": player,
        "winners": words.winners(state),
        "place": place,
        "is_over": place is not None and state.is_over(place.session),
        "may_sit": place is not None and may_sit(place, state.phones.get(player)),
        "sits_out": bool(opened) and player in opened[-1].byes,
        "line": next((line for line in state.lines if line.player == player), None),
        "live_at": partial(url_for, token=token_of(state), name=OWN),
        "endpoints": ("evening_pages.stream", "evening_pages.parts"),
        "home": url_for("evening_pages.show", token=token_of(state)),
    }
    return Page("club/own.html", {**common(state), **context}, ("head", "own"))


def page_of(state: EveningState, audience: Audience) -> Page | None:
    """Return the page that an audience sees; None where it may see none any more."""
    fields = dict(audience.fields)
    if audience.page == RUN:
        return run_page(state, _number(fields.get("pick")))
    if fields.get("link") != str(state.row.link):
        return None
    if audience.page == OWN:
        player = state.player_of(audience.phone)
        return None if player is None else own_page(state, player)
    return shared_page(state, _number(fields.get("round")))


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


def renderer(app: Flask) -> Render:
    """Return the function that renders the live pages of evenings."""

    def render(room: str, audience: Audience, fragments: Fragments, table: Any) -> tuple[int, Mapping[str, str]]:
        evening = evening_of_room(room)
        if evening is None:
            return -1, {}
        with in_language(audience.locale):
            state = app.extensions["companion"].evenings.state(evening)
            page = None if state is None else page_of(state, audience)
            return (-1, {}) if state is None or page is None else (state.row.version, rendered(page, fragments))

    return render
