"""Responses to actions that were not done: invalid, in conflict with other phones, or to be confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response, g, request

from companion.game import Message, RuleError, Seat, joined
from companion.game.form import FormError, Part, Parts, Whole, form_of, part_values
from companion.sessions.entry_confirmations import SeatsOccupied, SuspiciousEntry
from companion.sessions.event_descriptions import describe_parts
from companion.sessions.table import Table
from companion.sessions.version_checks import Conflict
from companion.storage.records import Event, parts_of
from companion.views.access import cache_table, visible_table_for
from companion.views.error_pages import NOT_JOINED, problem
from companion.views.guard import sessions
from companion.views.live_pages import enter_page
from companion.views.page_parts import Page
from companion.views.posted_action import current_action, posted_fields, session_of_request
from companion.views.table_pages import render_page

_FORM_ENDPOINTS = ("acts.enter", "acts.undo", "acts.end", "acts.rematch")


def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile."""
    seen, done = visible_table_for(session_of_request()), g.get("action")
    message = seen.fault(error.message)
    changed = seen.log.changed_since(done.base_version) if done else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return _render_form_error(message, 422)


def handle_occupied_seats(occupied: SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined([Seat(seat) for seat in occupied.seats])
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    base = current_action().base_version  # so that parts saved since then are still reported as a conflict
    return _render_form_error(message, 409, held_seats=names, seen=base, mine=[*posted_fields(), ("sure", "1")])


def handle_suspicious_entry(suspicious: SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message = Message("Not saved yet: is this right?")
    return _render_form_error(message, 422, warnings=suspicious.warnings, mine=[*posted_fields(), ("confirmed", "1")])


def handle_conflict(conflict: Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = sessions().table(session_of_request())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    parsed, visible = _read_posted(cache_table(table)), visible_table_for(table.id)
    names = visible.log.phone_names(sessions().store.members(table.id))
    theirs = [
        (visible.log.describe(event, to_scorer=True), names.get(event.phone, Message("another phone")))
        for event in _conflicting_events(conflict, parsed)
    ]
    if not theirs:
        return _render_form_error(Message("Not saved: this page is older than the table. Load it again."), 409)
    described = [Message("{what} ({phone})", what=what, phone=phone) for what, phone in theirs]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(described))
    mine = _mine(table, conflict)
    return _render_form_error(message, 409, theirs=theirs, own=_own(table, parsed), mine=mine, mine_at=_retry_address())


def _read_posted(table: Table) -> Part | Parts | Whole | None:
    """Read the posted entry on the current table; None if it does not fit there, or for other actions."""
    if request.endpoint != "acts.enter" or table.state.finished:
        return None
    try:
        return form_of(table.game).read(request.form, table.state, table.draft)
    except (FormError, RuleError):
        return None


def _conflicting_events(conflict: Conflict, parsed: Part | Parts | Whole | None) -> Sequence[Event]:
    """Return the conflicting events; if all are parts, only the latest part for each posted slot."""
    between = conflict.between
    if parsed is None or isinstance(parsed, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(parsed)}
    return [event for event in between if event.number in latest.values()] or between


def _own(table: Table, parsed: Part | Parts | Whole | None) -> Message | joined | None:
    """Describe the posted parts; None for a whole entry, which the page describes itself."""
    if parsed is None or isinstance(parsed, Whole):
        return None
    return describe_parts(form_of(table.game).describe_part, part_values(parsed))


def _mine(table: Table, conflict: Conflict) -> list[tuple[str, str]]:
    """Return the posted fields for a retry; empty if they belong to an entry that is over."""
    originals = [table.log.original(event) for event in conflict.between]
    if request.endpoint == "acts.enter":
        return posted_fields() if all(parts_of(event) for event in originals) else []
    # An entry that was corrected meanwhile can be corrected again.
    return posted_fields() if _retry_address() and all(event.kind == "correct" for event in originals) else []


def _retry_address() -> str | None:
    """Return the address for a retry of a correction; None for entries, which have a fixed one."""
    return request.path if request.endpoint == "editing.amend" else None


def _render_form_error(message: Message, status: int, **versions: Any) -> Response:
    """Render the form with the posted fields and the message; `versions` is context for versions.html."""
    table = visible_table_for(session_of_request())
    context = {"overtaken": status == 409, **versions}
    if request.htmx or table.finished or request.endpoint not in _FORM_ENDPOINTS:  # type: ignore[attr-defined]
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **context)
    page = enter_page(table, request.form)
    return render_page(Page(page.template, {**page.context, "message": message, **context}, page.parts), status)
