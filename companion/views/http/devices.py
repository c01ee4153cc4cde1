"""Further devices of a phone, such as a tablet, another browser or an app on the home screen: without accounts.

A pass, which is signed and expires, makes them this phone by one tap, with its seats, roles and past games.
"""

import re
from contextlib import suppress
from typing import Any

from flask import Blueprint, g, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.engine import Message
from companion.storage.credentials import token_hash
from companion.table.invites import PASS_MINUTES, USED, Device, Devices, NotJoinable, kind_of
from companion.table.table import Table
from companion.views.http.error_pages import problem, respond
from companion.views.http.phone import NAME, all_tables, change_phone, former_phones, phone, request_token_hash, role_at
from companion.views.render import qr_codes
from companion.views.render.template_helpers import say
from companion.views.table.table import address_at, base_address

bp = Blueprint("devices", __name__)

_APPLE = re.compile("iPhone|iPad|Macintosh")
_MOST_TABLES = 3
_NOTHING = Message("This browser has no tables yet. Join one, or open this page on the device that has your seat.")
_NONE_BEFORE = Message("This browser has had no other tables. Join one by its code or its QR code.")
_TO_SCAN = Message("Scan with the other device")


@bp.get("/devices")
def show() -> Response:
    """Redirect to a page that shows a new pass of this phone."""
    if phone() is None:
        return problem(_NOTHING, 404, joining=True)
    token = all_tables().devices.new_pass(request_token_hash(), "link")
    return redirect(url_for(".by_pass", token=token, table=request.args.get("table")), 303)


@bp.get("/devices/<token>")
def by_pass(token: str) -> Response:
    """Show a pass to the phone that it is for, with its devices; to other browsers the form that uses the pass."""
    owner, is_used = _devices().owner(token, "link"), _devices().is_used(token, "link")
    if owner != phone():
        if is_used:
            raise NotJoinable(USED)
        return _asked(token, owner, "link")
    if is_used:
        return redirect(url_for(".show", table=request.args.get("table")), 303)
    own = request_token_hash()
    _devices().note_use(own, kind_of(request.user_agent.string))
    _devices().note_seen(owner, own)
    link = address_at(base_address(), url_for(".by_pass", token=token, table=request.args.get("table")))
    return respond(
        "http/devices.html",
        link=link,
        qr=qr_codes.qr_svg(link, say(_TO_SCAN)),
        minutes=PASS_MINUTES,
        devices=_devices().of(owner, own),
    )


@bp.post("/devices/<token>", defaults={"use": "link"})
@bp.post("/start/<token>", defaults={"use": "start"})
def become(token: str, use: str) -> Response:
    """Make this browser, or an app that may have lost its cookies, the phone of a pass, and redirect to its table."""
    if _devices().owner(token, use) != phone():
        new = all_tables().invites.new_phone_token(request.form.get(NAME, ""))
        _devices().join(token, use, token_hash(new), kind_of(request.user_agent.string))
        change_phone(new)
    return _to_table()


@bp.get("/start/<token>")
def start(token: str) -> Response:
    """Open the app on a home screen, which has cookies of its own on older iPhones."""
    if phone() is None and not _devices().is_used(token, "start"):
        with suppress(NotJoinable):  # the app opens without the seat
            return _asked(token, _devices().owner(token, "start"), "start")
    return redirect(url_for("home.show"), 303)


@bp.post("/devices/own/end")
def end() -> Response:
    """End one device of this phone, or all but this one."""
    if (number := phone()) is None:
        return problem(_NOTHING, 404, joining=True)
    _devices().end(number, request_token_hash(), request.form.get("device", ""))
    return redirect(url_for(".show"), 303)


@bp.get("/devices/own/before")
def before() -> Response:
    """Show whose tables this browser had before, each with the form that goes back to them."""
    phones = {each: _seats(each) for each in former_phones()}
    return respond("http/before.html", phones=phones) if phones else problem(_NONE_BEFORE, 404, joining=True)


@bp.post("/devices")
def back() -> Response:
    """Make this browser a phone that it was before, and redirect to its table."""
    for number, token in former_phones().items():
        if request.form.get("of") == str(number):
            change_phone(token)
    return _to_table()


@bp.app_template_global()
def manifest_address() -> str:
    """Return the path of the manifest; another one where it has a pass, as browsers keep it for a day."""
    is_own = g.get("phone") is not None and is_apple()
    return url_for("home.manifest", own=1 if is_own else None)


bp.add_app_template_global(former_phones)


@bp.app_template_global()
def new_devices() -> list[Device]:
    """Return the devices that have joined this phone, for its first one until it has seen them in the list."""
    number = phone()
    return [] if number is None else _devices().news(number, request_token_hash())


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
    return url_for("devices.start", token=all_tables().devices.new_pass(request_token_hash(), "start"))


def _devices() -> Devices:
    return all_tables().devices


def _to_table() -> Response:
    table = request.args.get("table", "")
    return redirect(url_for("table.show", session=table) if role_at(table) else url_for("home.show"), 303)


def _asked(token: str, owner: int, use: str) -> Response:
    address = url_for(".become", token=token, use=use, table=request.args.get("table"))
    return respond("http/become.html", address=address, seats=_seats(owner))


def _seats(owner: int) -> list[Any]:
    """Return the games of a phone's latest tables, each with the names on its seats, or all where it has none."""
    tables = [table for _, table in all_tables().tables_of(owner) if isinstance(table, Table)]
    return [
        (table.game, [table.setup.players[seat] for seat in table.seats_of(owner)] or table.setup.players)
        for table in tables[:_MOST_TABLES]
    ]
