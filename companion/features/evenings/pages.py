"""The live pages of an evening: what each shows, and which parts are sent again when the evening changes."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import combinations
from typing import Any

from flask import current_app, url_for

from companion.engine import Message, RuleError
from companion.feature import Room
from companion.features.evenings.drawing import past_of
from companion.features.evenings.evening import MOST_ROUNDS, SHARES
from companion.features.evenings.service import Evenings
from companion.features.evenings.standings import (
    ABSENT,
    BYE,
    COLUMNS,
    FORFEIT,
    OPEN,
    Line,
    RoundResult,
)
from companion.features.evenings.state import ROOM, EveningState, Place, evening_of_room, versions
from companion.live.audiences import Audience, Fragments
from companion.storage import credentials
from companion.storage.records import now
from companion.storage.rows.memberships import join
from companion.table.changes import Request
from companion.views.http.phone import all_tables
from companion.views.render import qr_codes
from companion.views.render.template_helpers import Page, in_language, rendered, say
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


SYSTEM_NAMES = {"swiss": Message("Swiss system"), "all": Message("All against all")}
PAIRING_RULES = {
    "swiss": Message(
        "Swiss system: players with about the same points meet, and nobody meets anybody twice where that can be"
        " avoided. Who sits out has few points and has not sat out before."
    ),
    "all": Message(
        "All against all: everybody meets as many others as possible, and nobody meets anybody twice where that can be"
        " avoided. Everybody sits out equally often."
    ),
}
_TIE_BREAKS = {
    "opponents": (Message("Opponents"), Message("the points of all opponents added up (Buchholz)")),
    "average": (Message("Opponents"), Message("the average points of all opponents")),
    "mutual": (
        Message("Mutual"),
        Message("how many of the players who are still level are behind in the games against each other"),
    ),
    "firsts": (Message("Firsts"), Message("how often somebody came first at a table")),
    "wins": (Message("Wins"), Message("the tables won; a shared first place is none, nor is a round without a table")),
}
"""The tie-breaks: the head of the column, and what it counts."""
POINT_RULES = {
    "shares": Message(
        "A win is worth one point at every table, the last place nothing, and the places between evenly; who is level"
        " shares. Whoever sits out, or whose opponents did not come, has one point, and who is level then is ordered"
        " by:"
    ),
    "behind": Message(
        "At a table everybody gets one point for each player who is behind, and half a point for each who is level."
        " Whoever sits out gets as much as for a win. Who is level then is ordered by:"
    ),
}
"""How points count, in two sentences, before the tie-breaks."""


def tie_breaks(state: EveningState) -> list[tuple[str, Message, Message]]:
    """Return the tie-breaks in their order: the name, the head of the column, and what it counts."""
    names = {name: "average" if (name, state.rule) == ("opponents", SHARES) else name for name in COLUMNS[state.rule]}
    return [(name, *_TIE_BREAKS[key]) for name, key in names.items()]


def called(state: EveningState, player: int) -> str:
    """Return a player's name as shown."""
    name = state.name(player)
    return say(name) if isinstance(name, Message) else name


def subtitle(state: EveningState) -> Message:
    """Return the evening's progress."""
    opened, rounds = len(state.evening.opened), state.settings.rounds
    if state.evening.is_over:
        return Message("over after {count} round", "over after {count} rounds", opened)
    if not opened:
        return Message("{count} round to play", "{count} rounds to play", rounds)
    return Message("in round {round} of {rounds}", round=opened, rounds=rounds)


def winners(state: EveningState) -> list[int]:
    """Return who came first, once the evening or all its games are over; nobody before that."""
    opened, lines = state.evening.opened, state.lines
    is_played = bool(opened) and len(opened) >= state.settings.rounds and not state.playing(opened[-1])
    if not (state.evening.is_over or is_played) or not lines or not lines[0].points:
        return []
    return [line.player for line in lines if line.place == 1]


def explained_results(line: Line) -> Iterator[tuple[Message, Message, str]]:
    """Yield round and table, the explanation and the points of each of a player's rounds."""
    for result in line.results:
        where = Message("Round {round}", round=result.round)
        if result.table is not None:
            where = Message("Round {round}, table {table}", round=result.round, table=result.table)
        yield where, _why(result, line.rule), "–" if result.kind == OPEN else line.shown(result.points)


