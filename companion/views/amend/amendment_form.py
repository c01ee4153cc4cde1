"""The entry form for correcting an earlier entry or inserting one; what is typed is part of the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError
from companion.game.pages.form import FormError, Posted, Whole, part_values
from companion.scoring.scoresheet import END
from companion.sessions.actions import END_HAS_NO_FORM
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.sessions.version_checks import Conflict
from companion.views.amend.amendments import find_amended_entry
from companion.views.amend.saving import handle_gone, preview_typed, save_correction, save_insertion
from companion.views.http.error_pages import problem, redirect_to
from companion.views.http.identity import read_action, require_scorer
from companion.views.render.templating import Page, rendered
from companion.views.table.live_pages import common
from companion.views.table.refused_actions import handle_rule_error
from companion.views.table.table import render_page
from companion.views.table.typed_entries import address_of, sign, typed_values

bp = Blueprint("amendment_form", __name__)
bp.register_error_handler(RuleError, handle_rule_error)
bp.register_error_handler(Conflict, handle_gone)

KINDS = ("correct", "insert")
PREVIEW, CONTINUE = Message("Preview the correction"), Message("Continue")
"""Labels of the form's button; nothing is saved before the preview that follows."""


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def form(session: str, number: int, kind: str) -> AnyResponse:
    """Show the form with the values of the entry; if the address has a complete entry, preview what it changes."""
    table, viewpoint, number = _edited_by(session, number, kind)
    entered = typed_values(table, number, kind)
    if entered["entry"] is not None:
        return preview_typed(table, viewpoint, number, kind, entered)
    return render_page(_page(table, viewpoint, number, kind, entered, request.args))


@bp.get("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/parts")
def parts(session: str, number: int, kind: str) -> Response:
    """Return the parts of the form for the current input, before anything is posted."""
    table, viewpoint, number = _edited_by(session, number, kind)
    # The address has all fields of the form: a missing checkbox is an unticked one.
    content = _page(
        table, viewpoint, number, kind, typed_values(table, number, kind), request.args, has_form=len(request.args) > 1
    )
    return jsonify(version=table.version, phones=1, parts=rendered(content))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>/form")
def typed(session: str, number: int, kind: str) -> AnyResponse:
    """Read a part or a whole entry; redirect to the next part or to the preview."""
    table, viewpoint, number = _edited_by(session, number, kind)
    known = typed_values(table, number, kind)
    state = table.states[number - 1]
    try:
        parsed = table.game.form.read(request.form, state, known["draft"])
    except (FormError, RuleError) as error:
        if request.htmx:  # type: ignore[attr-defined]
            return problem(_fault(table, viewpoint, error), 422, session=table.id)
        page = _page(table, viewpoint, number, kind, known, request.form)
        message = _fault(table, viewpoint, error)
        return render_page(Page(page.template, {**page.context, "message": message}, page.parts), 422)
    if not isinstance(parsed, Whole):
        draft = {**known["draft"], **part_values(parsed)}
        entry = table.game.form.entry_from_draft(state, draft)
    else:
        draft, entry = known["draft"], parsed.entry
    return redirect_to(address_of(table, number, kind, {**known, "draft": draft, "entry": entry, "fields": {}}))


@bp.post("/t/<session>/entries/<int:number>/<any(correct, insert):kind>")
def amend(session: str, number: int, kind: str) -> AnyResponse:
    """Save the entry that is signed in the address."""
    require_scorer(session)
    action = read_action()
    table, viewpoint, number = _edited_by(session, number, kind)
    entered = typed_values(table, number, kind)
    if entered["entry"] is None:
        abort(400)
    if kind == "correct":
        entered["version"] = min(entered["version"], action.base_version)
        after = save_correction(table, viewpoint, number, entered)
    else:
        after = save_insertion(table, viewpoint, number, entered["entry"])
    if isinstance(after, Table):
        return redirect_to(url_for("table.entry", session=session, number=min(number, len(after.entries))))
    return after


def _edited_by(session: str, number: int, kind: str) -> tuple[Table, Viewpoint, int]:
    """Return table, viewpoint and entry number; raise `RuleError` for the end of the game, which has no form."""
    table, viewpoint, number = find_amended_entry(session, number)
    if kind == "correct" and table.entries[number - 1].body == END:
        raise RuleError(END_HAS_NO_FORM)
    return table, viewpoint, number


def _fault(table: Table, viewpoint: Viewpoint, error: FormError | RuleError) -> Message:
    return VisibleTable(table, viewpoint).fault(error.message)


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
    entered = {} if has_form or query.get("act") else submitted.get("fields", {})
    visible = VisibleTable(table, viewpoint)
    context = {
        **common(visible),
        **visible.form_at(number, submitted["draft"], _Fields(query, entered)),
        "number": number,
        "amendment": kind,
        "entry_title": visible.title(number),
        "saves": PREVIEW if kind == "correct" else CONTINUE,
        **_addresses(table, number, kind, submitted),
        "question": None,
        "undo": None,
        "redo": None,
    }
    return Page("amend/edit.html", context, ("form", "bar"))


def _addresses(table: Table, number: int, kind: str, submitted: dict[str, Any]) -> dict[str, Any]:
    """Return the signed draft, and the addresses of the form that carry it."""
    address_fields: dict[str, Any] = {
        "session": table.id,
        "number": str(number),
        "kind": kind,
        "line": str(table.entries[number - 1].number),
        "draft": sign(table, number, kind, submitted),
    }
    empty = sign(table, number, kind, {**submitted, "draft": {}, "entry": None, "fields": {}})

    def form_at(**fields: Any) -> str:
        return url_for("amendment_form.form", **{**address_fields, **fields})

    return {
        "draft_signed": address_fields["draft"],
        "form_at": form_at,
        "post_to": url_for("amendment_form.typed", **address_fields),
        "parts_at": url_for("amendment_form.parts", **address_fields),
        "empty_at": form_at(draft=empty),
    }
