"""Acts at a table: enter, undo, end, rematch, delete. Each has a key of its own and the version that the phone saw."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, make_response, request, url_for
from flask.globals import request_ctx
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError, Seat, joined
from companion.game.form import FormError, Part, Parts, Whole, form_of, kept_fields, number, part_values, seat_to_enter
from companion.server.counters import BEGAN
from companion.sessions.actions import Action
from companion.sessions.entry_confirmations import SeatsOccupied, SuspiciousEntry, check_plausible, check_seats
from companion.sessions.event_descriptions import describe_parts
from companion.sessions.table import Table, Viewpoint
from companion.sessions.version_checks import Conflict
from companion.sessions.visible_table import VisibleTable
from companion.storage.records import Event, parts_of
from companion.views.access import (
    cache_table,
    clear_cached_table,
    find_table,
    require_host,
    require_scorer,
    visible_table_for,
)
from companion.views.error_pages import NOT_JOINED, problem, redirect_to
from companion.views.fast_urls import path_for
from companion.views.guard import phone, sessions
from companion.views.live_pages import enter_page, page
from companion.views.page_parts import Page, as_oob_swap, rendered
from companion.views.table_pages import shown

bp = Blueprint("acts", __name__)

_LONGEST_KEY = 64
_MOST_SEATS = 98
_OF_THE_FORM = ("acts.enter", "acts.undo", "acts.end", "acts.rematch")


def act() -> Action:
    """Return the act of this request: its key, the version that the phone saw, and a digest of the posted fields."""
    asked = request_ctx.request
    key, seen = asked.form.get("act", ""), asked.form.getlist("version")
    if not 1 <= len(key) <= _LONGEST_KEY or not seen or not _is_version(seen[-1]):
        abort(400)
    fields = sorted((name, value) for name, value in asked.form.items(multi=True) if name not in ("act", "version"))
    sent = repr((asked.endpoint, fields)).encode()
    clear_cached_table()
    g.act_began = request.environ.get(BEGAN) or time.perf_counter()
    g.act = made = Action(phone() or abort(404), key, int(seen[-1]), hashlib.sha256(sent).digest())
    return made


def _is_version(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


@bp.after_app_request
def on_version(response: Response) -> Response:
    """Add headers to the response of an act: the version it made, and the previous version that changed entries."""
    done: Action | None = g.get("act")
    table = find_table(_session()) if done and response.status_code < 400 else None
    if done and table:
        event = table.acts.get(done.key)
        made = event.number if event else done.base_version
        response.headers["Act-Version"] = str(made)
        response.headers["Act-Since"] = str(table.last_before(made))
    return response


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Save a part of an entry or a whole one; if it is refused, show the form again with the reason."""
    require_scorer(session)
    made = act()
    table = cache_table(sessions().enter(session, made, _read))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    return _render_next_page(table, "table.form")


def _read(table: Table) -> Part | Parts | Whole:
    """Read the posted form.

    Raises `SeatsOccupied` for a seat of another phone, unless `sure` is posted, and `SuspiciousEntry` for a likely
    mistake, unless `confirmed` is.
    """
    made = form_of(table.game).read(request.form, table.state, table.draft)
    if request.form.get("sure") is None:
        check_seats(table, g.act.phone, made)
    if request.form.get("confirmed") is None:
        check_plausible(table, made)
    return made


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    """Undo the last act, and show the page from which it was asked."""
    role = require_scorer(session)
    table = cache_table(sessions().undo(session, act(), role))
    return _render_next_page(table, "table.form" if request.form.get("back") == "enter" else "table.show")


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Assign a seat to this phone, or release it."""
    role = require_scorer(session)
    seat = number(request.form, "seat", 0, _MOST_SEATS)
    if seat is None:
        abort(400)
    cache_table(sessions().sit(session, act(), role, seat, request.form.get("leave") is None))
    return redirect_to(url_for("table.show" if request.form.get("leave") is None else "table.seats", session=session))


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """End the game early; its current totals are final."""
    require_host(session)
    cache_table(sessions().end(session, act()))
    return redirect_to(url_for("table.show", session=session))


@bp.post("/t/<session>/rematch")
def rematch(session: str) -> AnyResponse:
    """Open a table with the same players and options."""
    require_scorer(session)
    return redirect_to(url_for("table.show", session=sessions().rematch(session, act())))


@bp.post("/t/<session>/delete")
def delete(session: str) -> AnyResponse:
    """Delete the session for good; only if the confirmation box is ticked."""
    require_host(session)
    if request.form.get("sure") != "yes":
        message = Message("Tap Delete, then Yes: deleting cannot be taken back.")
        return problem(message, 422, session=session)
    sessions().deletion.delete(session)
    return redirect_to(url_for("home.show"))


def _render_next_page(table: Table, endpoint: str) -> AnyResponse:
    """Return the next page: only its parts if the phone shows that page already, else a redirect."""
    seen = visible_table_for(table.id)
    name = "enter" if endpoint == "table.form" else "table"
    kept = _kept(table, seen.viewpoint) if name == "enter" else {}
    address, since = path_for(endpoint, session=table.id, **kept), _since_field(seen)
    if not request.htmx or not _is_at(address, request.htmx.current_url):  # type: ignore[attr-defined]
        return redirect_to(path_for(endpoint, session=table.id, **kept, **since) if since else address)
    parts = rendered(page(name, seen, MultiDict({**kept, **since})))
    return make_response("".join(as_oob_swap(key, part) for key, part in parts.items()))


def _kept(table: Table, viewpoint: Viewpoint) -> dict[str, str]:
    """Return the fields of the next form: its display settings, and the phone's own seat if it has one."""
    own = seat_to_enter(table.game, viewpoint.own, table.draft)
    return kept_fields(table.game, request.form) | ({} if own is None else {"seat": str(own)})


