"""Actions at a table: enter, undo, take a seat, end, rematch, delete; and the pages of those that were not done.

An action is refused by the rules, in conflict with other phones, or to be confirmed.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from flask import Blueprint, Response, abort, g, make_response
from htmx_flask import request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.engine import MOST_SEATS, Message, RuleError, joined, joined_seats
from companion.forms.form import FormError, Part, Parts, Whole, kept_fields, number, part_values, seat_to_enter
from companion.forms.pieces import Pieces
from companion.scoring.replay import AmendmentBlocked
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table import actions as table_actions
from companion.table.changes import last_undoable, table_at
from companion.table.corrections import Version, lines_of, pieces_of_event, pieces_of_posted
from companion.table.draws import FIRST, ORDER, TEAMS
from companion.table.table import Table, Viewpoint
from companion.table.visible_table import VisibleTable
from companion.views.http import identity
from companion.views.http.error_pages import NOT_JOINED, NOT_SURE, is_confirmed_deletion, problem, redirect_to
from companion.views.render.template_helpers import own_path, rendered, url_for
from companion.views.table.amended_entry import AmendedEntry, read_now
from companion.views.table.live_pages import audience_of, enter_page, page
from companion.views.table.table import render_page, seats_page

bp = Blueprint("actions", __name__)
bp.after_app_request(identity.add_version_headers)

Parsed = Part | Parts | Whole
_TITLES = {
    "actions.end": Message("stop the game here"),
    "actions.rematch": Message("a rematch"),
    "amendments.redo": Message("do again what was taken back"),
}
_FORM_ENDPOINTS = ("actions.enter", "actions.undo", "actions.end", "actions.rematch")


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Save a part of an entry or a whole one; if it is refused, show the form again with the reason."""
    identity.require_scorer(session)
    posted = request.form
    entry = table_actions.PostedForm(posted, posted.get("question"), "sure" in posted, "confirmed" in posted)
    table = identity.cache_table(identity.all_tables().enter(session, identity.read_request(), entry))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    return _render_next_page(table, "table.form")


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    """Undo the last action, and show the page that asked for it."""
    role = identity.require_scorer(session)
    table = identity.cache_table(
        identity.all_tables().undo(session, identity.read_request(), role, identity.posted_event())
    )
    is_form = request.form.get("back") == "enter"
    return _render_next_page(table, "table.form" if is_form else "table.show", _shown_seat())


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Assign a seat to this phone, or release it; whoever takes one goes on to the form while the game runs."""
    role = identity.require_scorer(session)
    seat, leaves = identity.posted_number("seat", 0, MOST_SEATS - 1), request.form.get("leave") is not None
    table = identity.cache_table(identity.all_tables().sit(session, identity.read_request(), role, seat, not leaves))
    if leaves:
        return redirect_to(url_for("table.seats", session=session))
    if request.form.get("back") == "share":
        return redirect_to(url_for("table.shared", session=session))
    if table.state.finished:
        return redirect_to(url_for("table.show", session=session))
    # The page of the form would redirect to the same, which costs a phone one more round trip.
    own_seats = table.viewpoint(identity.phone(), role).own_seats
    own_seat = seat_to_enter(table.game, own_seats, table.draft)
    return redirect_to(url_for("table.form", session=session, seat=own_seat))


@bp.post("/t/<session>/draw")
def draw(session: str) -> AnyResponse:
    """Draw who begins, the order of the seats or the teams by lot; with a seat, that one begins."""
    identity.require_scorer(session)
    seat = number(request.form, "seat", 0, MOST_SEATS - 1)
    what = request.form.get("what") if seat is None else FIRST
    if what not in (FIRST, ORDER, TEAMS):
        abort(400)
    table = identity.cache_table(identity.all_tables().draw(session, identity.read_request(), what, seat))
    return _render_next_page(table, "table.show")


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """End the game early; its current totals are final."""
    identity.require_host(session)
    identity.cache_table(identity.all_tables().end(session, identity.read_request()))
    return redirect_to(url_for("table.show", session=session))


@bp.post("/t/<session>/rematch")
def rematch(session: str) -> AnyResponse:
    """Open a table with the same players and options."""
    identity.require_scorer(session)
    return redirect_to(url_for("table.show", session=identity.all_tables().rematch(session, identity.read_request())))


@bp.post("/t/<session>/delete")
def delete(session: str) -> AnyResponse:
    """Delete the session for good; only if the confirmation box is ticked."""
    service = identity.all_tables()
    if not service.deletion.is_deleted(session):
        # Nothing else of the table is needed: its game may not be installed any more.
        if identity.current_role(session) != "host":
            abort(403)
        if not is_confirmed_deletion():
            return problem(NOT_SURE, 422, session=session)
        service.deletion.delete(session)
    return redirect_to(url_for("home.show"))


def _render_next_page(table: Table, endpoint: str, shown: Mapping[str, str] = MappingProxyType({})) -> AnyResponse:
    """Return the parts of the next page if the phone shows it, else a redirect; `shown` are form fields that stay."""
    visible = identity.visible_table_for(table.id)
    name = "enter" if endpoint == "table.form" else "table"
    query: dict[str, Any] = {**shown, **_next_form_fields(table, visible.viewpoint)} if name == "enter" else {}
    # The version that the phone saw, if earlier entries changed between it and this action.
    base, address = identity.current_request().base_version, url_for(endpoint, session=table.id, **query)
    since: dict[str, Any] = {"since": str(base)} if visible.log.changed_since(base) else {}
    shown_at = _split(request.htmx.current_url) if request.htmx else None
    if shown_at is None or shown_at._replace(scheme="", netloc="", fragment="").geturl() != address:
        return redirect_to(url_for(endpoint, session=table.id, **query, **since) if since else address)
    fields: MultiDict[str, str] = MultiDict({**query, **since})
    # Its stream has just sent the same, unless this tells what came meanwhile.
    audience = None if since else audience_of(name, visible, fields)
    sent = audience and identity.all_tables().live.parts_at(table.id, audience, visible.version)
    parts = sent or rendered(page(name, visible, fields))
    swapped = [part.replace(f'id="{id}"', f'id="{id}" hx-swap-oob="outerMorph"', 1) for id, part in parts.items()]
    return make_response("".join(swapped))


def _next_form_fields(table: Table, viewpoint: Viewpoint) -> dict[str, str]:
    """Return the fields of the next form: its display settings, and the phone's own seat if it has one."""
    next_seat = seat_to_enter(table.game, viewpoint.own_seats, table.draft)
    return kept_fields(table.game, request.form) | ({} if next_seat is None else {"seat": str(next_seat)})


