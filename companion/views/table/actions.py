"""Actions at a table: enter, undo, take a seat, end, rematch, delete."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from flask import Blueprint, abort, make_response, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import MOST_SEATS, RuleError
from companion.engine.pages.form import FormError, Posted, kept_fields, number, seat_to_enter
from companion.table.actions import Conflict, PostedEntry, SeatsOccupied, SuspiciousEntry
from companion.table.draws import FIRST, ORDER, TEAMS
from companion.table.table import Table, Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http import identity
from companion.views.http.error_pages import NOT_SURE, problem, redirect_to
from companion.views.render.templating import as_oob_swap, rendered
from companion.views.table.live_pages import audience_of, page
from companion.views.table.refused_actions import (
    handle_conflict,
    handle_occupied_seats,
    handle_rule_error,
    handle_suspicious_entry,
)

bp = Blueprint("actions", __name__)
bp.after_app_request(identity.add_version_headers)
bp.register_error_handler(FormError, handle_rule_error)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(SeatsOccupied, handle_occupied_seats)
bp.register_error_handler(SuspiciousEntry, handle_suspicious_entry)
bp.app_errorhandler(Conflict)(handle_conflict)


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Save a part of an entry or a whole one; if it is refused, show the form again with the reason."""
    identity.require_scorer(session)
    posted = request.form
    entry = PostedEntry(posted, posted.get("question"), "sure" in posted, "confirmed" in posted)
    table = identity.cache_table(identity.sessions().enter(session, identity.read_action(), entry))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    return _render_next_page(table, "table.form")


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    """Undo the last action, and show the page that asked for it."""
    role = identity.require_scorer(session)
    table = identity.cache_table(
        identity.sessions().undo(session, identity.read_action(), role, identity.posted_event())
    )
    is_form = request.form.get("back") == "enter"
    return _render_next_page(table, "table.form" if is_form else "table.show", _shown_seat())


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Assign a seat to this phone, or release it; whoever takes one goes on to the form while the game runs."""
    role = identity.require_scorer(session)
    seat, leaves = identity.posted_number("seat", 0, MOST_SEATS - 1), request.form.get("leave") is not None
    table = identity.cache_table(identity.sessions().sit(session, identity.read_action(), role, seat, not leaves))
    following = "table.show" if table.state.finished else "table.form"
    shown = "table.shared" if request.form.get("back") == "share" else following
    return redirect_to(url_for("table.seats" if leaves else shown, session=session))


@bp.post("/t/<session>/draw")
def draw(session: str) -> AnyResponse:
    """Draw who begins, the order of the seats or the teams by lot; with a seat, that one begins."""
    identity.require_scorer(session)
    seat = number(request.form, "seat", 0, MOST_SEATS - 1)
    what = request.form.get("what") if seat is None else FIRST
    if what not in (FIRST, ORDER, TEAMS):
        abort(400)
    table = identity.cache_table(identity.sessions().draw(session, identity.read_action(), what, seat))
    return _render_next_page(table, "table.show")


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """End the game early; its current totals are final."""
    identity.require_host(session)
    identity.cache_table(identity.sessions().end(session, identity.read_action()))
    return redirect_to(url_for("table.show", session=session))


@bp.post("/t/<session>/rematch")
def rematch(session: str) -> AnyResponse:
    """Open a table with the same players and options."""
    identity.require_scorer(session)
    return redirect_to(url_for("table.show", session=identity.sessions().rematch(session, identity.read_action())))


@bp.post("/t/<session>/delete")
def delete(session: str) -> AnyResponse:
    """Delete the session for good; only if the confirmation box is ticked."""
    # Nothing else of the table is needed: its game may not be installed any more.
    if identity.current_role(session) != "host":
        abort(403)
    if request.form.get("sure") != "yes":
        return problem(NOT_SURE, 422, session=session)
    identity.sessions().deletion.delete(session)
    return redirect_to(url_for("home.show"))


def _render_next_page(table: Table, endpoint: str, shown: Mapping[str, str] = MappingProxyType({})) -> AnyResponse:
    """Return the parts of the next page if the phone shows it, else a redirect; `shown` are form fields that stay."""
    visible = identity.visible_table_for(table.id)
    name = "enter" if endpoint == "table.form" else "table"
    query: dict[str, Any] = {**shown, **_next_form_fields(table, visible.viewpoint)} if name == "enter" else {}
    # The version that the phone saw, if earlier entries changed between it and this action.
    base, address = identity.current_action().base_version, url_for(endpoint, session=table.id, **query)
    since: dict[str, Any] = {"since": str(base)} if visible.log.changed_since(base) else {}
    shown_at = _split(request.htmx.current_url) if request.htmx else None
    if shown_at is None or shown_at._replace(scheme="", netloc="", fragment="").geturl() != address:
        return redirect_to(url_for(endpoint, session=table.id, **query, **since) if since else address)
    parts = _parts(name, visible, MultiDict({**query, **since}))
    return make_response("".join(as_oob_swap(key, part) for key, part in parts.items()))


def _parts(name: str, table: VisibleTable, fields: Posted) -> dict[str, str]:
    """Return the parts of a page: those that its stream has just sent, unless it tells what came meanwhile."""
    told = fields.get("since") is None
    sent = (
        identity.sessions().live.parts_at(table.id, audience_of(name, table, fields), table.version) if told else None
    )
    return sent or rendered(page(name, table, fields))


def _next_form_fields(table: Table, viewpoint: Viewpoint) -> dict[str, str]:
    """Return the fields of the next form: its display settings, and the phone's own seat if it has one."""
    next_seat = seat_to_enter(table.game, viewpoint.own_seats, table.draft)
    return kept_fields(table.game, request.form) | ({} if next_seat is None else {"seat": str(next_seat)})


def _shown_seat() -> dict[str, str]:
    """Return the seat whose part the phone shows, so that an undo returns to a half-entered form."""
    shown = dict(parse_qsl(_split(request.htmx.current_url).query)) if request.htmx else {}
    return {"seat": shown["seat"][:8]} if shown.get("seat", "").isdigit() else {}


def _split(address: str | None) -> SplitResult:
    try:
        return urlsplit(address or "")
    except ValueError:
        return urlsplit("")
