"""A table: its page, the entry form, one entry, and what people do there."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message
from companion.game.form import seat_to_enter
from companion.sessions import qr_codes
from companion.sessions.time_slices import in_slices
from companion.sessions.visible_table import VisibleTable
from companion.storage.memberships import UNUSED_DAYS
from companion.views.access import require_host, stored_table, visible_table_for
from companion.views.guard import sessions
from companion.views.live_pages import (
    common,
    enter_page,
    entry_details,
    entry_page,
    entry_steps,
    needs_page,
    pad,
    people,
    table_page,
    where,
)
from companion.views.page_parts import Page
from companion.views.statistics import session_plot
from companion.views.template_helpers import say

bp = Blueprint("table", __name__)

_TO_SCAN = {"scorer": Message("Scan to keep score with us"), "viewer": Message("Scan to watch")}


def shown(made: Page, status: int = 200) -> Response:
    return make_response(render_template(made.template, **made.context), status)


@bp.get("/t/<session>")
def show(session: str) -> Response:
    """The table's page. A big screen shows on it how others join, so each role is offered its own way in."""
    table = visible_table_for(session)
    made, way = table_page(table, request.args), _way_in(table, _offered(table, table.viewpoint.role))
    return make_response(render_template(made.template, **made.context, join=way))


@bp.get("/t/<session>/sheet")
def sheet(session: str) -> str:
    """Every entry of the game, with all its steps."""
    table = visible_table_for(session)
    entries = [(row, entry_steps(table, row[0])) for row in pad(table)]
    made = table_page(table, MultiDict({"sheet": "1"}))
    return render_template("table/sheet.html", **made.context, entries=in_slices(entries), plot=session_plot(table))


@bp.get("/t/<session>/entries/<int:number>")
def entry(session: str, number: int) -> Response:
    made = entry_page(visible_table_for(session), MultiDict({"number": str(number)}))
    return shown(made, 200 if made.context["found"] else 404)


@bp.get("/t/<session>/entries/<int:number>/steps")
def steps(session: str, number: int) -> str:
    """The steps of one entry and what can be done with it, to be put under its row in the score pad."""
    table = visible_table_for(session)
    if not 1 <= number <= table.count:
        abort(404)
    return render_template("table/unfolded.html", **common(table), **entry_details(table, number))


@bp.get("/t/<session>/share")
def shared(session: str) -> str:
    """The QR codes, codes and links by which others join; a viewer can pass on viewing only."""
    table = visible_table_for(session)
    role = table.viewpoint.role
    bases, base = _bases(), base_address()
    roles = dict.fromkeys((_offered(table, role), "viewer"))
    ways = [
        way | {"qr": qr_codes.qr_svg(way["link"], say(_TO_SCAN[way["role"]]))}
        for way in (_way_in(table, one) for one in roles)
    ]
    return render_template(
        "table/share.html", table=table, game=table.game, names=table.setup.players, role=role,
        where=where(table), ways=ways, bases=bases, base=base, unused_days=UNUSED_DAYS,
    )  # fmt: skip


@bp.get("/t/<session>/join.svg")
def join(session: str) -> Response:
    """The QR code that a big screen shows in its corner; a phone, which has no room for it, never asks."""
    table = visible_table_for(session)
    role = _offered(table, table.viewpoint.role)
    return Response(qr_codes.qr_picture(_way_in(table, role)["link"], role), mimetype="image/svg+xml")


def _offered(table: VisibleTable, role: str) -> str:
    """The role that a phone may pass on first: a viewer's screen never shows the way to keep score, and nobody comes
    to keep the score of a game that is over."""
    return "viewer" if role == "viewer" or table.finished else "scorer"


def _way_in(table: VisibleTable, role: str) -> dict[str, Any]:
    """How others come to the table in a role: its code unless that has expired, its link, and the address they type."""
    base = base_address()
    link = base + url_for("joining.by_link", token=sessions().invites.link_token(stored_table(table.id), role))
    way = sessions().store.links(table.id)[role]
    return {"role": role, "code": None if way.is_unused else way.code, "link": link, "address": base.split("//")[1]}


def _bases() -> list[str]:
    """The addresses by which other phones reach this companion."""
    return current_app.config["BASES"] or [request.host_url.rstrip("/")]


def base_address() -> str:
    """The address to offer: the one asked for, else the one this phone itself came by, else the first."""
    bases = _bases()
    asked, own = request.args.get("base"), request.host_url.rstrip("/")
    for base in (asked, own):
        if base in bases:
            return base
    return bases[0]


@bp.get("/t/<session>/needs")
def needs(session: str) -> Response:
    """What each seat needs, where it follows from what is entered."""
    return shown(needs_page(visible_table_for(session), request.args))


@bp.get("/t/<session>/seats")
def seats(session: str) -> str:
    """Which seat is whose; a phone that may enter takes one here, or leaves it."""
    table = visible_table_for(session)
    return render_template(
        "table/seats.html", table=table, game=table.game, names=table.setup.players, role=table.viewpoint.role,
        can_sit=table.can_score, own=table.viewpoint.own, people=people(table),
        where=where(table), version=table.version,
    )  # fmt: skip


@bp.get("/t/<session>/host")
def host(session: str) -> str:
    """What only the host can do: end the game, delete the session."""
    table = require_host(session)
    context = table_page(table, MultiDict({"sheet": "1"})).context
    joined, generation = len(sessions().store.members(session)), sessions().invites.generation(stored_table(session))
    return render_template("table/host.html", **context, joined=joined, generation=generation)


@bp.get("/t/<session>/enter")
def form(session: str) -> AnyResponse:
    table = visible_table_for(session)
    if not table.can_score or table.finished:
        return redirect(url_for(".show", session=session))
    own = None if request.args else seat_to_enter(table.game, table.viewpoint.own, stored_table(session).draft)
    if own is not None:
        return redirect(url_for(".form", session=session, seat=own))
    return shown(enter_page(table, request.args))