def _shown_seat() -> dict[str, str]:
    """Return the seat whose part the phone shows, so that an undo returns to a half-entered form."""
    shown = dict(parse_qsl(_split(request.htmx.current_url).query)) if request.htmx else {}
    return {"seat": shown["seat"][:8]} if shown.get("seat", "").isdigit() else {}


def _split(address: str | None) -> SplitResult:
    try:
        return urlsplit(address or "")
    except ValueError:
        return urlsplit("")


def read_posted(table: Table, base_version: int, answer: int | None) -> Parsed | None:
    """Read the posted entry as what it was meant for; None if it fits nowhere.

    That is the entry at the position `answer`, which has answered the form's question, else the running entry now, else
    that of the version that the phone saw.
    """
    if request.endpoint != "actions.enter":
        return None
    if answer is not None:
        with suppress(FormError, RuleError):
            return table_actions.read_as_answer(table, answer, request.form)
        return None
    parsed = _read(table)
    if parsed is None and (past := table_at(table, base_version)) is not None:
        parsed = _read(past)
    return parsed


def _read(table: Table) -> Parsed | None:
    with suppress(FormError, RuleError):
        return None if table.state.finished else table.game.form.read(request.form, table.state, table.draft)
    return None


def their_versions(table: Table, visible: VisibleTable, events: Sequence[Event], mine: Pieces) -> list[Version]:
    """Describe events of others, with what differs from the pieces of `mine`."""
    labels, versions = identity.all_tables().phone_labels(table.id), []
    for event in events:
        is_part = bool(parts_of(event))
        is_told = mine and visible.log.tells_parts
        lines = lines_of(table, pieces_of_event(table, event), mine, shared=not is_part) if is_told else []
        title = None if is_part and lines else visible.log.describe(event, to_scorer=True)
        versions.append(Version(title, lines, visible.log.phone_name(event.phone, labels)))
    return versions


