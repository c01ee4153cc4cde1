"""The pages of a table: standings, entry form, one entry, sharing, seats and host."""

from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.features import has_server
from companion.forms.form import seat_to_enter
from companion.storage.rows.memberships import UNUSED_DAYS
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import respond
from companion.views.http.phone import all_tables
from companion.views.http.requests import require_host, stored_table, visible_table_for, without_entries
from companion.views.render import qr_codes
from companion.views.render.plots import session_plot
from companion.views.render.template_helpers import Page, say
from companion.views.table import live_pages
from companion.views.table.standings import final_context, seats_named

bp = Blueprint("table", __name__)

_TO_SCAN = {"scorer": Message("Scan to keep score with us"), "viewer": Message("Scan to watch")}


def render_page(page: Page, status: int = 200, **context: Any) -> Response:
    """Render a page as a response, with more `context`."""
    return respond(page.template, status, **{**page.context, **context})


@bp.get("/t/<session>")
@without_entries
def show(session: str) -> Response:
    """Show the table, with the invitation that big screens display."""
    table = visible_table_for(session)
    if stored_table(session).row.is_totals_only:
        return _totals_only(table)
    invitation = _invitation(table, _offered(table, table.viewpoint.role))
    return render_page(live_pages.table_page(table, request.args), join=invitation)


def _totals_only(table: VisibleTable) -> Response:
    context = {**live_pages.common(table), **final_context(table), "plates": table.plates, "is_scored": table.is_scored}
    context["begins"] = next((draw.description for draw in table.draws.values()), None)
    return respond("table/totals-only.html", **context, role=table.viewpoint.role)


@bp.get("/t/<session>/sheet")
def sheet(session: str) -> str:
    """Show every entry of the game with all its steps."""
    table = visible_table_for(session)
    entries = [(row, live_pages.reasons(table.game, table.steps(row.number))) for row in live_pages.pad(table)]
    page = live_pages.table_page(table, MultiDict({"sheet": "1"}))
    return render_template("table/sheet.html", **page.context, entries=in_slices(entries), plot=session_plot(table))


@bp.get("/t/<session>/entries/<int:number>")
def entry(session: str, number: int) -> Response:
    """Show one entry; 404 if there is none with this number."""
    page = live_pages.entry_page(visible_table_for(session), MultiDict({"number": str(number)}))
    return render_page(page, 200 if page.context["found"] else 404)


@bp.get("/t/<session>/entries/<int:number>/steps")
def steps(session: str, number: int) -> str:
    """Return the fragment that htmx puts under a row of the score pad; 404 if there is no such entry."""
    table = visible_table_for(session)
    if not 1 <= number <= table.count:
        abort(404)
    return render_template("table/unfolded.html", **live_pages.common(table), **live_pages.entry_details(table, number))


@bp.get("/t/<session>/share")
def shared(session: str) -> str:
    """Show QR codes, codes and links to join; viewers can invite viewers only. A host is asked for the own seat."""
    table = visible_table_for(session)
    role = table.viewpoint.role
    if not has_server():
        return render_template("table/alone.html", **live_pages.common(table), role=role)
    bases, base = _bases(), base_address()
    roles = dict.fromkeys((_offered(table, role), "viewer"))
    invitations = [
        invitation | {"qr": qr_codes.qr_svg(invitation["link"], say(_TO_SCAN[invitation["role"]]))}
        for invitation in (_invitation(table, invited_role) for invited_role in roles)
    ]
    is_asked = role == "host" and not (table.finished or table.viewpoint.own_seats)
    free = [seat for seat in range(table.setup.seats) if seat not in table.claims] if is_asked else []
    return render_template(
        "table/share.html", **live_pages.common(table), role=role, invitations=invitations, bases=bases, base=base,
        unused_days=UNUSED_DAYS, withdrawals=all_tables().invites.row(stored_table(session)).withdrawals, free=free,
    )  # fmt: skip


@bp.get("/t/<session>/join.svg")
def join(session: str) -> Response:
    """Serve the QR code for big screens; small ones never request it."""
    table = visible_table_for(session)
    role = _offered(table, table.viewpoint.role)
    return Response(qr_codes.qr_svg(_invitation(table, role)["link"], role), mimetype="image/svg+xml")


