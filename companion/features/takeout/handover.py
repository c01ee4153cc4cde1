"""Hand a table over to another companion, as a file or as QR codes, or all that is a phone's, as a file."""

from io import BytesIO

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.features.takeout.moving import lines_of_phone
from companion.features.takeout.session_file import MAX_CHUNKS, checksum, encode, session_file, split
from companion.forms.form import number
from companion.server.addresses import read_public_url
from companion.table.table import Table
from companion.table.visible_log import describe_parts
from companion.table.visible_table import VisibleTable
from companion.time_zone import today
from companion.views.http.error_pages import problem, respond
from companion.views.http.phone import all_tables, phone
from companion.views.http.requests import stored_table, visible_table_for, without_rules
from companion.views.http.responses import file_name, file_of, json_file
from companion.views.http.settings import SAVED, keep
from companion.views.render import qr_codes
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import common
from companion.views.table.table import address_at

bp, moving = Blueprint("handover", __name__), Blueprint("move", __name__)

LONGEST = 900
"""Characters of one QR code: 101 modules a side, each three to four pixels on a phone, which cameras read quickly."""
_LONGEST_ADDRESS = 200
_LONGEST_MOMENT = 16
_ADDRESS = Message("This is not the address of a companion. It looks like http://192.168.1.20:5000.")
NOT_YOURS = Message("The host and those who keep score hand a table over; where totals are hidden, only the host.")
_TO_SCAN = Message("Scan to take this table over")
_CHANGED = Message("Something was entered meanwhile, so these are new codes. Start again with code 1.")


def may_hand_over(table: VisibleTable) -> bool:
    """Return whether a phone may hand the table over: host and scorers, but only the host while totals are hidden."""
    return table.viewpoint.role == "host" or (table.is_scorer and not table.hides)


bp.add_app_template_global(may_hand_over)


@bp.get("/t/<session>/session.json")
@without_rules
def file(session: str) -> Response:
    """Download the whole table as a session file."""
    table = _table_to_hand_over(session)
    return json_file(session_file(table, all_tables().moment()), file_name(table, "session.json"))


@bp.get("/t/<session>/hand-over")
def show(session: str) -> Response:
    """Show the file and one QR code at a time; with the other companion's address, codes open its import page."""
    table = _table_to_hand_over(session)
    address = (request.args.get("to") or "").strip()[:_LONGEST_ADDRESS]
    to, fault = _read_address(address)
    moment = _moment()
    file = session_file(table, moment)
    draft, text = file["draft"], encode(file)
    pieces = split(text, LONGEST - len(_page_of(to)))
    is_old = request.args.get("mark") not in (None, checksum(text))
    at = 1 if is_old else number(request.args, "code", 1, len(pieces)) or 1
    content = _page_of(to) + pieces[at - 1]
    context = {
        **common(visible_table_for(session)),
        "typed": address,
        "to": to,
        "message": fault or (_CHANGED if is_old else None),
        "content": content,
        "qr": qr_codes.qr_svg(content, say(_TO_SCAN), dense=True) if len(pieces) <= MAX_CHUNKS else None,
        "at": at,
        "count": len(pieces),
        "mark": checksum(text),
        "moment": None if file == session_file(table, moment + 1000) else moment,
        "draft_description": describe_parts(table.game.form.describe_part, draft) if draft else None,
        "left": len(table.draft) - len(draft),
    }
    return respond("takeout/handover.html", 422 if fault else 200, **context)


def _moment() -> int:
    """Return the moment of the first code, so that a running clock is the same in all codes."""
    now, asked = all_tables().moment(), request.args.get("moment", "")
    is_moment = asked.isascii() and asked.isdigit() and len(asked) <= _LONGEST_MOMENT
    return min(int(asked), now) if is_moment else now


def _table_to_hand_over(session: str) -> Table:
    if not may_hand_over(visible_table_for(session)):
        abort(problem(NOT_YOURS, 403, session=session))
    return stored_table(session)


def _page_of(to: str | None) -> str:
    """Return the other companion's import URL, up to the fragment with the file; empty if it is unknown."""
    return "" if to is None else address_at(to, url_for("imports.show")) + "#"


def _read_address(text: str) -> tuple[str | None, Message | None]:
    """Return the other companion's address with a scheme, or a message if it is invalid."""
    if not text:
        return None, None
    try:
        return read_public_url(text if "//" in text else f"http://{text}"), None
    except ValueError:
        return None, _ADDRESS


_NAME = "companion.jsonl"


@moving.get("/move", endpoint="show")
def show_move() -> str:
    """Show how all that is this phone's goes to another companion."""
    return render_template("takeout/move.html", name=_NAME)


@moving.get("/move/companion.jsonl")
def everything() -> AnyResponse:
    """Download all that is this phone's as one file; it is noted when that was."""
    response = _file_of(phone() or 0, None, _NAME)
    keep(response, SAVED, today().isoformat())
    return response


@moving.get("/t/<session>/table.jsonl")
def table(session: str) -> Response:
    """Download a table as a file with which another phone goes on, as the same table."""
    return _file_of(phone() or 0, session, file_name(_table_to_hand_over(session), "jsonl"))


def _file_of(number: int, session: str | None, name: str) -> Response:
    content = BytesIO()
    for line in in_slices(all_tables().transfer(lines_of_phone, number, session)):
        content.write(f"{line}\n".encode())
    return file_of(content.getvalue(), "application/jsonl", name)
