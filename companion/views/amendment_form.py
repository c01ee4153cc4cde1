"""The entry form for correcting an earlier entry or inserting one, with a preview of what changes.

The draft is part of the address, signed, so that a reload keeps it and nobody can forge one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError
from companion.game.form import FormError, Posted, Whole, form_of, part_values
from companion.scoring.scoresheet import END
from companion.sessions.actions import END_HAS_NO_FORM
from companion.sessions.table import Table, Viewpoint
from companion.sessions.version_checks import Conflict
from companion.sessions.visible_table import VisibleTable
from companion.views.access import cache_table
from companion.views.amendments import find_amended_entry, render_preview
from companion.views.error_pages import problem, redirect_to
from companion.views.guard import sessions
from companion.views.live_pages import common
from companion.views.page_parts import Page, rendered
from companion.views.posted_action import read_action
from companion.views.refused_actions import handle_conflict, handle_rule_error
from companion.views.table_pages import render_page

bp = Blueprint("editing", __name__)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_conflict)

KINDS = ("correct", "insert")
PREVIEW, CONTINUE = Message("Preview the correction"), Message("Continue")
"""Labels of the form's button; nothing is saved before the preview that follows."""


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def form(session: str, number: int, kind: str) -> AnyResponse:
    """Show the form with the values of the entry; if the address has a complete entry, preview what it changes."""
    table, viewpoint, number = _edited_by(session, number, kind)
    entered = _typed(table, number, kind)
    if entered["entry"] is not None:
        body = _body(table, number, kind, entered["entry"])
        return render_preview(table, viewpoint, number, kind, body, again=_again(table, number, kind, entered["entry"]))
    return render_page(_page(table, viewpoint, number, kind, entered, request.args))


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/parts")
def parts(session: str, number: int, kind: str) -> Response:
    """Return the parts of the form for the current input, before anything is posted."""
    table, viewpoint, number = _edited_by(session, number, kind)
    # The address has all fields of the form: a missing checkbox is an unticked one.
    content = _page(
        table, viewpoint, number, kind, _typed(table, number, kind), request.args, has_form=len(request.args) > 1
    )
    return jsonify(version=table.version, phones=1, parts=rendered(content))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/form")
def typed(session: str, number: int, kind: str) -> AnyResponse:
    """Read a part or a whole entry; redirect to the next part or to the preview."""
    table, viewpoint, number = _edited_by(session, number, kind)
    known = _typed(table, number, kind)
    state = table.states[number - 1]
    try:
        parsed = form_of(table.game).read(request.form, state, known["draft"])
    except (FormError, RuleError) as error:
        if request.htmx:  # type: ignore[attr-defined]
            return problem(_fault(table, viewpoint, error), 422, session=table.id)
        page = _page(table, viewpoint, number, kind, known, request.form)
        message = _fault(table, viewpoint, error)
        return render_page(Page(page.template, {**page.context, "message": message}, page.parts), 422)
    if not isinstance(parsed, Whole):
        draft = {**known["draft"], **part_values(parsed)}
        entry = form_of(table.game).entry_from_draft(state, draft)
    else:
        draft, entry = known["draft"], parsed.entry
    return redirect_to(_address(table, number, kind, {"draft": draft, "entry": entry, "fields": {}}))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def amend(session: str, number: int, kind: str) -> AnyResponse:
    """Save the entry that is signed in the address."""
    table, viewpoint, number = _edited_by(session, number, kind)
    entry = _typed(table, number, kind)["entry"]
    if entry is None:
        abort(400)
    body = _body(table, number, kind, entry)
    try:
        after = cache_table(sessions().amend(session, read_action(), kind, body, viewpoint.role))
    except RuleError as error:
        return render_preview(table, viewpoint, number, kind, body, error, _again(table, number, kind, entry))
    return redirect_to(url_for("table.entry", session=session, number=min(number, len(after.entries))))


def _edited_by(session: str, number: int, kind: str) -> tuple[Table, Viewpoint, int]:
    """Return table, viewpoint and entry number; raise `RuleError` for the end of the game, which has no form."""
    table, viewpoint, number = find_amended_entry(session, number)
    if kind == "correct" and table.entries[number - 1].body == END:
        raise RuleError(END_HAS_NO_FORM)
    return table, viewpoint, number


