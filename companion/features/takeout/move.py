"""The pages that move what is a phone's to another companion, and let another phone go on with a table."""

from flask import Blueprint, Response, abort, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.engine.pause import in_slices
from companion.features.takeout.handover import NOT_YOURS, may_hand_over
from companion.features.takeout.moving import lines_of_phone
from companion.time_zone import today
from companion.views.http.error_pages import problem
from companion.views.http.phone import all_tables, phone
from companion.views.http.requests import visible_table_for
from companion.views.http.responses import file_name, file_of
from companion.views.http.settings import SAVED, keep

bp = Blueprint("move", __name__)

_NAME = "companion.jsonl"


@bp.get("/move")
def show() -> str:
    """Show how all that is this phone's goes to another companion."""
    return render_template("takeout/move.html", name=_NAME)


@bp.get("/move/companion.jsonl")
def everything() -> AnyResponse:
    """Download all that is this phone's as one file; it is noted when that was."""
    response = _file_of(phone() or 0, None, _NAME)
    keep(response, SAVED, today().isoformat())
    return response


@bp.get("/t/<session>/table.jsonl")
def table(session: str) -> Response:
    """Download a table as a file with which another phone goes on, as the same table."""
    visible = visible_table_for(session)
    if not may_hand_over(visible):
        abort(problem(NOT_YOURS, 403, session=session))
    return _file_of(phone() or 0, session, file_name(visible, "jsonl"))


def _file_of(number: int, session: str | None, name: str) -> Response:
    lines = in_slices(all_tables().transfer(lines_of_phone, number, session))
    return file_of(b"".join(f"{line}\n".encode() for line in lines), "application/jsonl", name)