_WITHOUT_PLACE = {
    ABSENT: Message("Did not come to the table, which brings nothing."),
    FORFEIT: Message("Too few came to this table, which counts as a win for who was there."),
    OPEN: Message("The table has no result yet."),
}


def _why(result: RoundResult, rule: str) -> Message:
    if result.kind == BYE and rule == SHARES:
        return Message("Sat out, as there was no table left: that counts as a win.")
    if result.kind == BYE:
        return Message("Sat out, which counts as a win at a table of {size}.", size=result.size)
    if result.place is None:
        return _WITHOUT_PLACE[result.kind]
    if rule == SHARES:
        return Message("Place {place} of {size}.", place=result.place, size=result.size)
    if result.level:
        return Message(
            "Place {place} of {size}; a point for each who is behind: {behind}; half a point for each who is level:"
            " {level}.",
            place=result.place, size=result.size, behind=result.behind, level=result.level,
        )  # fmt: skip
    return Message(
        "Place {place} of {size}; a point for each who is behind: {behind}.",
        place=result.place, size=result.size, behind=result.behind,
    )  # fmt: skip


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
        "subtitle": subtitle(state),
        "winners": winners(state),
        "tie_breaks": (counted := tie_breaks(state)),
        # Direct encounter is shown only if it decides anything.
        "settling": [each for each in counted if each[0] != "mutual" or any(line.mutual for line in state.lines)],
        "points_rule": POINT_RULES[state.rule],
        "token": token_of(state),
    }


def run_page(state: EveningState, picked: int | None) -> Page:
    """Return the page of the host; `picked` is the first of two players to swap."""
    evening = state.evening
    draft, last = evening.draft, evening.opened[-1] if evening.opened else None
    tables, met = draft.tables if draft is not None else (), past_of(evening).met
    query = {"pick": picked} if picked else {}
    context = {
        "round": last,
        "picked": picked if draft is not None and picked in draft.players else None,
        "again": [pair for table in tables for pair in combinations(table, 2) if met[frozenset(pair)]],
        "playing": state.playing(last) if last else [],
        "may_draw": len(evening.opened) < state.settings.rounds and not evening.is_over,
        "most_rounds": MOST_ROUNDS,
        "rule": PAIRING_RULES[state.settings.system],
        "system": SYSTEM_NAMES[state.settings.system],
        "live": {"evening": state.id, **query},
        "home": url_for("evenings.show", group=state.row.group),
    }
    return Page("evenings/run.html", {**common(state), **context}, ("head", "now", "stand"))


def shared_page(state: EveningState, number: int | None) -> Page:
    """Return the page with the standings and the tables of a round, by default the last one."""
    opened = state.evening.opened
    shown = next((each for each in opened if each.number == number), opened[-1] if opened else None)
    query = {"round": number} if number else {}
    context = {
        "round": shown,
        "live": {"token": token_of(state), "name": SHARED, **query},
        "home": url_for("evening_pages.show", token=token_of(state)),
    }
    return Page("evenings/shared.html", {**common(state), **context}, ("head", "now", "stand"))


def own_page(state: EveningState, player: int) -> Page:
    """Return the page of a player's phone: where to sit, and the player's line in the standings."""
    place = state.place_of(player)
    opened = state.evening.opened
    context = {
        "player": player,
        "place": place,
        "is_over": place is not None and state.is_over(place.session),
        "may_sit": place is not None and may_sit(place, state.phones.get(player)),
        "sits_out": bool(opened) and player in opened[-1].byes,
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
    return shared_page(state, number) if player is None or audience.page == SHARED else own_page(state, player)


def render(room: str, audience: Audience, fragments: Fragments) -> tuple[int, Mapping[str, str]]:
    """Return the version and the rendered parts of an audience's page; -1 if it may not see the page any more."""
    with in_language(audience.locale):
        state = evenings().state(evening_of_room(room))
        page = None if state is None else page_of(state, audience)
        return (-1, {}) if state is None or page is None else (state.row.version, rendered(page, fragments))


EVENING = Room(ROOM, versions, render)