def _offered(table: VisibleTable, role: str) -> str:
    """Return the role to invite to first: viewers may invite viewers only, and a finished game needs no scorers."""
    return "viewer" if role == "viewer" or table.finished else "scorer"


def _invitation(table: VisibleTable, role: str) -> dict[str, Any]:
    """Return how to join in a role: the code (None if expired), the link, and the address to type."""
    base, invites = base_address(), all_tables().invites
    link = address_at(base, url_for("joining.by_link", token=invites.link_token(stored_table(table.id), role)))
    return {"role": role, "code": invites.code(table.id, role), "link": link, "address": base.split("//")[1]}


def _bases() -> list[str]:
    return current_app.config["BASES"] or [request.url_root.rstrip("/")]


def base_address() -> str:
    """Return the address to share: the requested one, else the one of this request, else the first."""
    bases = _bases()
    wanted = (request.args.get("base"), request.url_root.rstrip("/"))
    return next((base for base in wanted if base in bases), bases[0])


def address_at(base: str, address: str) -> str:
    """Return an address of this site below a base URL, which may have another path than this request."""
    return base + address.removeprefix(request.script_root)


@bp.get("/t/<session>/needs")
def needs(session: str) -> Response:
    """Show what each seat needs, as far as the entries show."""
    return render_page(live_pages.needs_page(visible_table_for(session), request.args))


@bp.get("/t/<session>/seats")
def seats(session: str) -> Response:
    """Show which phone has which seat; scorers can take or leave one."""
    return seats_page(visible_table_for(session))


def seats_page(table: VisibleTable, status: int = 200, message: Message | None = None) -> Response:
    """Return the page of the seats; with `message`, why the posted act on one was refused."""
    return respond(
        "table/seats.html", status, **live_pages.common(table), role=table.viewpoint.role, message=message,
        own=table.viewpoint.own_seats, people=live_pages.people(table), can_widen=table.game.widening is not None,
    )  # fmt: skip


@bp.get("/t/<session>/host")
def host(session: str) -> str:
    """Show the host's actions: end the game, renew links, delete the session; 403 for others."""
    table = require_host(session)
    context = live_pages.table_page(table, MultiDict({"sheet": "1"})).context
    joined = len(all_tables().phone_labels(session))
    generation = all_tables().invites.row(stored_table(session)).generation
    return render_template("table/host.html", **context, joined=joined, generation=generation,
                           can_widen=table.game.widening is not None)  # fmt: skip


@bp.get("/t/<session>/enter")
def form(session: str) -> AnyResponse:
    """Show the entry form; redirect a phone with a seat to the part of that seat."""
    table = visible_table_for(session)
    if not table.can_score or table.finished:
        return redirect(url_for(".show", session=session))
    own_seat = seat_to_enter(table.game, table.viewpoint.own_seats, stored_table(session).draft)
    if own_seat is not None and not request.args:
        return redirect(url_for(".form", session=session, seat=own_seat))
    return render_page(live_pages.enter_page(table, request.args))


@bp.get("/t/<session>/totals/<int:seat>")
def total(session: str, seat: int) -> str:
    """Explain a seat's total, entry by entry, and its place."""
    table = visible_table_for(session)
    if seat >= table.setup.seats:
        abort(404)
    standing = table.standing
    settled = [] if standing is None else [step for step in standing.reasons if seat in seats_named(step)]
    return render_template(
        "table/total.html",
        **live_pages.common(table),
        seat=seat,
        total=table.totals[seat],
        place=next(place for place, other, _ in table.plates if other == seat),
        settled=live_pages.reasons(table.game, settled),
        parts=in_slices(_parts(table, seat)[::-1] if table.shows(seat) else []),
    )


def _parts(table: VisibleTable, seat: int) -> list[dict[str, Any]]:
    """Return each entry that changed the seat's total: number, title, steps, and the total after it."""
    rows = []
    for number in range(1, table.count + 1):
        seat_steps = [step for step in table.steps(number) if step.seat == seat]
        points, after = table.points(number)[seat], table.totals_after(number)[seat]
        if seat_steps or points:
            steps, title = live_pages.reasons(table.game, seat_steps), table.title(number)
            rows.append({"number": number, "title": title, "points": points, "after": after, "steps": steps})
    return rows
