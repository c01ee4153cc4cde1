"""Putting right what was entered: an earlier entry corrected, taken out or put in; redo; and the log of all acts."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError
from companion.game.form import number as whole_number
from companion.scoring.replay import AmendmentBlocked
from companion.sessions.actions import Conflict
from companion.sessions.table import Table, Viewpoint
from companion.sessions.time_slices import in_slices
from companion.sessions.visible_table import VisibleTable
from companion.storage.store import Event
from companion.views.access import cache_table, require_scorer, stored_table, visible_table_for
from companion.views.amendment_preview import outlook
from companion.views.error_pages import redirect_to
from companion.views.event_log import log_of
from companion.views.guard import phone, sessions
from companion.views.live_pages import common
from companion.views.table_actions import act, handle_conflict, handle_rule_error

bp = Blueprint("amending", __name__)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_conflict)


@bp.get("/t/<session>/log")
def log(session: str) -> str:
    """Every act of the session: who, when, what it was before and after; nothing is ever erased."""
    table = visible_table_for(session)
    rows = log_of(table, whole_number(request.args, "before", 2, 9999))
    earlier = rows[-1].number if rows and rows[-1].number > 1 else None
    return render_template("amendments/log.html", **common(table), rows=in_slices(rows), earlier=earlier)


@bp.post("/t/<session>/redo")
def redo(session: str) -> AnyResponse:
    """Do the act again that was taken back last."""
    role = require_scorer(session)
    cache_table(sessions().redo(session, act(), role))
    return redirect_to(url_for("table.show", session=session))


@bp.get("/t/<session>/entries/<int:number>/remove")
def asked_to_remove(session: str, number: int) -> Response:
    """What taking an entry out would change, before it is done."""
    table, viewpoint, number = find_amended_entry(session, number)
    return render_preview(table, viewpoint, number, "remove", {"entry": table.entries[number - 1].number})


@bp.post("/t/<session>/entries/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    table, viewpoint, number = find_amended_entry(session, number)
    body = {"entry": table.entries[number - 1].number}
    try:
        cache_table(sessions().amend(session, act(), "remove", body, viewpoint.role))
    except RuleError as error:
        return render_preview(table, viewpoint, number, "remove", body, error)
    return redirect_to(url_for("table.show", session=session))


def find_amended_entry(session: str, number: int) -> tuple[Table, Viewpoint, int]:
    """The table for a phone that may enter, and the entry's place as things stand; 403 or 404 otherwise.

    An entry's place changes when another phone puts one in or takes one out, so pages name it by its `line` as well,
    which stays; `Conflict` where that entry is gone.
    """
    role, table = require_scorer(session), stored_table(session)
    viewpoint = table.viewpoint(phone(), role)
    line = whole_number(request.values, "line", 1, 9999)
    if line is not None:
        place = table.record.index_of(line)
        if place is None:
            raise Conflict(_gone_since(table, line))
        return table, viewpoint, place + 1
    moved = _moved_since(table, whole_number(request.form, "version", 0, table.version))
    if moved:
        raise Conflict(moved)
    if not 1 <= number <= len(table.entries):
        abort(404)
    return table, viewpoint, number


def _moved_since(table: Table, seen: int | None) -> list[Event]:
    """The acts since a version by which entries have other places; none where the request names no version."""
    between = [] if seen is None else table.between(seen)
    return [event for event in between if table.original(event).kind in ("insert", "remove")]


def _gone_since(table: Table, line: int) -> list[Event]:
    """The last act that took out an entry, or took back what brought it in."""
    told = [event for event in table.between(line) if line in (event.body.get("entry"), event.body.get("event"))]
    return told[-1:]


def render_preview(
    table: Table,
    viewpoint: Viewpoint,
    number: int,
    kind: str,
    body: Any,
    refused: RuleError | None = None,
    again: str = "",
) -> Response:
    """What an amendment changes and the button that does it, or why it cannot be and which entry stands against it."""
    found, visible = None, VisibleTable(table, viewpoint)
    title = visible.title(number)  # before anybody else can have taken the entry out
    if refused is None:
        try:
            found = outlook(table, viewpoint, kind, body)
        except RuleError as error:
            refused = error
    context = {
        **common(visible),
        "number": number,
        "line": table.entries[number - 1].number,
        "kind": kind,
        "again": again,
        "draft": request.args.get("draft") or request.form.get("draft"),
        "entry_title": title,
        "outlook": found,
        "fault": None if refused is None else _fault(visible, refused),
        "blocked": refused.place if isinstance(refused, AmendmentBlocked) else None,
    }
    return make_response(render_template("amendments/amend.html", **context), 200 if found else 422)


def _fault(table: VisibleTable, refused: RuleError) -> Message:
    reason = table.fault(refused.message)
    if not isinstance(refused, AmendmentBlocked):
        return reason
    return Message("{entry} could not stand then: {reason}.", entry=table.title(refused.place), reason=reason)
