"""What phones do at a table: enter, undo, take a seat, draw lots, end, ask for a rematch, delete."""

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, g, make_response
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import MOST_SEATS, RuleError
from companion.forms.form import FormError, kept_fields, number, seat_to_enter
from companion.storage.error_messages import StoreError
from companion.table.amending import draw_change, end_change, undo_change
from companion.table.changes import Conflict, Request, SeatsOccupied, SuspiciousEntry
from companion.table.draws import FIRST, ORDER, TEAMS
from companion.table.table import Table
from companion.views.http import requests
from companion.views.http.error_pages import NOT_SURE, is_confirmed_deletion, problem, redirect_to
from companion.views.http.phone import all_tables, current_role, phone, require_scorer
from companion.views.render.template_helpers import url_for
from companion.views.table.live_pages import answer
from companion.views.table.refusals import (
    handle_conflict,
    handle_occupied_seats,
    handle_rule_error,
    handle_suspicious_entry,
)

bp = Blueprint("actions", __name__)
bp.app_errorhandler(FormError)(handle_rule_error)
bp.app_errorhandler(RuleError)(handle_rule_error)
bp.register_error_handler(SeatsOccupied, handle_occupied_seats)
bp.register_error_handler(SuspiciousEntry, handle_suspicious_entry)
bp.app_errorhandler(Conflict)(handle_conflict)


@bp.after_app_request
def add_version_headers(response: Response) -> Response:
    """Add the version that the action of this request made, and the previous version that changed entries."""
    sent: Request | None = g.get("request")
    table = None
    if sent and response.status_code < 400:
        with suppress(StoreError):  # the database went away since; the action is done all the same
            table = requests.find_table(requests.session_of_request())
    if sent and table:
        event = table.log.by_key.get(sent.key)
        version = table.log.with_following(event)[-1].number if event else sent.base_version
        earlier = [each.number for each in table.log.scored_since(0) if each.number < version]
        # To set a header would look through all of them first.
        response.headers.add("Act-Version", str(version))
        response.headers.add("Act-Since", str(earlier[-1] if earlier else 0))
    return response


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Save a part of an entry or a whole one; if it is refused, show the form again with the reason."""
    require_scorer(session)
    table = requests.cache_table(all_tables().enter(session, requests.read_request(), request.form))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    return _next_page(table, "table.form")


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    """Undo the last action, and show the page that asked for it."""
    table = reverse(session, "undo")
    is_form = request.form.get("back") == "enter"
    return _next_page(table, "table.form" if is_form else "table.show", _shown_seat())


def reverse(session: str, kind: str) -> Table:
    """Do the "undo" or the "redo" that this request asks for; return the table after it."""
    role, sent, event = require_scorer(session), requests.read_request(), requests.posted_event()
    is_sure = "sure" in request.form
    return requests.cache_table(
        all_tables().act(session, sent, lambda table: undo_change(table, sent, kind, role, event, is_sure=is_sure))
    )


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Assign a seat to this phone, or release it; whoever takes one goes on to the form while the game runs."""
    role = require_scorer(session)
    seat, leaves = requests.posted_number("seat", 0, MOST_SEATS - 1), request.form.get("leave") is not None
    table = requests.cache_table(all_tables().sit(session, requests.read_request(), role, seat, not leaves))
    if leaves:
        return redirect_to(url_for("table.seats", session=session))
    if request.form.get("back") == "share":
        return redirect_to(url_for("table.shared", session=session))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    # The page of the form would redirect to the same, which costs a phone one more round trip.
    own_seat = seat_to_enter(table.game, table.viewpoint(phone(), role).own_seats, table.draft)
    return redirect_to(url_for("table.form", session=session, seat=own_seat))


@bp.post("/t/<session>/draw")
def draw(session: str) -> AnyResponse:
    """Draw who begins, the order of the seats or the teams by lot; with a seat, that one begins."""
    require_scorer(session)
    seat = number(request.form, "seat", 0, MOST_SEATS - 1)
    what = request.form.get("what") if seat is None else FIRST
    if what not in (FIRST, ORDER, TEAMS):
        abort(400)
    sent = requests.read_request()
    table = all_tables().act(session, sent, lambda table: draw_change(table, sent.base_version, what, seat))
    return _next_page(requests.cache_table(table), "table.show")


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """End the game early; its current totals are final."""
    requests.require_host(session)
    sent = requests.read_request()
    requests.cache_table(all_tables().act(session, sent, lambda table: end_change(table, sent)))
    return redirect_to(url_for("table.show", session=session))


@bp.post("/t/<session>/rematch")
def rematch(session: str) -> AnyResponse:
    """Open a table with the same players and options."""
    require_scorer(session)
    return redirect_to(url_for("table.show", session=all_tables().rematch(session, requests.read_request())))


@bp.post("/t/<session>/delete")
@requests.without_entries
def delete(session: str) -> AnyResponse:
    """Delete the session for good; only if the confirmation box is ticked."""
    tables = all_tables()
    if not tables.deletion.is_deleted(session):
        # Nothing else of the table is needed: its game may not be installed any more.
        if current_role(session) != "host":
            abort(403)
        if not is_confirmed_deletion():
            return problem(NOT_SURE, 422, session=session)
        tables.deletion.delete(session)
    return redirect_to(url_for("home.show"))


def _next_page(table: Table, endpoint: str, shown: Mapping[str, str] = MappingProxyType({})) -> AnyResponse:
    """Return the parts of the next page if the phone shows it, else a redirect; `shown` are form fields that stay."""
    visible = requests.visible_table_for(table.id)
    query: dict[str, Any] = dict(shown)
    if endpoint == "table.form":
        # Its display settings, and the phone's own seat if it has one.
        next_seat = seat_to_enter(table.game, visible.viewpoint.own_seats, table.draft)
        query |= kept_fields(table.game, request.form) | ({} if next_seat is None else {"seat": str(next_seat)})
    address = url_for(endpoint, session=table.id, **query)
    # The version that the phone saw, if earlier entries changed between it and this request.
    base = requests.current_request().base_version
    since: dict[str, Any] = {"since": str(base)} if visible.log.changed_since(base) else {}
    if _shown_address() != address:
        return redirect_to(url_for(endpoint, session=table.id, **query, **since))
    return make_response(
        answer("enter" if endpoint == "table.form" else "table", visible, MultiDict({**query, **since}))
    )


def _shown_seat() -> dict[str, str]:
    """Return the seat whose part the phone shows, so that an undo returns to a half-entered form."""
    shown = dict(parse_qsl(urlsplit(_shown_address()).query))
    return {"seat": shown["seat"][:8]} if shown.get("seat", "").isdigit() else {}


def _shown_address() -> str:
    """Return path and query of the page that sent this request by script; empty without one."""
    try:
        shown = urlsplit(request.htmx.current_url or "")
    except ValueError:
        return ""
    return shown._replace(scheme="", netloc="", fragment="").geturl() if request.htmx else ""
