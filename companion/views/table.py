"""A table: its page, the entry form, one entry, and what people do there."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion import share
from companion.forms import missing_part
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

bp = Blueprint("table", __name__)


def seen_by(session: str) -> tuple[Table, Viewpoint]:
    """The table and how the asking phone sees it; 404 for a phone that has not joined."""
    number = phone()
    role = None if number is None else sessions().store.role(session, number)
    table = sessions().table(session) if role else None
    if table is None or role is None:
        abort(404)
    return table, table.viewpoint(number, role)


def scored_by(session: str) -> Table:
    """The table for a phone that may enter; 403 for a viewer."""
    table, viewpoint = seen_by(session)
    if viewpoint.role == "viewer":
        abort(403)
    return table


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
    table, viewpoint = seen_by(session)
    return shown(table_page(table, viewpoint, request.args))


@bp.get("/t/<session>/sheet")
def sheet(session: str) -> str:
    """Every entry of the game, with all its steps."""
    table, viewpoint = seen_by(session)
    shows = table.shows(viewpoint)
    entries = [(row, entry_steps(table, row[0], shows)) for row in pad(table)]
    made = table_page(table, viewpoint, MultiDict({"sheet": "1"}))
    return render_template("sheet.html", **made.context, entries=entries)


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
    roles = ("viewer",) if role == "viewer" else ("scorer", "viewer")
    codes = sessions().store.codes(session)
    ways = []
    for way in roles:
        link = base + url_for("joining.by_link", token=sessions().link_token(table, way))
        ways.append({"role": way, "code": codes[way], "link": link, "qr": share.qr_svg(link, way)})
    return render_template(
        "share.html", table=table, game=table.game, names=table.setup.players, role=role,
        where=where(table), ways=ways, bases=bases, base=base,
    )  # fmt: skip


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
    return render_template("host.html", **table_page(table, Viewpoint("host"), MultiDict({"sheet": "1"})).context)


@bp.get("/t/<session>/enter")
def form(session: str) -> AnyResponse:
    table, viewpoint = seen_by(session)
    if viewpoint.role == "viewer" or table.state.finished:
        return redirect(url_for(".show", session=session))
    own = None if request.args else missing_part(table.game, viewpoint.own, table.draft)
    if own is not None:
        return redirect(url_for(".form", session=session, seat=own))
    return shown(enter_page(table, viewpoint, request.args))