def _since_field(table: VisibleTable) -> dict[str, str]:
    """Return the version that the phone saw, if earlier entries changed between it and this act."""
    done: Action = g.act
    return {"since": str(done.base_version)} if table.changed_since(done.base_version) else {}


def _is_at(address: str, current: str | None) -> bool:
    """Return whether the address `current` has the same path and query as `address`."""
    try:
        shown = urlsplit(current or "")
    except ValueError:
        return False
    return (f"{shown.path}?{shown.query}" if shown.query else shown.path) == address


@bp.errorhandler(FormError)
@bp.errorhandler(RuleError)
def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile."""
    seen, done = visible_table_for(_session()), g.get("act")
    message = seen.fault(error.message)
    changed = seen.changed_since(done.base_version) if done else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return _render_form_error(message, 422)


@bp.errorhandler(SeatsOccupied)
def handle_held_seats(held: SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined([Seat(seat) for seat in held.seats])
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    # Keep the version that the phone saw, so that parts saved since are still reported as a conflict.
    return _render_form_error(message, 409, held_seats=names, seen=g.act.base_version, mine=[*_posted(), ("sure", "1")])


@bp.errorhandler(SuspiciousEntry)
def handle_suspicious(suspicious: SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message = Message("Not saved yet: is this right?")
    return _render_form_error(message, 422, warnings=suspicious.warnings, mine=[*_posted(), ("confirmed", "1")])


@bp.errorhandler(Conflict)
def handle_conflict(conflict: Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = sessions().table(_session())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    made, visible = _read_posted(cache_table(table)), visible_table_for(table.id)
    names = visible.phone_names(sessions().store.members(table.id))
    theirs = [
        (visible.describe(event, to_scorer=True), names.get(event.phone, Message("another phone")))
        for event in _conflicting_events(conflict, made)
    ]
    if not theirs:
        return _render_form_error(Message("Not saved: this page is older than the table. Load it again."), 409)
    told = [Message("{what} ({phone})", what=what, phone=phone) for what, phone in theirs]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(told))
    mine = _mine(table, conflict)
    return _render_form_error(message, 409, theirs=theirs, own=_own(table, made), mine=mine, mine_at=_retry_address())


def _read_posted(table: Table) -> Part | Parts | Whole | None:
    """Read the posted entry on the current table; None if it does not fit there, or for other acts."""
    if request.endpoint != "acts.enter" or table.state.finished:
        return None
    try:
        return form_of(table.game).read(request.form, table.state, table.draft)
    except (FormError, RuleError):
        return None


def _conflicting_events(conflict: Conflict, made: Part | Parts | Whole | None) -> Sequence[Event]:
    """Return the conflicting events; if all are parts, only the latest part for each posted slot."""
    between = conflict.between
    if made is None or isinstance(made, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(made)}
    return [event for event in between if event.number in latest.values()] or between


def _own(table: Table, made: Part | Parts | Whole | None) -> Message | joined | None:
    """Describe the posted parts; None for a whole entry, which the page describes itself."""
    if made is None or isinstance(made, Whole):
        return None
    return describe_parts(form_of(table.game).describe_part, part_values(made))


def _mine(table: Table, conflict: Conflict) -> list[tuple[str, str]]:
    """Return the posted fields for a retry; empty if they belong to an entry that is over."""
    originals = [table.original(event) for event in conflict.between]
    if request.endpoint == "acts.enter":
        return _posted() if all(parts_of(event) for event in originals) else []
    # An entry that was corrected meanwhile can be corrected again.
    return _posted() if _retry_address() and all(event.kind == "correct" for event in originals) else []


def _retry_address() -> str | None:
    """Return the address for a retry of a correction; None for entries, which have a fixed one."""
    return request.path if request.endpoint == "editing.amend" else None


def _posted() -> list[tuple[str, str]]:
    return [(name, value) for name, value in request.form.items(multi=True) if name not in ("act", "version")]


def _session() -> str:
    session: str = (request.view_args or {})["session"]
    return session


def _render_form_error(message: Message, status: int, **versions: Any) -> Response:
    """Render the form with the posted fields and the message; `versions` is context for versions.html."""
    table = visible_table_for(_session())
    told = {"overtaken": status == 409, **versions}
    if request.htmx or table.finished or request.endpoint not in _OF_THE_FORM:  # type: ignore[attr-defined]
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **told)
    made = enter_page(table, request.form)
    return shown(Page(made.template, {**made.context, "message": message, **told}, made.parts), status)
