"""Correct, remove or insert an earlier entry: the form, what it would change, and both versions of a conflict."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError
from companion.engine.pause import in_slices
from companion.forms.form import FormError, Whole, part_values
from companion.forms.form import number as whole_number
from companion.scoring.replay import AmendmentBlocked
from companion.scoring.scoresheet import END
from companion.storage.records import Event
from companion.table.actions import Conflict, insertions_since
from companion.table.changes import END_HAS_NO_FORM
from companion.table.corrections import (
    Correction,
    Merged,
    Version,
    VersionLine,
    changed_pieces,
    changes_since,
    entry_at,
    lines_of,
    merge,
    removals_of,
)
from companion.table.table import Table
from companion.views.http import identity
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.render.template_helpers import Page, own_path, rendered
from companion.views.table.actions import (
    handle_conflict,
    reason_of,
    show_conflict,
    their_versions,
)
from companion.views.table.amended_entry import (
    AmendedEntry,
    find_amended_entry,
    only_shown,
    posted_line,
    preview_amendment,
    read_now,
    signed_values,
)
from companion.views.table.live_pages import common
from companion.views.table.table import render_page

bp = Blueprint("amendments", __name__)

_SHOWN = 100  # actions of the log
_AMENDED = "/t/<session>/entries/<int:number>/<any(correct, insert):kind>"
_PREVIEW, _CONTINUE = Message("Preview the correction"), Message("Continue")
"""Labels of the form's button; nothing is saved before the preview that follows."""
_SAVE_MINE, _REMOVE = Message("Save mine instead"), Message("Remove it all the same")
_INSERT_TOO, _PUT_BACK = Message("Insert mine too"), Message("Put it back with mine")


