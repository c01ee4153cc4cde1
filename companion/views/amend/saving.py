"""Preview and save a correction or an insertion, on top of what others did since its form was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.game import RuleError
from companion.game.pages.form import number as whole_number
from companion.sessions.compared_versions import lines_of
from companion.sessions.corrections import Correction, Merged, entry_at, merge, removals_of
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.sessions.version_checks import Conflict, insertions_since
from companion.storage.records import Event
from companion.views.amend.amendments import is_outdated, preview_anew, render_preview
from companion.views.amend.conflicts import correction_conflict, gone_conflict, insertion_conflict
from companion.views.amend.preview import only_shown
from companion.views.http.identity import cache_table, current_action, session_of_request, sessions, stored_table
from companion.views.table.refused_actions import handle_conflict
from companion.views.table.typed_entries import address_of, entry_body, form_address, read_now, signed_values


def preview_typed(
    table: Table, viewpoint: Viewpoint, number: int, kind: str, entered: Mapping[str, Any]
) -> AnyResponse:
    """Preview an insertion, or a correction merged into the current entry; show both versions on a conflict."""
    value, theirs = entered["entry"], []
    if kind == "correct":
        correction = _correction(table, number, entered)
        merged = merge(table, correction)
        if merged.clashing:
            return _both_corrections(table, number, correction, merged)
        value = merged.with_mine
        theirs = only_shown(lines_of(table, merged.theirs), VisibleTable(table, viewpoint))
    body, again = entry_body(table, number, kind, value), form_address(table, number, kind, value)
    return render_preview(table, viewpoint, number, kind, body, again=again, theirs=theirs)


def save_correction(table: Table, viewpoint: Viewpoint, number: int, entered: Mapping[str, Any]) -> Table | AnyResponse:
    """Merge a correction into the current entry; return the page to show first if the table has moved on."""
    correction, action = _correction(table, number, entered), current_action()
    merged = merge(table, correction)
    if merged.clashing and action.key not in table.log.by_key:
        return _both_corrections(table, number, correction, merged)
    value = merged.with_mine
    body, again = entry_body(table, number, "correct", value), form_address(table, number, "correct", value)
    if value != merged.now and is_outdated(table, viewpoint, "correct", body):
        return preview_anew(table, viewpoint, number, "correct", body, again=again)
    try:
        return cache_table(sessions().correct(table.id, action, correction, value, viewpoint.role))
    except RuleError as error:
        return render_preview(table, viewpoint, number, "correct", body, error, again)


def save_insertion(table: Table, viewpoint: Viewpoint, number: int, value: Any) -> Table | AnyResponse:
    """Insert an entry; return what has to be shown first where another one was inserted at its place."""
    action, body = current_action(), entry_body(table, number, "insert", value)
    again = form_address(table, number, "insert", value)
    is_met = bool(insertions_since(table, action.base_version, body["before"]))
    if not is_met and is_outdated(table, viewpoint, "insert", body):
        return preview_anew(table, viewpoint, number, "insert", body, again=again)
    try:
        return cache_table(sessions().amend(table.id, action, "insert", body, viewpoint.role))
    except RuleError as error:
        return render_preview(table, viewpoint, number, "insert", body, error, again)
    except Conflict as conflict:
        now = sessions().table(table.id)
        if now is None or not conflict.between:
            raise
        return insertion_conflict(cache_table(now), conflict.between, value)


def _correction(table: Table, number: int, entered: Mapping[str, Any]) -> Correction:
    return Correction(table.entries[number - 1].number, entered["version"], entered["entry"])


def _both_corrections(table: Table, number: int, correction: Correction, merged: Merged) -> Response:
    def address(value: Any) -> str:
        return address_of(table, number, "correct", read_now(table, value))

    return correction_conflict(table, number, correction.line, correction.base_version, merged, address)


def handle_gone(conflict: Conflict) -> Response:
    """Show what was typed beside the removal of the entry that it was for; other conflicts as everywhere."""
    session, kind = session_of_request(), (request.view_args or {})["kind"]
    line, table = whole_number(request.values, "line", 1, 9999), stored_table(session)
    removals = [] if line is None else removals_of(table, line)
    known = None if line is None else signed_values(table, line, kind)
    if not removals or line is None or known is None or known["entry"] is None:
        return handle_conflict(conflict)
    old = entry_at(table, line, removals[0].number - 1) if kind == "correct" else None
    return gone_conflict(table, removals, old, known["entry"], _way_back(table, removals[0]))


def _way_back(table: Table, removal: Event) -> Callable[[Any], str] | None:
    """Return how to insert an entry where a removed one was; None where no entry follows, before which it could be."""
    original = table.log.original(removal)
    applied = table.log.applied.get(original.number)
    if applied is None or applied.place > len(table.entries) or original.kind != "remove":
        return None
    return lambda value: address_of(table, applied.place, "insert", read_now(table, value))
