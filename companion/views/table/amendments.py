"""Correct, remove or insert an earlier entry: the form, what it would change, and the log of what was done."""

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, jsonify, render_template, url_for
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message, RuleError
from companion.engine.pause import in_slices
from companion.forms.form import FormError, Whole, number as whole_number, part_values
from companion.scoring.replay import AmendmentBlocked
from companion.table.amending import amendment
from companion.table.changes import Conflict, Request
from companion.table.versions import is_alike
from companion.views.http import requests
from companion.views.http.error_pages import problem, redirect_to, respond
from companion.views.http.phone import all_tables, require_scorer
from companion.views.render.template_helpers import Page, own_path, rendered
from companion.views.table.actions import reverse
from companion.views.table.amended_entry import AmendedEntry, find_amended_entry, posted_line, preview_amendment
from companion.views.table.live_pages import common
from companion.views.table.refusals import reason_of, show_amendment_conflict, show_removed
from companion.views.table.table import render_page

bp = Blueprint("amendments", __name__)
bp.register_error_handler(Conflict, show_removed)

_SHOWN = 100  # actions of the log
_AMENDED = "/t/<session>/entries/<int:number>/<any(correct, insert):kind>"
_REMOVED = "/t/<session>/entries/<int:number>/remove"
_PREVIEW, _CONTINUE = Message("Preview the correction"), Message("Go on")
"""Labels of the form's button; nothing is saved before the preview that follows."""


@bp.get("/t/<session>/log")
@requests.without_rules
def log(session: str) -> str:
    """Show the activity log: who did what when, with the points before and after."""
    table = requests.visible_table_for(session)
    labels = all_tables().phone_labels(session)
    rows = [
        (
            action,
            table.log.phone_name(action["phone"], labels),
            # What the entry did, where points alone do not say so and this action says so still.
            table.summary(action["entry"]) if action["entry"] and action["stands"] and action["is_latest"] else None,
        )
        for action in table.log.actions(whole_number(request.args, "before", 2, 9999), _SHOWN)
    ]
    first = rows[-1][0]["number"] if rows else 1
    earlier = first if first > 1 else None
    return render_template("amend/log.html", **common(table), rows=in_slices(rows), earlier=earlier)


@bp.post("/t/<session>/redo")
def redo(session: str) -> AnyResponse:
    """Redo the action that was undone last."""
    reverse(session, "redo")
    return redirect_to(url_for("table.show", session=session))


@bp.get(_REMOVED, endpoint="asked_to_remove")
@bp.get(_AMENDED)
def form(session: str, number: int, kind: str = "remove") -> AnyResponse:
    """Show the form with the values of the entry; of a removal or a complete entry in the address what it changes."""
    amended = find_amended_entry(session, number, kind)
    if kind == "remove":
        return _render_preview(amended)
    entered = amended.typed()
    if entered["entry"] is None:
        return render_page(_page(amended, entered, request.args))
    entry, version = entered["entry"], entered["version"]
    if kind == "correct" and amended.is_overtaken(version) and not is_alike(amended.table, amended.value, entry):
        return show_amendment_conflict(amended, (), entry, version)
    return _render_preview(amended, entry)


@bp.get(f"{_AMENDED}/parts")
def parts(session: str, number: int, kind: str) -> Response:
    """Return the parts of the form for the current input, before anything is posted."""
    amended = find_amended_entry(session, number, kind)
    content = _page(amended, amended.typed(), request.args)
    return jsonify(version=amended.table.version, phones=1, parts=rendered(content, only=request.args.getlist("only")))


@bp.post(f"{_AMENDED}/form")
def typed(session: str, number: int, kind: str) -> AnyResponse:
    """Read a part or a whole entry; redirect to the next part or to the preview."""
    amended = find_amended_entry(session, number, kind)
    known, entry_form = amended.typed(), amended.table.game.form
    try:
        parsed = entry_form.read(request.form, amended.state, known["draft"])
    except (FormError, RuleError) as error:
        message = amended.visible.fault(error.message)
        if request.htmx:
            return problem(message, 422, session=session)
        return render_page(_page(amended, known, request.form), 422, message=message)
    if isinstance(parsed, Whole):
        entered: dict[str, Any] = {"entry": parsed.entry}
    else:
        draft = {**known["draft"], **part_values(parsed)}
        entered = {"draft": draft, "entry": entry_form.entry_from_draft(amended.state, draft)}
    return redirect_to(amended.address_of({**known, **entered, "fields": {}}))


