"""Putting right what was entered: an earlier entry corrected, taken out or put in; redo; and the log of all acts."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.acts import Conflict
from companion.forms import number as whole_number
from companion.game import Message, RuleError
from companion.record import Blocked
from companion.table import Table, Viewpoint
from companion.views.acts import act, not_entered, on_version, overtaken
from companion.views.answers import gone_to
from companion.views.guard import sessions
from companion.views.history import log_of
from companion.views.outlook import outlook
from companion.views.pages import common, entry_title
from companion.views.table import scored_by, seen_by

bp = Blueprint("amending", __name__)
bp.register_error_handler(RuleError, not_entered)
bp.register_error_handler(Conflict, overtaken)
bp.after_request(on_version)


@bp.get("/t/<session>/log")
def log(session: str) -> str:
    """Every act of the session: who, when, what it was before and after; nothing is ever erased."""
    table, viewpoint = seen_by(session)
    rows = log_of(table, viewpoint, whole_number(request.args, "before", 2, 9999))
    earlier = rows[-1].number if rows and rows[-1].number > 1 else None
    return render_template("log.html", **common(table, viewpoint), rows=rows, earlier=earlier)


@bp.post("/t/<session>/redo")
def redo(session: str) -> AnyResponse:
    """Do the act again that was taken back last."""
    scored_by(session)
    sessions().redo(session, act())
    return gone_to(url_for("table.show", session=session))


@bp.get("/t/<session>/entries/<int:number>/remove")
def asked_to_remove(session: str, number: int) -> Response:
    """What taking an entry out would change, before it is done."""
    table, viewpoint = amended_by(session, number)
    return shown_outlook(table, viewpoint, number, "remove", {"entry": table.entries[number - 1].number})


@bp.post("/t/<session>/entries/<int:number>/remove")
def remove(session: str, number: int) -> AnyResponse:
    table, viewpoint = amended_by(session, number)
    body = {"entry": table.entries[number - 1].number}
    try:
        sessions().amend(session, act(), "remove", body, viewpoint.role)
    except RuleError as error:
        return shown_outlook(table, viewpoint, number, "remove", body, error)
    return gone_to(url_for("table.show", session=session))


def amended_by(session: str, number: int) -> tuple[Table, Viewpoint]:
    """The table for a phone that may enter, where that entry stands; 403 or 404 otherwise."""
    scored_by(session)
    table, viewpoint = seen_by(session)
    if not 1 <= number <= len(table.entries):
        abort(404)
    return table, viewpoint


def shown_outlook(
    table: Table,
    viewpoint: Viewpoint,
    number: int,
    kind: str,
    body: Any,
    refused: RuleError | None = None,
    again: str = "",
) -> Response:
    """What an amendment changes and the button that does it, or why it cannot be and which entry stands against it."""
    found = None
    if refused is None:
        try:
            found = outlook(table, viewpoint, kind, body)
        except RuleError as error:
            refused = error
    context = {
        **common(table, viewpoint),
        "number": number,
        "kind": kind,
        "again": again,
        "typed": request.args.get("typed") or request.form.get("typed"),
        "entry_title": entry_title(table, number),
        "outlook": found,
        "fault": None if refused is None else _fault(table, refused),
        "blocked": refused.place if isinstance(refused, Blocked) else None,
    }
    return make_response(render_template("amend.html", **context), 200 if found else 422)


def _fault(table: Table, refused: RuleError) -> Message:
    if not isinstance(refused, Blocked):
        return refused.message
    entry = entry_title(table, refused.place)
    return Message("{entry} could not stand then: {reason}.", entry=entry, reason=refused.message)