def own_action(table: Table, visible: VisibleTable, base_version: int, parsed: Parsed | None) -> Version | None:
    """Describe an act without pieces: to take something back or do it again, to stop the game, a rematch."""
    if request.endpoint == "actions.enter":
        return Version(_TITLES["actions.end"] if parsed == Whole(END) else Message("an entry that does not fit here"))
    if request.endpoint == "actions.undo":
        last = last_undoable(table, base_version)
        return None if last is None else Version(Message("take back: {what}", what=visible.log.describe(last)))
    title = _TITLES.get(request.endpoint or "")
    return None if title is None else Version(title)


@bp.app_errorhandler(FormError)
@bp.app_errorhandler(RuleError)
def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile."""
    if "session" not in (request.view_args or {}):
        return problem(error.message, 422)
    visible, action = identity.visible_table_for(identity.session_of_request()), g.get("action")
    message = visible.fault(error.message)
    changed = visible.log.changed_since(action.base_version) if action else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return _render_form_error(message, 422)


def reason_of(table: VisibleTable, error: FormError | RuleError) -> Message:
    """Return why something is refused, without what is hidden; of a later entry that could not stand, also which."""
    reason = table.fault(error.message)
    if not isinstance(error, AmendmentBlocked):
        return reason
    return Message("{entry} could not stand then: {reason}.", entry=table.title(error.place), reason=reason)


@bp.errorhandler(table_actions.SeatsOccupied)
def handle_occupied_seats(occupied: table_actions.SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined_seats(occupied.seats)
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    base = identity.current_request().base_version  # so that parts saved since then are still reported as a conflict
    mine = [*identity.posted_fields(), ("sure", "1")]
    return _render_form_error(message, 409, held_seats=names, seen=base, mine=mine)


@bp.errorhandler(table_actions.SuspiciousEntry)
def handle_suspicious_entry(suspicious: table_actions.SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message, mine = Message("Not saved yet: is this right?"), [*identity.posted_fields(), ("confirmed", "1")]
    return _render_form_error(message, 422, warnings=suspicious.warnings, mine=mine)


@bp.app_errorhandler(table_actions.Conflict)
def handle_conflict(conflict: table_actions.Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = identity.all_tables().table(identity.session_of_request())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    action: table_actions.Request | None = g.get("action")
    base = table.version if action is None else action.base_version
    parsed = read_posted(identity.cache_table(table), base, conflict.answer)
    visible = identity.visible_table_for(table.id)
    pieces = {} if parsed is None else pieces_of_posted(table, parsed)
    events = _conflicting_events(conflict, parsed)
    theirs = their_versions(table, visible, events, pieces)
    if not theirs:
        return _render_form_error(Message("Not saved: this page is older than the table. Load it again."), 409)
    entered = {name: value for event in events for name, value in pieces_of_event(table, event).items()}
    own = Version(None, lines_of(table, pieces, entered)) if pieces else own_action(table, visible, base, parsed)
    return show_conflict(table, events, theirs, own, **_retry(table, visible, conflict, parsed))


def show_conflict(
    table: Table, events: Sequence[Event], theirs: Sequence[Version], own: Version | None, **links: Any
) -> Response:
    """Show what others did meanwhile, and on which phone, beside what this phone sent, with a way out of each (409)."""
    visible = identity.visible_table_for(table.id)
    described = [
        Message("{what} ({phone})", what=visible.log.describe(event, to_scorer=True), phone=version.phone)
        for event, version in zip(events, theirs, strict=True)
    ]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(described))
    return _render_form_error(message, 409, theirs=theirs, own=own, **links)


def _conflicting_events(conflict: table_actions.Conflict, parsed: Parsed | None) -> Sequence[Event]:
    """Return the conflicting events; if all are parts, only the latest part for each posted slot."""
    between = conflict.between
    if parsed is None or isinstance(parsed, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(parsed)}
    return [event for event in between if event.number in latest.values()] or between


def _retry(
    table: Table, visible: VisibleTable, conflict: table_actions.Conflict, parsed: Parsed | None
) -> dict[str, Any]:
    """Return what the panel's buttons do with what was posted, and their labels where they do not just save it."""
    if request.endpoint == "actions.end" and not table.state.finished:
        return {"mine_at": own_path(), "mine_label": Message("Stop it all the same")}
    if request.endpoint != "actions.enter":
        return {"mine": []}
    question = request.form.get("question")
    if question is not None and not table_actions.is_open(table, question):
        return {**_correction(table, visible, conflict.answer, parsed), **_moved(table, visible, parsed)}
    is_by_parts = all(parts_of(table.log.original(event)) for event in conflict.between)
    return {"mine": identity.posted_fields() if is_by_parts and not table.state.finished else []}


