"""A table: its page, the entry form, one entry, and what people do there."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion import share
from companion.forms import missing_part
from companion.game import Message
from companion.table import Table, Viewpoint
from companion.views.guard import phone, sessions
from companion.views.pages import (
    Page,
    common,
    enter_page,
    entry_page,
    entry_steps,
    needs_page,
    pad,
    people,
    table_page,
    where,
)
from companion.views.statistics import session_plot
from companion.views.words import say

bp = Blueprint("table", __name__)

_TO_SCAN = {"scorer": Message("Scan to keep score with us"), "viewer": Message("Scan to watch")}


def seen_by(session: str) -> tuple[Table, Viewpoint]:
    """The table and how the asking phone sees it; 404 for a phone that has not joined."""
    role = _role_at(session)
    table = sessions().table(session)
    if table is None:
        abort(404)
    return table, table.viewpoint(phone(), role)


def _role_at(session: str) -> str:
    number = phone()
    role = None if number is None else sessions().store.role(session, number)
    return role or abort(404)


def scored_by(session: str) -> str:
    """The role of a phone that may enter; 404 for one that has not joined, 403 for a viewer."""
    role = _role_at(session)
    return abort(403) if role == "viewer" else role


def hosted_by(session: str) -> Table:
    """The table for its host; 403 for everybody else."""
    table, viewpoint = seen_by(session)
    if viewpoint.role != "host":
        abort(403)
    return table


def shown(made: Page, status: int = 200) -> Response:
    return make_response(render_template(made.template, **made.context), status)


@bp.get("/t/<session>")
def show(session: str) -> Response:
    """The table's page. A big screen shows on it how others join, so each role is offered its own way in."""
    table, viewpoint = seen_by(session)
    made = table_page(table, viewpoint, request.args)
    return make_response(render_template(made.template, **made.context, join=_way_in(table, _offered(viewpoint.role))))


@bp.get("/t/<session>/sheet")
def sheet(session: str) -> str:
    """Every entry of the game, with all its steps."""
    table, viewpoint = seen_by(session)
    shows = table.shows(viewpoint)
    entries = [(row, entry_steps(table, row[0], shows)) for row in pad(table)]
    made = table_page(table, viewpoint, MultiDict({"sheet": "1"}))
    return render_template("sheet.html", **made.context, entries=entries, plot=session_plot(table))


@bp.get("/t/<session>/entries/<int:number>")
def entry(session: str, number: int) -> Response:
    table, viewpoint = seen_by(session)
    made = entry_page(table, viewpoint, MultiDict({"number": str(number)}))
    return shown(made, 200 if made.context["found"] else 404)


@bp.get("/t/<session>/entries/<int:number>/steps")
def steps(session: str, number: int) -> str:
    """The steps of one entry, to be put under its row in the score pad."""
    table, viewpoint = seen_by(session)
    if not 1 <= number <= len(table.played):
        abort(404)
    found = entry_steps(table, number, table.shows(viewpoint))
    return render_template("steps.html", **common(table, viewpoint), steps=found)


@bp.get("/t/<session>/share")
def shared(session: str) -> str:
    """The QR codes, codes and links by which others join; a viewer can pass on viewing only."""
    table, viewpoint = seen_by(session)
    role = viewpoint.role
    bases, base = _bases(), base_address()
    roles = dict.fromkeys((_offered(role), "viewer"))
    ways = [
        way | {"qr": share.qr_svg(way["link"], say(_TO_SCAN[way["role"]]))}
        for way in (_way_in(table, one) for one in roles)
    ]
    return render_template(
        "share.html", table=table, game=table.game, names=table.setup.players, role=role,
        where=where(table), ways=ways, bases=bases, base=base,
    )  # fmt: skip


@bp.get("/t/<session>/join.svg")
def join(session: str) -> Response:
    """The QR code that a big screen shows in its corner; a phone, which has no room for it, never asks."""
    table, viewpoint = seen_by(session)
    role = _offered(viewpoint.role)
    return Response(share.qr_picture(_way_in(table, role)["link"], role), mimetype="image/svg+xml")


def _offered(role: str) -> str:
    """The role that a phone may pass on first: a viewer's screen never shows the way to keep score."""
    return "viewer" if role == "viewer" else "scorer"


def _way_in(table: Table, role: str) -> dict[str, str]:
    """How others come to the table in a role: its code, its link, and the address they type."""
    base = base_address()
    link = base + url_for("joining.by_link", token=sessions().link_token(table, role))
    code = sessions().store.codes(table.id)[role]
    return {"role": role, "code": code, "link": link, "address": base.split("//")[1]}


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
    table, viewpoint = seen_by(session)
    return shown(needs_page(table, viewpoint, request.args))


@bp.get("/t/<session>/seats")
def seats(session: str) -> str:
    """Which seat is whose; a phone that may enter takes one here, or leaves it."""
    table, viewpoint = seen_by(session)
    return render_template(
        "seats.html", table=table, game=table.game, names=table.setup.players, role=viewpoint.role,
        can_sit=viewpoint.role != "viewer", own=viewpoint.own, people=people(table),
        where=where(table), version=table.version,
    )  # fmt: skip


@bp.get("/t/<session>/host")
def host(session: str) -> str:
    """What only the host can do: end the game, delete the session."""
    table = hosted_by(session)
    context = table_page(table, Viewpoint("host"), MultiDict({"sheet": "1"})).context
    joined, generation = len(sessions().store.members(session)), sessions().generation(table)
    return render_template("host.html", **context, joined=joined, generation=generation)


@bp.get("/t/<session>/enter")
def form(session: str) -> AnyResponse:
    table, viewpoint = seen_by(session)
    if viewpoint.role == "viewer" or table.state.finished:
        return redirect(url_for(".show", session=session))
    own = None if request.args else missing_part(table.game, viewpoint.own, table.draft)
    if own is not None:
        return redirect(url_for(".form", session=session, seat=own))
    return shown(enter_page(table, viewpoint, request.args))