def _fault(table: Table, viewpoint: Viewpoint, error: FormError | RuleError) -> Message:
    return VisibleTable(table, viewpoint).fault(error.message)


def _body(table: Table, number: int, kind: str, entry: Any) -> dict[str, Any]:
    line = table.entries[number - 1].number
    return {"before" if kind == "insert" else "entry": line, "value": entry}


def _signer(table: Table, number: int, kind: str) -> URLSafeSerializer:
    key: bytes = current_app.extensions["companion"].key
    line = table.entries[number - 1].number
    return URLSafeSerializer(key, salt=f"{table.id}/{line}/{kind}")


def _typed(table: Table, number: int, kind: str) -> dict[str, Any]:
    """Return draft, entry and fields from the address; without one, those of the entry to correct."""
    text = request.args.get("draft") or request.form.get("draft")
    if text:
        try:
            known: dict[str, Any] = _signer(table, number, kind).loads(text)
            return known
        except BadSignature:
            abort(404)
    if kind == "insert":
        return {"draft": {}, "entry": None, "fields": {}}
    draft, fields = form_of(table.game).draft_from_entry(table.states[number - 1], table.entries[number - 1].body)
    return {"draft": draft, "entry": None, "fields": dict(fields)}


def _address(table: Table, number: int, kind: str, entered: Mapping[str, Any]) -> str:
    signed = _signed(table, number, kind, entered)
    line = table.entries[number - 1].number
    return url_for("editing.form", session=table.id, number=number, kind=kind, line=line, draft=signed)


def _again(table: Table, number: int, kind: str, entry: Any) -> str:
    """Return the address of the form with this entry, to edit it further."""
    draft, fields = form_of(table.game).draft_from_entry(table.states[number - 1], entry)
    return _address(table, number, kind, {"draft": draft, "entry": None, "fields": fields})


class _Fields:
    """The fields of an address, with those of the entry as defaults."""

    def __init__(self, query: Posted, filled: Mapping[str, Any]) -> None:
        self.asked, self.filled = query, filled

    def get(self, name: str) -> str | None:
        return next(iter(self.getlist(name)), None)

    def getlist(self, name: str) -> list[str]:
        known = self.filled.get(name, [])
        return self.asked.getlist(name) or (known if isinstance(known, list) else [known])


def _page(
    table: Table,
    viewpoint: Viewpoint,
    number: int,
    kind: str,
    submitted: dict[str, Any],
    query: Posted,
    *,
    has_form: bool = False,
) -> Page:
    """Return the page with the form on the state before the entry; `has_form` if `query` has all its fields."""
    way: dict[str, Any] = {
        "session": table.id,
        "number": str(number),
        "kind": kind,
        "line": str(table.entries[number - 1].number),
        "draft": _signed(table, number, kind, submitted),
    }
    empty = _signed(table, number, kind, {"draft": {}, "entry": None, "fields": {}})

    def form_at(**fields: Any) -> str:
        return url_for("editing.form", **{**way, **fields})

    entered = {} if has_form or query.get("act") else submitted.get("fields", {})
    visible = VisibleTable(table, viewpoint)
    context = {
        **common(visible),
        **visible.form_at(number, submitted["draft"], _Fields(query, entered)),
        "number": number,
        "amendment": kind,
        "entry_title": visible.title(number),
        "draft_signed": way["draft"],
        "saves": PREVIEW if kind == "correct" else CONTINUE,
        "form_at": form_at,
        "post_to": url_for("editing.typed", **way),
        "parts_at": url_for("editing.parts", **way),
        "empty_at": url_for("editing.form", **{**way, "draft": empty}),
        "undo": None,
        "redo": None,
    }
    return Page("amendments/edit.html", context, ("form", "bar"))


def _signed(table: Table, number: int, kind: str, entered: Mapping[str, Any]) -> str:
    text: str = _signer(table, number, kind).dumps(entered)
    return text
