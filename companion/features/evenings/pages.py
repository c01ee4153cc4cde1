"""The live pages of an evening: what each shows, and which parts are sent again when the evening changes."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import Any

from flask import current_app, url_for

from companion.engine import Message, RuleError
from companion.feature import Room
from companion.features.evenings.drawing import past_of
from companion.features.evenings.evening import MOST_ROUNDS, Round
from companion.features.evenings.service import Evenings
from companion.features.evenings.standings import COLUMNS, round_name
from companion.features.evenings.state import ROOM, EveningState, Place, evening_of_room, versions
from companion.games import title_at_table
from companion.live.audiences import Audience, Fragments
from companion.storage import credentials
from companion.storage.records import now
from companion.storage.rows.memberships import join
from companion.table.changes import Request
from companion.views.http.phone import all_tables
from companion.views.render import qr_codes
from companion.views.render.template_helpers import Page, by_name, in_language, rendered, say
from companion.views.table.table import address_at, base_address


def evenings() -> Evenings:
    """Return the evenings of this instance."""
    found: Evenings = current_app.extensions["evenings"]
    return found


def may_sit(place: Place, phone: int | None) -> bool:
    """Whether a phone may take this place: its table's links were never renewed, or it has joined the table."""
    row = all_tables().row(place.session)
    return row is not None and (not row.generation or bool(phone and all_tables().role(place.session, phone)))


def take_seat(place: Place, phone: int, *, is_over: bool) -> None:
    """Let a phone join a table and take a free seat; once the game is over, it only views."""
    service, session = all_tables(), place.session
    table = service.table(session)
    if not (is_over or table is None or place.seat in table.claims):
        action = Request(phone, secrets.token_urlsafe(12), table.version, b"")
        with suppress(RuleError):  # another phone was first; people settle that at the table
            service.sit(session, action, "scorer", place.seat, taken=True, joins=True)
            return
    role = "viewer" if is_over else "scorer"
    service.write(partial(join, session=session, phone=phone, role=role, moment=now()), session)


TIE_BREAKS = {
    "opponents": Message("Opponents"),
    "mutual": Message("Mutual"),
    "firsts": Message("Firsts"),
    "wins": Message("Wins"),
}
"""The heads of the tie-breaks."""


def sheet_name(state: EveningState) -> str:
    """Return what is played: the sheet's own name, where its template has one, else the game's title."""
    options = state.row.setup["options"]
    return title_at_table(state.game.key, options) or say(state.game.title)


def seats_by_name(state: EveningState, round_: Round) -> list[tuple[str, int]]:
    """Return who sits at which table of a round, by name; at table 0 who sits out, without those who did not come."""
    here = [player for player in round_.players if player not in round_.absent]
    rows = [(called(state, player), round_.table_of(player) or 0) for player in here]
    return sorted(rows, key=lambda row: by_name(row[0]))


def called(state: EveningState, player: int) -> str:
    """Return a player's name as shown."""
    name = state.name(player)
    return say(name) if isinstance(name, Message) else name


def subtitle(state: EveningState) -> Message:
    """Return the evening's progress."""
    opened, rounds = len(state.evening.scored), state.settings.rounds
    if state.evening.is_over:
        return Message("over after {count} round", "over after {count} rounds", opened)
    if not opened:
        return Message("{count} round to play", "{count} rounds to play", rounds)
    if state.evening.opened[-1].stage:
        return round_name(state.evening.opened[-1])
    return Message("in round {round} of {rounds}", round=opened, rounds=rounds)


def winners(state: EveningState) -> list[int]:
    """Return who came first, once the evening or all its games are over; nobody before that, or who play together."""
    opened, lines = state.evening.opened, state.lines
    is_played = bool(opened) and len(state.evening.scored) >= state.settings.rounds and not state.playing(opened[-1])
    is_decided = state.evening.is_over or (is_played and not state.next_stage)
    if not is_decided or state.is_together or not any(line.points for line in lines):
        return []
    return [line.player for line in lines if line.place == 1]


RUN, SHARED, OWN = "run", "shared", "own"
"""The pages: for the host, for spectators and a big screen, and for a player's phone."""


def token_of(state: EveningState) -> str:
    """Return the evening's id and a secret that only this instance can compute; it differs for each new link."""
    return state.id + credentials.link_token(all_tables().key, state.id, "evening", state.row.link)