@bp.post(_REMOVED, endpoint="remove")
@bp.post(_AMENDED)
def amend(session: str, number: int, kind: str = "remove") -> AnyResponse:
    """Remove the entry, or save the one that is signed in the address."""
    require_scorer(session)
    sent = requests.read_request()
    try:
        amended = find_amended_entry(session, number, kind)
    except Conflict as conflict:
        if kind != "remove" or posted_line() is None or not conflict.between:
            raise
        return redirect_to(url_for("table.show", session=session))  # another phone removed the same entry
    if kind == "remove":
        return _save(amended, None, sent)
    entered = amended.typed()
    if entered["entry"] is None:
        abort(400)
    if kind == "correct":  # what others changed since the form was read, not since the preview
        sent = replace(sent, base_version=min(entered["version"], sent.base_version))
    return _save(amended, entered["entry"], sent)


def _page(amended: AmendedEntry, entered: dict[str, Any], query: MultiDict[str, str]) -> Page:
    """Return the page with the form on the state before the entry."""
    # Where the query has all fields of the form, a missing checkbox is an unticked one.
    has_form = request.endpoint == "amendments.parts" or "act" in query
    known = {} if has_form else entered["fields"]
    fields: MultiDict[str, str] = MultiDict({**known, **query.to_dict(flat=False)})
    visible, number, signed = amended.visible, amended.number, amended.sign(entered)
    context = {
        **common(visible),
        **visible.form_at(number, entered["draft"], fields),
        "number": number,
        "amendment": amended.kind,
        "entry_title": visible.title(number),
        "saves": _PREVIEW if amended.kind == "correct" else _CONTINUE,
        "draft_signed": signed,
        "form_at": partial(amended.form_at, draft=signed),
        "post_to": amended.form_at("typed", draft=signed),
        "parts_at": amended.form_at("parts", draft=signed),
        "empty_at": amended.address_of({**entered, "draft": {}, "entry": None, "fields": {}}),
        **dict.fromkeys(("question", "undo", "redo")),
    }
    return Page("amend/edit.html", context, ("form", "bar"))


def _save(amended: AmendedEntry, value: Any, sent: Request) -> AnyResponse:
    """Save an amendment, which makes `value` of its entry, and redirect.

    Shows what it changes now if the table has moved on, why it is refused, or both versions where others amended the
    same entry or inserted one at the same place.
    """
    table, role = amended.table, amended.visible.viewpoint.role
    if not amended.is_overtaken(sent.base_version) and _is_outdated(amended, value):
        # What it changes now has the same address.
        kept = {name: text for name in ("line", "draft") if (text := request.values.get(name))}
        return redirect_to(f"{own_path()}?{urlencode({**kept, 'moved': 1})}")
    try:
        kind, body = amended.kind, amended.body(value)
        table = all_tables().act(table.id, sent, lambda table: amendment(table, sent.base_version, kind, body, role))
    except RuleError as error:
        return _render_preview(amended, value, error)
    except Conflict as conflict:
        if not conflict.between:
            raise
        requests.clear_cached_table()
        now = find_amended_entry(table.id, amended.number, amended.kind)
        return show_amendment_conflict(now, conflict.between, value, sent.base_version)
    requests.cache_table(table)
    if amended.kind == "remove":
        return redirect_to(url_for("table.show", session=table.id))
    number = min(amended.number, len(table.entries))
    return redirect_to(url_for("table.entry", session=table.id, number=number))


def _is_outdated(amended: AmendedEntry, value: Any) -> bool:
    """Whether the preview that the phone was shown differs from the changes that would be made now."""
    shown, sent, table = request.form.get("shown"), requests.current_request(), amended.table
    if shown is None or sent.base_version == table.version or sent.key in table.log.by_key:
        return False
    try:
        return bool(preview_amendment(amended, value)["digest"] != shown)
    except RuleError:
        return False  # it is refused with the reason


def _render_preview(amended: AmendedEntry, value: Any = None, refused: RuleError | None = None) -> Response:
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
        "has_moved": request.args.get("moved") is not None,
        "draft": request.args.get("draft") or request.form.get("draft"),
        "entry_title": title,
        "amendment_preview": preview,
        "fault": None if refused is None else reason_of(visible, refused),
        "blocked": refused.entry if isinstance(refused, AmendmentBlocked) else None,
    }
    return respond("amend/amend.html", 200 if preview else 422, **context)
