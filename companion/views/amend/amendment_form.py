"""The entry form for correcting an earlier entry or inserting one; what is typed is part of the address."""

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError
from companion.engine.pages.form import FormError, Whole, part_values
from companion.engine.pages.form import number as whole_number
from companion.engine.scoring.scoresheet import END
from companion.storage.records import Event
from companion.table.actions import Conflict, insertions_since
from companion.table.changes import END_HAS_NO_FORM
from companion.table.corrections import Correction, Version, changed_pieces, entry_at, lines_of, merge, removals_of
from companion.table.table import Table
from companion.views.amend.amended_entry import (
    AmendedEntry,
    address_of,
    find_amended_entry,
    form_at,
    only_shown,
    read_now,
    sign,
    signed_values,
    typed_values,
)
from companion.views.amend.amendments import correction_conflict, insertion_conflict, render_preview, saved, show_both
from companion.views.http.error_pages import problem, redirect_to
from companion.views.http.identity import (
    cache_table,
    current_action,
    read_action,
    require_scorer,
    session_of_request,
    sessions,
    stored_table,
    visible_table_for,
)
from companion.views.render.templating import Page, rendered
from companion.views.table.live_pages import common
from companion.views.table.refused_actions import handle_conflict, handle_rule_error
from companion.views.table.table import render_page


def save_correction(amended: AmendedEntry, correction: Correction) -> Table | AnyResponse:
    """Merge a correction into the current entry; return the page to show first if the table has moved on."""
    table, action = amended.table, current_action()
    merged = merge(table, correction)
    if merged.clashing and action.key not in table.log.by_key:
        return correction_conflict(amended, correction, merged)
    value, role = merged.with_mine, amended.viewpoint.role
    correct = partial(sessions().correct, table.id, action, correction, value, role)
    return saved(amended, value, correct, is_settled=value == merged.now)


def save_insertion(amended: AmendedEntry, value: Any) -> Table | AnyResponse:
    """Insert an entry; return what has to be shown first where another one was inserted at its place."""
    table, action, role = amended.table, current_action(), amended.viewpoint.role
    is_met = bool(insertions_since(table, action.base_version, amended.line))
    insert = partial(sessions().amend, table.id, action, "insert", amended.body(value), role)
    try:
        return saved(amended, value, insert, is_settled=is_met)
    except Conflict as conflict:
        now = sessions().table(table.id)
        if now is None or not conflict.between:
            raise
        return insertion_conflict(cache_table(now), conflict.between, value)


def handle_gone(conflict: Conflict) -> Response:
    """Show what was typed beside the removal of the entry that it was for; other conflicts as everywhere."""
    session, kind = session_of_request(), (request.view_args or {})["kind"]
    line, table = whole_number(request.values, "line", 1, 9999), stored_table(session)
    removals = [] if line is None else removals_of(table, line)
    known = None if line is None else signed_values(table, line, kind)
    if not removals or line is None or known is None or known["entry"] is None:
        return handle_conflict(conflict)
    form, mine = table.game.form, table.game.form.pieces(table.state, known["entry"])
    old = entry_at(table, line, removals[0].number - 1) if kind == "correct" else None
    if old is not None:
        mine = changed_pieces(table, form.pieces(table.state, old), mine)
    back = _way_back(table, removals[0], known["entry"])
    links = {} if back is None else {"mine_link": back, "mine_link_label": _PUT_BACK}
    own = Version(None, lines_of(table, mine)) if mine else Version(Message("no change"))
    return show_both(table, removals, (), own, **links)


def _way_back(table: Table, removal: Event, value: Any) -> str | None:
    """Return the form that inserts an entry where a removed one was; None at the end, as no entry follows there."""
    original = table.log.original(removal)
    applied = table.log.applied.get(original.number)
    if applied is None or applied.place > len(table.entries) or original.kind != "remove":
        return None
    following = AmendedEntry(table, visible_table_for(table.id).viewpoint, applied.place, "insert")
    return address_of(following, read_now(table, value))


bp = Blueprint("amendment_form", __name__)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_gone)