def invitation(state: EveningState) -> dict[str, str]:
    """Return the link for players and spectators, with its QR code."""
    link = address_at(base_address(), url_for("evening_pages.show", token=token_of(state)))
    return {"link": link, "qr": qr_codes.qr_svg(link, say(Message("Scan to take part or to look on")))}


def common(state: EveningState) -> dict[str, Any]:
    """Return the context of every page of an evening."""
    return {
        "state": state,
        "evening": state.evening,
        "version": state.row.version,
        "called": partial(called, state),
        "sheet_name": sheet_name(state),
        "round_name": round_name,
        "by_name": partial(seats_by_name, state),
        "now": now(),
        "subtitle": subtitle(state),
        "winners": winners(state),
        "heads_of_ties": TIE_BREAKS,
        "tie_breaks": (counted := COLUMNS[state.rule]),
        # Direct encounter is shown only if it decides anything.
        "settling": [name for name in counted if name != "mutual" or any(line.ties["mutual"] for line in state.lines)],
        "token": token_of(state),
    }


def run_page(state: EveningState, picked: int | None) -> Page:
    """Return the page of the host; `picked` is the first of two players to swap."""
    evening = state.evening
    draft, last = evening.draft, evening.opened[-1] if evening.opened else None
    tables, met = draft.tables if draft is not None else (), past_of(evening, state.deleted).met
    query = {"pick": picked} if picked else {}
    context = {
        "round": last,
        "picked": picked if draft is not None and picked in draft.players else None,
        "again": [pair for table in tables for pair in combinations(table, 2) if met[frozenset(pair)]],
        "playing": state.playing(last) if last else [],
        "may_draw": bool(state.next_stage or len(evening.scored) < state.settings.rounds) and not evening.is_over,
        "most_rounds": MOST_ROUNDS,
        "live": {"evening": state.id, **query},
        "home": url_for("evenings.show", group=state.row.group),
    }
    return Page("evenings/run.html", {**common(state), **context}, ("head", "now", "stand", "opening"))


def shared_page(state: EveningState, number: int | None, *, is_by_name: bool = False) -> Page:
    """Return the page with the standings and the tables of a round, by default the last one, or its seats by name."""
    opened = state.evening.opened
    shown = next((each for each in opened if each.number == number), opened[-1] if opened else None)
    query = ({"round": number} if number else {}) | ({"by": "name"} if is_by_name else {})
    context = {
        "round": shown,
        "is_by_name": is_by_name,
        "live": {"token": token_of(state), "name": SHARED, **query},
        "home": url_for("evening_pages.show", token=token_of(state)),
    }
    return Page("evenings/shared.html", {**common(state), **context}, ("head", "now", "stand"))


def own_page(state: EveningState, player: int) -> Page:
    """Return the page of a player's phone: where to sit, and the player's line in the standings."""
    place, opened = state.place_of(player), state.evening.opened
    context = {
        "player": player,
        "place": place,
        "is_over": place is not None and place.session in state.places,
        "may_sit": place is not None and may_sit(place, state.phones.get(player)),
        "round": opened[-1] if opened else None,
        "line": next((line for line in state.lines if line.player == player), None),
        "live": {"token": token_of(state), "name": OWN},
        "home": url_for("evening_pages.show", token=token_of(state)),
    }
    return Page("evenings/own.html", {**common(state), **context}, ("head", "own"))


def page_of(state: EveningState, audience: Audience) -> Page | None:
    """Return the page of an audience; None if it may not see one any more."""
    fields = dict(audience.fields)
    number, player = int(fields["number"]), state.player_of(audience.phone)
    if audience.page == RUN:
        return run_page(state, number)
    if fields["link"] != str(state.row.link) or (audience.page == OWN and player is None):
        return None
    if player is None or audience.page == SHARED:
        return shared_page(state, number, is_by_name=bool(fields["by"]))
    return own_page(state, player)


def render(room: str, audience: Audience, fragments: Fragments) -> tuple[int, Mapping[str, str]]:
    """Return the version and the rendered parts of an audience's page; -1 if it may not see the page any more."""
    with in_language(audience.locale):
        state = evenings().state(evening_of_room(room))
        page = None if state is None else page_of(state, audience)
        return (-1, {}) if state is None or page is None else (state.row.version, rendered(page, fragments))


EVENING = Room(ROOM, versions, render)
