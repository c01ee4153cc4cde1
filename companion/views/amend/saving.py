"""Preview and save a correction or an insertion, on top of what others did since its form was read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from companion.game import RuleError
from companion.game.pages.form import number as whole_number
from companion.sessions.compared_versions import lines_of
from companion.sessions.corrections import Correction, entry_at, merge, removals_of
from companion.sessions.table.table import Table
from companion.sessions.version_checks import Conflict, insertions_since
from companion.storage.records import Event
from companion.views.amend.amended_entry import AmendedEntry
from companion.views.amend.amendments import is_outdated, preview_anew, render_preview
from companion.views.amend.conflicts import correction_conflict, gone_conflict, insertion_conflict
from companion.views.amend.preview import only_shown
from companion.views.amend.typed_entries import address_of, read_now, signed_values
from companion.views.http.identity import (
    cache_table,
    current_action,
    session_of_request,
    sessions,
    stored_table,
    visible_table_for,
)
from companion.views.table.refused_actions import handle_conflict


def preview_typed(amended: AmendedEntry, entered: Mapping[str, Any]) -> AnyResponse:
    """Preview an insertion, or a correction merged into the current entry; show both versions on a conflict."""
    if amended.kind == "insert":
        return render_preview(amended, entered["entry"])
    correction = _correction(amended, entered)
    merged = merge(amended.table, correction)
    if merged.clashing:
        return correction_conflict(amended, correction, merged)
    theirs = only_shown(lines_of(amended.table, merged.theirs), amended.visible)
    return render_preview(amended, merged.with_mine, theirs=theirs)


def save_correction(amended: AmendedEntry, entered: Mapping[str, Any]) -> Table | AnyResponse:
    """Merge a correction into the current entry; return the page to show first if the table has moved on."""
    table, correction, action = amended.table, _correction(amended, entered), current_action()
    merged = merge(table, correction)
    if merged.clashing and action.key not in table.log.by_key:
        return correction_conflict(amended, correction, merged)
    value = merged.with_mine
    if value != merged.now and is_outdated(amended, value):
        return preview_anew(amended, value)
    try:
        return cache_table(sessions().correct(table.id, action, correction, value, amended.viewpoint.role))
    except RuleError as error:
        return render_preview(amended, value, error)


def save_insertion(amended: AmendedEntry, value: Any) -> Table | AnyResponse:
    """Insert an entry; return what has to be shown first where another one was inserted at its place."""
    table, action, body = amended.table, current_action(), amended.body(value)
    is_met = bool(insertions_since(table, action.base_version, amended.line))
    if not is_met and is_outdated(amended, value):
        return preview_anew(amended, value)
    try:
        return cache_table(sessions().amend(table.id, action, "insert", body, amended.viewpoint.role))
    except RuleError as error:
        return render_preview(amended, value, error)
    except Conflict as conflict:
        now = sessions().table(table.id)
        if now is None or not conflict.between:
            raise
        return insertion_conflict(cache_table(now), conflict.between, value)


def _correction(amended: AmendedEntry, entered: Mapping[str, Any]) -> Correction:
    return Correction(amended.line, entered["version"], entered["entry"])


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
    following = AmendedEntry(table, visible_table_for(table.id).viewpoint, applied.place, "insert")
    return lambda value: address_of(following, read_now(table, value))