def _moved(table: Table, visible: VisibleTable, parsed: Parsed | None) -> dict[str, Any]:
    """Return how to enter the same for what the table asks now, if that is a question of the same kind."""
    here = _read(table)
    if here is None or parsed is None or _without_seat(here) != _without_seat(parsed):
        return {"mine": []}
    fields = [(name, value) for name, value in identity.posted_fields() if name not in ("question", "seat")]
    running = visible.form(request.form)
    moved = [("question", visible.question), *([("seat", str(running["seat"]))] if "seat" in running else [])]
    return {"mine": [*fields, *moved], "mine_label": Message("Enter mine for {title}", title=running["title"])}


def _without_seat(parsed: Parsed) -> Any:
    if not isinstance(parsed, Whole):
        return part_values(parsed)
    entry = parsed.entry
    return {key: value for key, value in entry.items() if key != "seat"} if isinstance(entry, dict) else entry


def _correction(table: Table, visible: VisibleTable, answer: int | None, parsed: Parsed | None) -> dict[str, Any]:
    """Return the link that previews the standing answer corrected to what was posted; none where seats are hidden."""
    value = None if answer is None or parsed is None or visible.hidden else _as_entry(table, answer, parsed)
    if answer is None or value is None or END in (value, table.entries[answer].body):
        return {}
    amended = AmendedEntry(table, visible.viewpoint, answer + 1, "correct")
    label = Message("Correct {entry} to mine", entry=visible.title(answer + 1))
    return {"mine_link": amended.address_of(read_now(table, value)), "mine_link_label": label}


def _as_entry(table: Table, place: int, parsed: Parsed) -> Any:
    """Return the entry at a position with what was posted in its place; None if parts of it would be missing."""
    if isinstance(parsed, Whole):
        return parsed.entry
    draft = {**table_actions.draft_of_answer(table, place), **part_values(parsed)}
    return table.game.form.entry_from_draft(table.states[place], draft)


def _render_form_error(message: Message, status: int, **versions: Any) -> Response:
    """Render the form with the posted fields and the message; `versions` is context for versions.html."""
    table = identity.visible_table_for(identity.session_of_request())
    context = {"overtaken": status == 409, **versions}
    if request.endpoint == "actions.sit" and not request.htmx:
        return seats_page(table, status, message)
    if request.htmx or table.finished or request.endpoint not in _FORM_ENDPOINTS:
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **context)
    return render_page(enter_page(table, request.form), status, message=message, **context)
