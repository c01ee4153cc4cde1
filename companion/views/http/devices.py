"""Further devices of a phone, such as a tablet, another browser or an app on the home screen: without accounts.

A pass, which is signed and expires, makes them this phone by one tap, with its seats, roles and past games.
"""

import re

from flask import Blueprint, g, redirect, request, url_for
from werkzeug.wrappers import Response

from companion import qr_codes
from companion.engine import Message
from companion.table.invites import PASS_MINUTES
from companion.table.table import Table
from companion.views.http.error_pages import problem, respond
from companion.views.http.identity import change_phone, former_token, phone, request_token_hash, role_at, sessions
from companion.views.render.template_helpers import say
from companion.views.table.table import address_at, base_address

bp = Blueprint("devices", __name__)

_APPLE = re.compile("iPhone|iPad|Macintosh")
_MOST_TABLES = 3
_NOTHING = Message("This browser has no tables yet. Join one, or open this page on the device that has your seat.")
_EXPIRED = Message(
    "This link is not valid, or was for {minutes} minutes only. On the device that has your seat, tap Use another"
    " device or browser on the home page, and open the link that is shown there.",
    minutes=PASS_MINUTES,
)
_TO_SCAN = Message("Scan with the other device")


@bp.get("/devices")
def show() -> Response:
    """Redirect to a page that shows a new pass of this phone."""
    if phone() is None:
        return problem(_NOTHING, 404, joining=True)
    token = sessions().invites.new_pass(request_token_hash(), "link")
    return redirect(url_for(".by_pass", token=token, table=request.args.get("table")), 303)


@bp.get("/devices/<token>")
def by_pass(token: str) -> Response:
    """Show a pass to the phone that it is for, as a QR code and a link; to other browsers the form that uses it."""
    owner = _owner(token)
    if owner is None:
        return problem(_EXPIRED, 410, joining=True)
    if owner != phone():
        return _asked(token, owner)
    link = address_at(base_address(), url_for(".by_pass", token=token, table=request.args.get("table")))
    qr = qr_codes.qr_svg(link, say(_TO_SCAN))
    former = sessions().phone(former_token())
    return respond("http/devices.html", link=link, qr=qr, minutes=PASS_MINUTES, has_former=former not in (None, owner))


@bp.get("/start/<token>")
def start(token: str) -> Response:
    """Open the app on a home screen, which has cookies of its own on older iPhones."""
    owner = None if phone() is not None else _owner(token)
    return redirect(url_for("home.show"), 303) if owner is None else _asked(token, owner)


@bp.app_template_global()
def manifest_address() -> str:
    """Return the path of the manifest; another one where it has a pass, as browsers keep it for a day."""
    is_own = g.get("phone") is not None and is_apple()
    return url_for("home.manifest", own=1 if is_own else None)


@bp.app_template_global()
def is_apple() -> bool:
    """Whether the browser is one of an iPhone, an iPad or a Mac."""
    return _APPLE.search(request.user_agent.string) is not None


def start_address() -> str:
    """Return the path at which an app on the home screen opens; on an iPhone it has a pass.

    Elsewhere an app has the cookies of its browser, and one that starts at a new address would be installed anew.
    """
    if phone() is None or not is_apple():
        return url_for("home.show")
    return url_for("devices.start", token=sessions().invites.new_pass(request_token_hash(), "start"))


@bp.post("/devices/<token>")
def become(token: str) -> Response:
    """Make this browser the phone of a pass, and redirect to its table."""
    owner = _owner(token)
    if owner is None:
        return problem(_EXPIRED, 410, joining=True)
    if owner != phone():
        change_phone(_cookie_of(token))
    table = request.args.get("table", "")
    return redirect(url_for("table.show", session=table) if role_at(table) else url_for("home.show"), 303)


@bp.post("/devices")
def back() -> Response:
    """Make this browser the phone that it was before a pass."""
    if sessions().phone(former_token()) is not None:
        change_phone(former_token())
    return redirect(url_for("home.show"), 303)


def _asked(token: str, owner: int) -> Response:
    tables = [table for _, table in sessions().tables_of(owner) if isinstance(table, Table)]
    seats = [(table.game, [table.setup.players[seat] for seat in table.seats_of(owner)]) for table in tables]
    return respond("http/become.html", token=token, seats=seats[:_MOST_TABLES], has_own=phone() is not None)


def _cookie_of(token: str) -> str:
    invites = sessions().invites
    owner = invites.phone_of_pass(token, "link") or invites.phone_of_pass(token, "start")
    return invites.new_pass(owner, "cookie") if owner else ""


def _owner(token: str) -> int | None:
    return sessions().phone(_cookie_of(token))
