"""Correct, remove or insert an earlier entry; redo; and the activity log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError, joined
from companion.game.pages.form import number as whole_number
from companion.scoring.replay import AmendmentBlocked
from companion.sessions.compared_versions import VersionLine
from companion.sessions.corrections import removals_of
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.sessions.version_checks import Conflict
from companion.storage.records import Event
from companion.time_slices import in_slices
from companion.views.amend.conflicts import removal_conflict
from companion.views.amend.preview import preview_amendment
from companion.views.http.error_pages import redirect_to
from companion.views.http.identity import (
    cache_table,
    current_action,
    phone,
    posted_event,
    read_action,
    require_scorer,
    sessions,
    stored_table,
    visible_table_for,
)
from companion.views.table.live_pages import common
from companion.views.table.refused_actions import handle_conflict, handle_rule_error

bp = Blueprint("amendments", __name__)

_SHOWN = 100


@dataclass(frozen=True)
class LogRow:
    """One action: phone, time, description, and the entry's points before and after, None for hidden seats.

    `entry` is the number that its entry has now, None if there is none. `told` says what the entry did, where points
    alone do not, and where this action says so still. `seed` is that of a draw, `written` what a note says.
    """

    number: int
    phone: Message
    at: str
    description: Message | joined
    before: Sequence[int | None] | None
    after: Sequence[int | None] | None
    stands: bool
    entry: int | None
    told: Message | None
    seed: str | None
    written: Sequence[str | joined]


def log_of(table: VisibleTable, before: int | None = None) -> list[LogRow]:
    """Return one page of the log, latest action first, starting with the action before number `before`."""
    names = table.log.phone_names(sessions().store.members(table.id))
    return [
        LogRow(
            action.number,
            names.get(action.phone, Message("another phone")),
            action.at,
            action.description,
            action.before,
            action.after,
            action.stands,
            action.entry,
            table.summary(action.entry) if action.entry and action.stands and action.is_latest else None,
            action.seed,
            action.written,
        )
        for action in table.log.actions(before, _SHOWN)
    ]


bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_conflict)


@bp.get("/t/<session>/log")
def log(session: str) -> str:
    """Show the activity log: who did what when, with the points before and after."""
    table = visible_table_for(session)
    rows = log_of(table, whole_number(request.args, "before", 2, 9999))
    earlier = rows[-1].number if rows and rows[-1].number > 1 else None
    return render_template("amend/log.html", **common(table), rows=in_slices(rows), earlier=earlier)


@bp.post("/t/<session>/redo")
def redo(session: str) -> AnyResponse:
    """Redo the action that was undone last."""
    role = require_scorer(session)
    cache_table(sessions().redo(session, read_action(), role, posted_event()))
    return redirect_to(url_for("table.show", session=session))


@bp.get("/t/<session>/entries/<int:number>/remove")
def asked_to_remove(session: str, number: int) -> Response:
    """Show what removing an entry would change."""
    table, viewpoint, number = find_amended_entry(session, number)
    return render_preview(table, viewpoint, number, "remove", {"entry": table.entries[number - 1].number})


@bp.post("/t/<session>/entries/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    """Remove an entry; show the reason where later entries do not allow it, and both versions where it was changed."""
    require_scorer(session)
    action = read_action()
    try:
        table, viewpoint, number = find_amended_entry(session, number)
    except Conflict:
        if _is_gone(stored_table(session)):  # another phone removed the same entry
            return redirect_to(url_for("table.show", session=session))
        raise
    body = {"entry": table.entries[number - 1].number}
    if is_outdated(table, viewpoint, "remove", body):
        return preview_anew(table, viewpoint, number, "remove", body)
    try:
        cache_table(sessions().amend(session, action, "remove", body, viewpoint.role))
    except RuleError as error:
        return render_preview(table, viewpoint, number, "remove", body, error)
    except Conflict as conflict:
        now = cache_table(sessions().table(session) or abort(404))
        place = now.record.index_of(body["entry"])
        if place is None or not conflict.between:
            raise
        return removal_conflict(now, conflict.between, place + 1, body["entry"], action.base_version)
    return redirect_to(url_for("table.show", session=session))


def _is_gone(table: Table) -> bool:
    """Whether the entry that the request names was removed."""
    line = whole_number(request.values, "line", 1, table.version)
    return line is not None and bool(removals_of(table, line))


def is_outdated(table: Table, viewpoint: Viewpoint, kind: str, body: Any) -> bool:
    """Whether the preview that the phone was shown differs from the changes that would be made now."""
    shown = request.form.get("shown")
    if shown is None or current_action().base_version == table.version or current_action().key in table.log.by_key:
        return False
    try:
        return preview_amendment(table, viewpoint, kind, body).digest != shown
    except RuleError:
        return False  # it is refused with the reason


def preview_anew(table: Table, viewpoint: Viewpoint, number: int, kind: str, body: Any, **options: Any) -> AnyResponse:
    """Show what an amendment changes now, as the table has moved on since the preview (409)."""
    if request.htmx:  # type: ignore[attr-defined]
        values: dict[str, Any] = {name: text for name in ("line", "draft") if (text := request.values.get(name))}
        if kind == "remove":
            return redirect_to(
                url_for("amendments.asked_to_remove", session=table.id, number=number, moved=1, **values)
            )
        return redirect_to(
            url_for("amendment_form.form", session=table.id, number=number, kind=kind, moved=1, **values)
        )
    answer = render_preview(table, viewpoint, number, kind, body, has_moved=True, **options)
    answer.status_code = 409
    return answer


def find_amended_entry(session: str, number: int) -> tuple[Table, Viewpoint, int]:
    """Return the table, the phone's viewpoint and the entry's current number; abort with 403 or 404 otherwise.

    An entry's number changes when another phone inserts or removes an entry before it, so pages also send its `line`,
    which does not change. Raises `Conflict` if that entry was removed.
    """
    role, table = require_scorer(session), stored_table(session)
    viewpoint = table.viewpoint(phone(), role)
    line = whole_number(request.values, "line", 1, 9999)
    if line is not None:
        place = table.record.index_of(line)
        if place is None:
            raise Conflict(removals_of(table, line))
        return table, viewpoint, place + 1
    moved = _moved_since(table, whole_number(request.form, "version", 0, table.version))
    if moved:
        raise Conflict(moved)
    if not 1 <= number <= len(table.entries):
        abort(404)
    return table, viewpoint, number


def _moved_since(table: Table, base_version: int | None) -> list[Event]:
    """Return the actions since a version that renumbered entries; none if the request has no version."""
    between = [] if base_version is None else table.log.since(base_version)
    return [event for event in between if table.log.original(event).kind in ("insert", "remove")]


def render_preview(
    table: Table,
    viewpoint: Viewpoint,
    number: int,
    kind: str,
    body: Any,
    refused: RuleError | None = None,
    again: str = "",
    *,
    theirs: Sequence[VersionLine] = (),
    has_moved: bool = False,
) -> Response:
    """Render what an amendment changes with a button to save it, or why it is refused and by which entry.

    `theirs` is what others have corrected in the entry since it was read, which stays.
    """
    preview, visible = None, VisibleTable(table, viewpoint)
    title = visible.title(number)  # before another phone can remove the entry
    if refused is None:
        try:
            preview = preview_amendment(table, viewpoint, kind, body)
        except RuleError as error:
            refused = error
    context = {
        **common(visible),
        "number": number,
        "line": table.entries[number - 1].number,
        "kind": kind,
        "again": again,
        "theirs": theirs,
        "has_moved": has_moved or request.args.get("moved") is not None,
        "draft": request.args.get("draft") or request.form.get("draft"),
        "entry_title": title,
        "amendment_preview": preview,
        "fault": None if refused is None else _fault(visible, refused),
        "blocked": refused.place if isinstance(refused, AmendmentBlocked) else None,
    }
    return make_response(render_template("amend/amend.html", **context), 200 if preview else 422)


def _fault(table: VisibleTable, refused: RuleError) -> Message:
    reason = table.fault(refused.message)
    if not isinstance(refused, AmendmentBlocked):
        return reason
    return Message("{entry} could not stand then: {reason}.", entry=table.title(refused.place), reason=reason)
