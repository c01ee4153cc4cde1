"""What a table allows: the host widens it while the game runs, from a refusal or on a page of its own."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError, refusal_in
from companion.forms.form import FormError, Parts
from companion.forms.parts import FieldError, Newcomer, Widening
from companion.table.amending import options_change
from companion.table.changes import Change, Conflict, Request, state_after
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.views.http import requests
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, current_role
from companion.views.new_table import fault_attributes
from companion.views.table.live_pages import common
from companion.views.table.refusals import reason_of

bp = Blueprint("options", __name__)

_LONGEST_QUERY = 2000
_OF_ACTION = ("act", "version", "allow", "question", "sure", "confirmed", "fresh")
"""Fields of the act itself, not of what was typed."""


def offered_by(message: object) -> dict[str, Any] | None:
    """Return the offer to allow what a sentence refuses; None if no option of the table allows it.

    The host takes it by a button with its `label`, else on the page of options.
    """
    refusal = refusal_in(message) if isinstance(message, Message) else None
    session = (request.view_args or {}).get("session")
    table = requests.find_table(session) if refusal and refusal.allowed_by and session else None
    widening = table.game.widening if table else None
    if refusal is None or refusal.allowed_by is None or table is None or widening is None or table.state.finished:
        return None
    is_entry = request.endpoint == "actions.enter"
    fields = [(name, value) for name, value in requests.posted_fields() if name not in _OF_ACTION] if is_entry else []
    label = widening.labels.get(refusal.allowed_by) if is_entry else None
    offer = {"session": table.id, "option": refusal.allowed_by, "version": table.version, "label": label}
    return {**offer, "fields": fields, "is_host": current_role(table.id) == "host"}


@bp.get("/t/<session>/options")
def show(session: str) -> Response:
    """Show the options that the host can widen; if nobody can join or leave this game, the reason."""
    table = requests.require_host(session)
    widening = table.game.widening
    if widening is None:
        return respond("table/all-stay.html", **common(table))
    return _page(table, widening)


@bp.post("/t/<session>/options")
def change(session: str) -> AnyResponse:
    """Widen what the table allows; if totals change with it, they are shown first."""
    table = requests.require_host(session)
    widening, allowed, sent = table.game.widening or abort(404), request.form.get("allow"), requests.read_request()
    is_switch = allowed in widening.labels
    options: Mapping[str, Any] = {str(allowed): True} if is_switch else {}
    newcomer: Newcomer | None = None

    try:
        # What is done already is not read again: who came with it is at the table by now.
        stored = requests.stored_table(session)
        if sent.key not in stored.log.by_key:
            if not is_switch:
                options, newcomer = widening.read(request.form, table.setup)
            totals = _changed_totals(stored, options_change(stored, options, newcomer))
            # Where totals are hidden it is always asked: otherwise the question alone would tell that a total changes.
            if (totals or (table.hides and not is_switch)) and request.form.get("sure") is None:
                seen = [row for row in totals if table.shows(row[0])]
                return _page(table, widening, changed_totals=seen, asks_sure=True)
        table_after = all_tables().act(session, sent, lambda table: options_change(table, options, newcomer))
        requests.cache_table(_completed(table_after, sent))
    except FieldError as error:
        return _page(table, widening, 422, fault=error)
    except (FormError, RuleError) as error:
        return _page(table, widening, 422, message=reason_of(table, error))
    return redirect_to(_back_to_form(session) if is_switch else url_for("table.show", session=session))


def _completed(table: Table, sent: Request) -> Table:
    """Score the running entry if it waited only for a player who has left."""
    if table.state.finished or table.game.form.whole(table.state, table.draft) is None:
        return table
    completing = replace(sent, key=f"{sent.key[:48]}-completes", base_version=table.version)
    with suppress(Conflict, RuleError):  # another phone was faster, and the form shows what stands
        return all_tables().enter(table.id, completing, Parts({}))
    return table


def _back_to_form(session: str) -> str:
    query = urlencode([(name, value) for name, value in requests.posted_fields() if name not in _OF_ACTION])
    address = url_for("table.form", session=session)
    return f"{address}?{query}" if query and len(query) <= _LONGEST_QUERY else address


def _changed_totals(stored: Table, change: Change) -> list[tuple[int, int, int]]:
    """Return seat, total before and after, where it changes; raise `RuleError` if the options cannot change so."""
    after = state_after(stored, change)
    pairs = enumerate(zip(stored.state.totals, after.totals[: stored.setup.seats], strict=True))
    # As texts: the same points may be counted in halves then.
    return [(seat, old, new) for seat, (old, new) in pairs if str(old) != str(new)]


def _page(
    table: VisibleTable, widening: Widening, status: int = 200, fault: FieldError | None = None, **told: Any
) -> Response:
    typed = request.form if request.method == "POST" else None
    context = {
        **common(table),
        "widening": widening.view(typed, table.setup),
        "setup_fault": fault,
        "fault_attributes": partial(fault_attributes, fault),
        **told,
    }
    return respond("table/options.html", status, **context)