_PUT_BACK = Message("Put it back with mine")
PREVIEW, CONTINUE = Message("Preview the correction"), Message("Continue")
"""Labels of the form's button; nothing is saved before the preview that follows."""


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def form(session: str, number: int, kind: str) -> AnyResponse:
    """Show the form with the values of the entry; if the address has a complete entry, preview what it changes."""
    edited = _edited(session, number, kind)
    entered = typed_values(edited)
    if entered["entry"] is None:
        return render_page(_page(edited, entered, request.args))
    if kind == "insert":
        return render_preview(edited, entered["entry"])
    correction = Correction(edited.line, entered["version"], entered["entry"])
    merged = merge(edited.table, correction)
    if merged.clashing:
        return correction_conflict(edited, correction, merged)
    theirs = only_shown(lines_of(edited.table, merged.theirs), edited.visible)
    return render_preview(edited, merged.with_mine, theirs=theirs)


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/parts")
def parts(session: str, number: int, kind: str) -> Response:
    """Return the parts of the form for the current input, before anything is posted."""
    edited = _edited(session, number, kind)
    # The address has all fields of the form: a missing checkbox is an unticked one.
    content = _page(edited, typed_values(edited), request.args, has_form=len(request.args) > 1)
    return jsonify(version=edited.table.version, phones=1, parts=rendered(content))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/form")
def typed(session: str, number: int, kind: str) -> AnyResponse:
    """Read a part or a whole entry; redirect to the next part or to the preview."""
    edited = _edited(session, number, kind)
    known, form = typed_values(edited), edited.table.game.form
    try:
        parsed = form.read(request.form, edited.state, known["draft"])
    except (FormError, RuleError) as error:
        message = edited.visible.fault(error.message)
        if request.htmx:
            return problem(message, 422, session=session)
        return render_page(_page(edited, known, request.form), 422, message=message)
    if not isinstance(parsed, Whole):
        draft = {**known["draft"], **part_values(parsed)}
        entry = form.entry_from_draft(edited.state, draft)
    else:
        draft, entry = known["draft"], parsed.entry
    return redirect_to(address_of(edited, {**known, "draft": draft, "entry": entry, "fields": {}}))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def amend(session: str, number: int, kind: str) -> AnyResponse:
    """Save the entry that is signed in the address."""
    require_scorer(session)
    action = read_action()
    edited = _edited(session, number, kind)
    entered = typed_values(edited)
    if entered["entry"] is None:
        abort(400)
    if kind == "correct":
        version = min(entered["version"], action.base_version)
        after = save_correction(edited, Correction(edited.line, version, entered["entry"]))
    else:
        after = save_insertion(edited, entered["entry"])
    if isinstance(after, Table):
        return redirect_to(url_for("table.entry", session=session, number=min(edited.number, len(after.entries))))
    return after


def _edited(session: str, number: int, kind: str) -> AmendedEntry:
    """Return the entry to correct, or to insert one before; raise `RuleError` for the game's end, which has no form."""
    edited = find_amended_entry(session, number, kind)
    if kind == "correct" and edited.value == END:
        raise RuleError(END_HAS_NO_FORM)
    return edited


def _page(
    edited: AmendedEntry, submitted: dict[str, Any], query: MultiDict[str, str], *, has_form: bool = False
) -> Page:
    """Return the page with the form on the state before the entry; `has_form` if `query` has all its fields."""
    fields: MultiDict[str, str] = MultiDict({} if has_form or query.get("act") else submitted.get("fields", {}))
    for name in query:
        fields.setlist(name, query.getlist(name))
    visible, number = edited.visible, edited.number
    context = {
        **common(visible),
        **visible.form_at(number, submitted["draft"], fields),
        "number": number,
        "amendment": edited.kind,
        "entry_title": visible.title(number),
        "saves": PREVIEW if edited.kind == "correct" else CONTINUE,
        **_addresses(edited, submitted),
        **dict.fromkeys(("question", "undo", "redo")),
    }
    return Page("amend/edit.html", context, ("form", "bar"))


def _addresses(edited: AmendedEntry, submitted: dict[str, Any]) -> dict[str, Any]:
    """Return the signed draft, and the addresses of the form that carry it."""
    signed = sign(edited, submitted)
    return {
        "draft_signed": signed,
        "form_at": partial(form_at, edited, draft=signed),
        "post_to": form_at(edited, "typed", draft=signed),
        "parts_at": form_at(edited, "parts", draft=signed),
        "empty_at": address_of(edited, {**submitted, "draft": {}, "entry": None, "fields": {}}),
    }
