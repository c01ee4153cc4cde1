"""What the form shows where a request is refused: the reason, with what was typed and a way to confirm it."""

from typing import Any

from flask import Response, g
from htmx_flask import request

from companion.engine import Message, RuleError, joined, joined_seats
from companion.forms.form import FormError
from companion.scoring.replay import AmendmentBlocked
from companion.table.changes import SeatsOccupied, SuspiciousEntry
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem
from companion.views.http.requests import current_request, posted_fields, session_of_request, visible_table_for
from companion.views.table.live_pages import enter_page
from companion.views.table.table import render_page, seats_page

_FORM_ENDPOINTS = ("actions.enter", "actions.undo", "actions.end", "actions.rematch")


def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile (422)."""
    if "session" not in (request.view_args or {}):
        return problem(error.message, 422)
    visible, sent = visible_table_for(session_of_request()), g.get("request")
    message = visible.fault(error.message)
    changed = visible.log.changed_since(sent.base_version) if sent else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return render_refusal(message, 422)


def reason_of(table: VisibleTable, error: FormError | RuleError) -> Message:
    """Return why something is refused, without what is hidden; of a later entry that could not stand, also which."""
    reason = table.fault(error.message)
    if not isinstance(error, AmendmentBlocked):
        return reason
    return Message("{entry} could not stand then: {reason}.", entry=table.title(error.entry), reason=reason)


def handle_occupied_seats(occupied: SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined_seats(occupied.seats)
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    base = current_request().base_version  # so that parts saved since then are still reported as a conflict
    mine = [*posted_fields(), ("sure", "1")]
    return render_refusal(message, 409, held_seats=names, seen=base, mine=mine)


def handle_suspicious_entry(suspicious: SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message, mine = Message("Not saved yet: is this right?"), [*posted_fields(), ("confirmed", "1")]
    return render_refusal(message, 422, warnings=suspicious.warnings, mine=mine)


def render_refusal(message: Message, status: int, **context: Any) -> Response:
    """Render the form with the posted fields and the message; `context` is that of the notice."""
    table = visible_table_for(session_of_request())
    if request.endpoint == "actions.sit" and not request.htmx:
        return seats_page(table, status, message)
    if request.htmx or table.finished or request.endpoint not in _FORM_ENDPOINTS:
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **context)
    return render_page(enter_page(table, request.form), status, message=message, **context)
