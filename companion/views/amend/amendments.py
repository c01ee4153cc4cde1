"""Correct, remove or insert an earlier entry, redo, and the activity log.

Where others changed the entry meanwhile, both versions are shown, with a way out of each.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, render_template, url_for
from htmx_flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError
from companion.engine.pages.form import number as whole_number
from companion.engine.pause import in_slices
from companion.engine.scoring.replay import AmendmentBlocked
from companion.storage.records import Event
from companion.table.actions import Conflict
from companion.table.corrections import (
    Correction,
    Merged,
    Version,
    VersionLine,
    changed_pieces,
    changes_since,
    entry_at,
    lines_of,
    removals_of,
)
from companion.table.table import Table
from companion.views.amend.amended_entry import (
    AmendedEntry,
    address_of,
    filled,
    find_amended_entry,
    preview_amendment,
    read_now,
)
from companion.views.http import identity
from companion.views.http.error_pages import redirect_to, respond
from companion.views.table.live_pages import common
from companion.views.table.refused_actions import handle_rule_error, reason_of, show_conflict, their_versions

bp = Blueprint("amendments", __name__)
_SHOWN = 100

bp.register_error_handler(RuleError, handle_rule_error)


@bp.get("/t/<session>/log")
@identity.without_rules
def log(session: str) -> str:
    """Show the activity log: who did what when, with the points before and after."""
    table = identity.visible_table_for(session)
    names = table.log.phone_names(identity.sessions().store.members(table.id))
    rows = [
        (
            action,
            names.get(action.phone, Message("another phone")),
            # What the entry did, where points alone do not say so and this action says so still.
            table.summary(action.entry) if action.entry and action.stands and action.is_latest else None,
        )
        for action in table.log.actions(whole_number(request.args, "before", 2, 9999), _SHOWN)
    ]
    first = rows[-1][0].number if rows else 1
    earlier = first if first > 1 else None
    return render_template("amend/log.html", **common(table), rows=in_slices(rows), earlier=earlier)


@bp.post("/t/<session>/redo")
def redo(session: str) -> AnyResponse:
    """Redo the action that was undone last."""
    role = identity.require_scorer(session)
    identity.cache_table(
        identity.sessions().undo(session, identity.read_action(), role, identity.posted_event(), redo=True)
    )
    return redirect_to(url_for("table.show", session=session))


@bp.get("/t/<session>/entries/<int:number>/remove")
def asked_to_remove(session: str, number: int) -> Response:
    """Show what removing an entry would change."""
    return render_preview(find_amended_entry(session, number, "remove"))


@bp.post("/t/<session>/entries/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    """Remove an entry; show the reason where later entries do not allow it, and both versions where it was changed."""
    role, action = identity.require_scorer(session), identity.read_action()
    try:
        amended = find_amended_entry(session, number, "remove")
    except Conflict:
        line = whole_number(request.values, "line", 1, 9999)
        if line is not None and removals_of(
            identity.stored_table(session), line
        ):  # another phone removed the same entry
            return redirect_to(url_for("table.show", session=session))
        raise
    try:
        after = saved(amended, None, lambda: identity.sessions().amend(session, action, "remove", amended.body(), role))
    except Conflict as conflict:
        now = identity.cache_table(identity.sessions().table(session) or abort(404))
        place = now.record.index_of(amended.line)
        if place is None or not conflict.between:
            raise
        return removal_conflict(replace(amended, table=now, number=place + 1), conflict.between, action.base_version)
    return redirect_to(url_for("table.show", session=session)) if isinstance(after, Table) else after


def saved(
    amended: AmendedEntry, value: Any, save: Callable[[], Table], *, is_settled: bool = False
) -> Table | AnyResponse:
    """Save an amendment; return the page to show first: what changes now if the table has moved on, or a refusal.

    With `is_settled` what changes is known or asked otherwise, so it is not shown anew.
    """
    if not is_settled and _is_outdated(amended, value):
        return _preview_anew(amended, value)
    try:
        return identity.cache_table(save())
    except RuleError as error:
        return render_preview(amended, value, error)


def _is_outdated(amended: AmendedEntry, value: Any) -> bool:
    """Whether the preview that the phone was shown differs from the changes that would be made now."""
    shown, action, table = request.form.get("shown"), identity.current_action(), amended.table
    if shown is None or action.base_version == table.version or action.key in table.log.by_key:
        return False
    try:
        return bool(preview_amendment(amended, value)["digest"] != shown)
    except RuleError:
        return False  # it is refused with the reason


def _preview_anew(amended: AmendedEntry, value: Any) -> AnyResponse:
    """Show what an amendment changes now, as the table has moved on since the preview (409)."""
    if not request.htmx:
        answer = render_preview(amended, value, has_moved=True)
        answer.status_code = 409
        return answer
    sent = {name: text for name in ("line", "draft") if (text := request.values.get(name))}
    where: dict[str, Any] = {"session": amended.table.id, "number": amended.number, "moved": 1, **sent}
    if amended.kind == "remove":
        return redirect_to(url_for("amendments.asked_to_remove", **where))
    return redirect_to(url_for("amendment_form.form", kind=amended.kind, **where))


def render_preview(
    amended: AmendedEntry,
    value: Any = None,
    refused: RuleError | None = None,
    *,
    theirs: Sequence[VersionLine] = (),
    has_moved: bool = False,
) -> Response:
    """Render what an amendment changes or why it is refused; `theirs` are corrections by others, which stay."""
    preview, visible = None, amended.visible
    title = visible.title(amended.number)  # before another phone can remove the entry
    if refused is None:
        try:
            preview = preview_amendment(amended, value)
        except RuleError as error:
            refused = error
    context = {
        **common(visible),
        "number": amended.number,
        "line": amended.line,
        "kind": amended.kind,
        "again": "" if amended.kind == "remove" else address_of(amended, filled(amended, value)),
        "theirs": theirs,
        "has_moved": has_moved or request.args.get("moved") is not None,
        "draft": request.args.get("draft") or request.form.get("draft"),
        "entry_title": title,
        "amendment_preview": preview,
        "fault": None if refused is None else reason_of(visible, refused),
        "blocked": refused.place if isinstance(refused, AmendmentBlocked) else None,
    }
    return respond("amend/amend.html", 200 if preview else 422, **context)


_SAVE_MINE, _REMOVE = Message("Save mine instead"), Message("Remove it all the same")
_INSERT_TOO = Message("Insert mine too")


def correction_conflict(amended: AmendedEntry, correction: Correction, merged: Merged) -> Response:
    """Show a correction beside others of the same entry; each choice is previewed and keeps what does not clash."""
    table = amended.table

    def address(value: Any) -> str:
        return address_of(amended, read_now(table, value))

    # What only one of them changed is no difference: it is kept either way.
    return show_both(
        table,
        changes_since(table, correction.line, correction.base_version),
        lines_of(table, merged.theirs, {**merged.theirs, **merged.mine}),
        Version(None, lines_of(table, merged.mine, {**merged.mine, **merged.theirs})),
        keep_at=_page_of(amended) if merged.with_theirs == merged.now else address(merged.with_theirs),
        mine_link=address(merged.with_mine),
        mine_link_label=_SAVE_MINE,
    )


def removal_conflict(amended: AmendedEntry, events: Sequence[Event], base_version: int) -> Response:
    """Show a removal beside a correction of the same entry."""
    table, now = amended.table, amended.value
    form, old = table.game.form, entry_at(table, amended.line, base_version)
    changed = {} if old is None else changed_pieces(table, *[form.pieces(table.state, entry) for entry in (old, now)])
    title = form.title_of_entry(amended.state, now, amended.number)
    return show_both(
        table,
        events,
        lines_of(table, changed),
        Version(Message("remove {entry}", entry=title)),
        keep_at=_page_of(amended),
        mine_link=url_for("amendments.asked_to_remove", session=table.id, number=amended.number, line=amended.line),
        mine_link_label=_REMOVE,
    )


def _page_of(amended: AmendedEntry) -> str:
    return url_for("table.entry", session=amended.table.id, number=amended.number)


def insertion_conflict(table: Table, events: Sequence[Event], value: Any) -> Response:
    """Show an entry to be inserted beside another one at the same place; both may be right."""
    form = table.game.form
    mine = form.pieces(table.state, value)
    theirs = form.pieces(table.state, entry_at(table, events[-1].number, table.version))
    return show_both(
        table,
        events,
        lines_of(table, theirs, mine),
        Version(None, lines_of(table, mine, theirs)),
        mine=identity.posted_fields(),
        mine_at=request.path,
        mine_label=_INSERT_TOO,
    )


def show_both(
    table: Table, events: Sequence[Event], theirs: Sequence[VersionLine], own: Version, **links: Any
) -> Response:
    """Show what the last of some events did, in the words of `theirs`, beside `own`, each with a way out (409)."""
    versions = their_versions(table, identity.visible_table_for(table.id), events, {})
    versions[-1:] = [replace(last, lines=theirs) for last in versions[-1:]]
    return show_conflict(table, events, versions, own, **links)