@bp.get("/t/<session>/log")
@identity.without_rules
def log(session: str) -> str:
    """Show the activity log: who did what when, with the points before and after."""
    table = identity.visible_table_for(session)
    labels = identity.all_tables().phone_labels(session)
    rows = [
        (
            action,
            table.log.phone_name(action.phone, labels),
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
        identity.all_tables().undo(session, identity.read_request(), role, identity.posted_event(), redo=True)
    )
    return redirect_to(url_for("table.show", session=session))


@bp.get("/t/<session>/entries/<int:number>/remove")
def asked_to_remove(session: str, number: int) -> Response:
    """Show what removing an entry would change."""
    return _render_preview(find_amended_entry(session, number, "remove"))


@bp.post("/t/<session>/entries/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    """Remove an entry; show the reason where later entries do not allow it, and both versions where it was changed."""
    role, action = identity.require_scorer(session), identity.read_request()
    try:
        amended = find_amended_entry(session, number, "remove")
    except Conflict as conflict:
        if posted_line() is None or not conflict.between:
            raise
        return redirect_to(url_for("table.show", session=session))  # another phone removed the same entry
    try:
        return _saved(
            amended, None, partial(identity.all_tables().amend, session, action, "remove", amended.body(), role)
        )
    except Conflict as conflict:
        now = identity.cache_table(identity.all_tables().table(session) or abort(404))
        place = now.record.index_of(amended.line)
        if place is None or not conflict.between:
            raise
        return _removal_conflict(replace(amended, table=now, number=place + 1), conflict.between, action.base_version)


@bp.get(_AMENDED)
def form(session: str, number: int, kind: str) -> AnyResponse:
    """Show the form with the values of the entry; if the address has a complete entry, preview what it changes."""
    edited = _edited(session, number, kind)
    entered = edited.typed()
    if entered["entry"] is None:
        return render_page(_page(edited, entered, request.args))
    if kind == "insert":
        return _render_preview(edited, entered["entry"])
    correction = Correction(edited.line, entered["version"], entered["entry"])
    merged = merge(edited.table, correction)
    if merged.clashing:
        return _correction_conflict(edited, correction, merged)
    theirs = only_shown(lines_of(edited.table, merged.theirs), edited.visible)
    return _render_preview(edited, merged.with_mine, theirs=theirs)


@bp.get(f"{_AMENDED}/parts")
def parts(session: str, number: int, kind: str) -> Response:
    """Return the parts of the form for the current input, before anything is posted."""
    edited = _edited(session, number, kind)
    # The address has all fields of the form: a missing checkbox is an unticked one.
    content = _page(edited, edited.typed(), request.args, has_form=len(request.args) > 1)
    return jsonify(version=edited.table.version, phones=1, parts=rendered(content, only=request.args.getlist("only")))


@bp.post(f"{_AMENDED}/form")
def typed(session: str, number: int, kind: str) -> AnyResponse:
    """Read a part or a whole entry; redirect to the next part or to the preview."""
    edited = _edited(session, number, kind)
    known, entry_form = edited.typed(), edited.table.game.form
    try:
        parsed = entry_form.read(request.form, edited.state, known["draft"])
    except (FormError, RuleError) as error:
        message = edited.visible.fault(error.message)
        if request.htmx:
            return problem(message, 422, session=session)
        return render_page(_page(edited, known, request.form), 422, message=message)
    if isinstance(parsed, Whole):
        entered: dict[str, Any] = {"entry": parsed.entry}
    else:
        draft = {**known["draft"], **part_values(parsed)}
        entered = {"draft": draft, "entry": entry_form.entry_from_draft(edited.state, draft)}
    return redirect_to(edited.address_of({**known, **entered, "fields": {}}))


@bp.post(_AMENDED)
def amend(session: str, number: int, kind: str) -> AnyResponse:
    """Save the entry that is signed in the address."""
    identity.require_scorer(session)
    action = identity.read_request()
    edited = _edited(session, number, kind)
    entered = edited.typed()
    if entered["entry"] is None:
        abort(400)
    if kind == "insert":
        return _save_insertion(edited, entered["entry"])
    version = min(entered["version"], action.base_version)
    return _save_correction(edited, Correction(edited.line, version, entered["entry"]))


def _edited(session: str, number: int, kind: str) -> AmendedEntry:
    """Return the entry to correct, or to insert one before; raise `RuleError` for the game's end, which has no form."""
    edited = find_amended_entry(session, number, kind)
    if kind == "correct" and edited.value == END:
        raise RuleError(END_HAS_NO_FORM)
    return edited


def _page(edited: AmendedEntry, entered: dict[str, Any], query: MultiDict[str, str], *, has_form: bool = False) -> Page:
    """Return the page with the form on the state before the entry; `has_form` if `query` has all its fields."""
    known = {} if has_form or query.get("act") else entered.get("fields", {})
    fields: MultiDict[str, str] = MultiDict({**known, **query.to_dict(flat=False)})
    visible, number, signed = edited.visible, edited.number, edited.sign(entered)
    context = {
        **common(visible),
        **visible.form_at(number, entered["draft"], fields),
        "number": number,
        "amendment": edited.kind,
        "entry_title": visible.title(number),
        "saves": _PREVIEW if edited.kind == "correct" else _CONTINUE,
        "draft_signed": signed,
        "form_at": partial(edited.form_at, draft=signed),
        "post_to": edited.form_at("typed", draft=signed),
        "parts_at": edited.form_at("parts", draft=signed),
        "empty_at": edited.address_of({**entered, "draft": {}, "entry": None, "fields": {}}),
        **dict.fromkeys(("question", "undo", "redo")),
    }
    return Page("amend/edit.html", context, ("form", "bar"))


def _save_correction(amended: AmendedEntry, correction: Correction) -> AnyResponse:
    """Merge a correction into the current entry; show both where others changed the same of it."""
    table, action = amended.table, identity.current_request()
    merged = merge(table, correction)
    if merged.clashing and action.key not in table.log.by_key:
        return _correction_conflict(amended, correction, merged)
    value = merged.with_mine
    correct = partial(identity.all_tables().correct, table.id, action, correction, value, amended.viewpoint.role)
    return _saved(amended, value, correct, is_settled=value == merged.now)


def _save_insertion(amended: AmendedEntry, value: Any) -> AnyResponse:
    """Insert an entry; show both where another one was inserted at its place."""
    table, action, role = amended.table, identity.current_request(), amended.viewpoint.role
    is_met = bool(insertions_since(table, action.base_version, amended.line))
    insert = partial(identity.all_tables().amend, table.id, action, "insert", amended.body(value), role)
    try:
        return _saved(amended, value, insert, is_settled=is_met)
    except Conflict as conflict:
        now = identity.all_tables().table(table.id)
        if now is None or not conflict.between:
            raise
        return _insertion_conflict(identity.cache_table(now), conflict.between, value)


def _saved(amended: AmendedEntry, value: Any, save: Callable[[], Table], *, is_settled: bool = False) -> AnyResponse:
    """Save an amendment and redirect, or show what changes now if the table has moved on, or why it is refused.

    With `is_settled` what changes is known or asked otherwise, so it is not shown anew.
    """
    if not is_settled and _is_outdated(amended, value):
        return _preview_anew(amended, value)
    try:
        table = identity.cache_table(save())
    except RuleError as error:
        return _render_preview(amended, value, error)
    if amended.kind == "remove":
        return redirect_to(url_for("table.show", session=table.id))
    return redirect_to(_page_of(table, min(amended.number, len(table.entries))))


def _is_outdated(amended: AmendedEntry, value: Any) -> bool:
    """Whether the preview that the phone was shown differs from the changes that would be made now."""
    shown, action, table = request.form.get("shown"), identity.current_request(), amended.table
    if shown is None or action.base_version == table.version or action.key in table.log.by_key:
        return False
    try:
        return bool(preview_amendment(amended, value)["digest"] != shown)
    except RuleError:
        return False  # it is refused with the reason


def _preview_anew(amended: AmendedEntry, value: Any) -> AnyResponse:
    """Show what an amendment changes now, as the table has moved on since the preview (409)."""
    if not request.htmx:
        answer = _render_preview(amended, value, has_moved=True)
        answer.status_code = 409
        return answer
    sent = {name: text for name in ("line", "draft") if (text := request.values.get(name))}
    where: dict[str, Any] = {"session": amended.table.id, "number": amended.number, "moved": 1, **sent}
    if amended.kind == "remove":
        return redirect_to(url_for(".asked_to_remove", **where))
    return redirect_to(url_for(".form", kind=amended.kind, **where))


def _render_preview(
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
        "again": "" if amended.kind == "remove" else amended.address_of(amended.filled(value)),
        "theirs": theirs,
        "has_moved": has_moved or request.args.get("moved") is not None,
        "draft": request.args.get("draft") or request.form.get("draft"),
        "entry_title": title,
        "amendment_preview": preview,
        "fault": None if refused is None else reason_of(visible, refused),
        "blocked": refused.place if isinstance(refused, AmendmentBlocked) else None,
    }
    return respond("amend/amend.html", 200 if preview else 422, **context)


def _correction_conflict(amended: AmendedEntry, correction: Correction, merged: Merged) -> Response:
    """Show a correction beside others of the same entry; each choice is previewed and keeps what does not clash."""
    table = amended.table
    keep, mine = [amended.address_of(read_now(table, value)) for value in (merged.with_theirs, merged.with_mine)]
    # What only one of them changed is no difference: it is kept either way.
    return _show_both(
        table,
        changes_since(table, correction.line, correction.base_version),
        lines_of(table, merged.theirs, {**merged.theirs, **merged.mine}),
        Version(None, lines_of(table, merged.mine, {**merged.mine, **merged.theirs})),
        keep_at=_page_of(table, amended.number) if merged.with_theirs == merged.now else keep,
        mine_link=mine,
        mine_link_label=_SAVE_MINE,
    )


def _removal_conflict(amended: AmendedEntry, events: Sequence[Event], base_version: int) -> Response:
    """Show a removal beside a correction of the same entry."""
    table, now, form = amended.table, amended.value, amended.table.game.form
    old = entry_at(table, amended.line, base_version)
    changed = {} if old is None else changed_pieces(table, *[form.pieces(table.state, entry) for entry in (old, now)])
    title = form.title_of_entry(amended.state, now, amended.number)
    return _show_both(
        table,
        events,
        lines_of(table, changed),
        Version(Message("remove {entry}", entry=title)),
        keep_at=_page_of(table, amended.number),
        mine_link=url_for(".asked_to_remove", session=table.id, number=amended.number, line=amended.line),
        mine_link_label=_REMOVE,
    )


def _insertion_conflict(table: Table, events: Sequence[Event], value: Any) -> Response:
    """Show an entry to be inserted beside another one at the same place; both may be right."""
    inserted = entry_at(table, events[-1].number, table.version)
    mine, theirs = [table.game.form.pieces(table.state, entry) for entry in (value, inserted)]
    own, links = Version(None, lines_of(table, mine, theirs)), {"mine_at": own_path(), "mine_label": _INSERT_TOO}
    return _show_both(table, events, lines_of(table, theirs, mine), own, mine=identity.posted_fields(), **links)


@bp.errorhandler(Conflict)
def show_gone(conflict: Conflict) -> Response:
    """Show what was typed beside the removal of the entry that it was for; other conflicts as everywhere."""
    table, line = identity.find_table(identity.session_of_request()), posted_line()
    kind = (request.view_args or {}).get("kind")
    if table is None or line is None or kind is None or not (removals := removals_of(table, line)):
        return handle_conflict(conflict)
    known = signed_values(table, line, kind)
    if known is None or known["entry"] is None:
        return handle_conflict(conflict)
    form, mine = table.game.form, table.game.form.pieces(table.state, known["entry"])
    old = entry_at(table, line, removals[0].number - 1) if kind == "correct" else None
    if old is not None:
        mine = changed_pieces(table, form.pieces(table.state, old), mine)
    back = _way_back(table, removals[0], known["entry"])
    links = {} if back is None else {"mine_link": back, "mine_link_label": _PUT_BACK}
    own = Version(None, lines_of(table, mine)) if mine else Version(Message("no change"))
    return _show_both(table, removals, (), own, **links)


def _way_back(table: Table, removal: Event, value: Any) -> str | None:
    """Return the form that re-inserts the entry; None at the end, as no entry follows there."""
    original = table.log.original(removal)
    applied = table.log.applied.get(original.number)
    if applied is None or applied.place > len(table.entries) or original.kind != "remove":
        return None
    following = AmendedEntry(table, identity.visible_table_for(table.id).viewpoint, applied.place, "insert")
    return following.address_of(read_now(table, value))


def _page_of(table: Table, number: int) -> str:
    return url_for("table.entry", session=table.id, number=number)


def _show_both(
    table: Table, events: Sequence[Event], theirs: Sequence[VersionLine], own: Version, **links: Any
) -> Response:
    """Show what the last of some events did, in the words of `theirs`, beside `own`, each with a way out (409)."""
    versions = their_versions(table, identity.visible_table_for(table.id), events, {})
    versions[-1:] = [replace(last, lines=theirs) for last in versions[-1:]]
    return show_conflict(table, events, versions, own, **links)
