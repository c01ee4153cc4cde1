"""What people do at a table: enter, undo, end, play again, delete. Each is one act with a key and a version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, make_response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.acts import Act, Conflict
from companion.forms import FormError, Part, Whole, form_of, kept_fields, number
from companion.game import Message, RuleError, joined
from companion.store import Event
from companion.table import Table
from companion.views.answers import NOT_JOINED, gone_to, problem
from companion.views.guard import known_phone, sessions
from companion.views.pages import Page, enter_page, in_place, page, rendered
from companion.views.table import hosted_by, scored_by, seen_by, shown

bp = Blueprint("acts", __name__)

_LONGEST_KEY = 64
_MOST_SEATS = 98
_OF_THE_FORM = ("acts.enter", "acts.undo", "acts.end", "acts.rematch")


def act() -> Act:
    """The act of this request: its key, the version the phone saw and a digest of what it sent."""
    key, seen = request.form.get("act", ""), request.form.getlist("version")
    if not 1 <= len(key) <= _LONGEST_KEY or not seen or not _is_version(seen[-1]):
        abort(400)
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name not in ("act", "version"))
    sent = repr((request.endpoint, fields)).encode()
    g.act = made = Act(known_phone(), key, int(seen[-1]), hashlib.sha256(sent).digest())
    return made


def _is_version(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


@bp.after_request
def on_version(response: Response) -> Response:
    """Tell with every act that is done which version it made, and since which one nothing else came before it."""
    done: Act | None = g.get("act")
    table = sessions().table(_session()) if done and response.status_code < 400 else None
    if done and table:
        event = table.acts.get(done.key)
        made = event.number if event else done.seen
        response.headers["Act-Version"] = str(made)
        response.headers["Act-Since"] = str(table.last_before(made))
    return response


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Take a part or a whole entry; what cannot stand is answered with the reason, and what was typed stays."""
    scored_by(session)
    made = act()
    table = sessions().enter(session, made, lambda now: form_of(now.game).read(request.form, now.state, now.draft))
    if table.state.finished:
        return gone_to(url_for("table.show", session=session))
    place = table.record.place_of(table.acts[made.key].number)
    if place is not None:
        return gone_to(url_for("table.entry", session=session, number=place + 1))
    return _shown_again(table, "table.form")


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    scored_by(session)
    table = sessions().undo(session, act())
    return _shown_again(table, "table.form" if request.form.get("back") == "enter" else "table.show")


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Take a seat for this phone, or leave it."""
    role = scored_by(session)
    seat = number(request.form, "seat", 0, _MOST_SEATS)
    if seat is None:
        abort(400)
    sessions().sit(session, act(), role, seat, request.form.get("leave") is None)
    return gone_to(url_for("table.show" if request.form.get("leave") is None else "table.seats", session=session))


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """Stop the game here; what stands is final."""
    hosted_by(session)
    sessions().end(session, act())
    return gone_to(url_for("table.show", session=session))


@bp.post("/t/<session>/rematch")
def rematch(session: str) -> AnyResponse:
    scored_by(session)
    return gone_to(url_for("table.show", session=sessions().rematch(session, act())))


@bp.post("/t/<session>/delete")
def delete(session: str) -> AnyResponse:
    """Delete the session for good; only with the box ticked that says so."""
    hosted_by(session)
    if request.form.get("sure") != "yes":
        message = Message("Tick the box that says you are sure; deleting cannot be taken back.")
        return problem(message, 422, session=session)
    sessions().delete(session)
    return gone_to(url_for("home.show"))


def _shown_again(table: Table, endpoint: str) -> AnyResponse:
    """The page the phone goes on with: its parts where it shows it already, so that no reload comes between taps."""
    kept = kept_fields(table.game, request.form) if endpoint == "table.form" else {}
    address = url_for(endpoint, session=table.id, **kept)  # type: ignore[arg-type]
    if not request.htmx or not _is_at(address, request.htmx.current_url):  # type: ignore[attr-defined]
        return gone_to(address)
    _, viewpoint = seen_by(table.id)
    name = "enter" if endpoint == "table.form" else "table"
    parts = rendered(page(name, table, viewpoint, MultiDict(kept)))
    return make_response("".join(in_place(key, part) for key, part in parts.items()))


def _is_at(address: str, current: str | None) -> bool:
    """Whether a phone that shows `current` shows the page at `address`, with the same fields and no others."""
    try:
        shown = urlsplit(current or "")
    except ValueError:
        return False
    return (f"{shown.path}?{shown.query}" if shown.query else shown.path) == address


@bp.errorhandler(FormError)
@bp.errorhandler(RuleError)
def not_entered(error: FormError | RuleError) -> Response:
    return _form_again(error.message, 422)


@bp.errorhandler(Conflict)
def overtaken(conflict: Conflict) -> Response:
    table = sessions().table(_session())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    made = _made_of(table)
    names = table.phone_names(sessions().store.members(table.id))
    theirs = [
        (table.told(event), names.get(event.phone, Message("another phone"))) for event in _against(conflict, made)
    ]
    if not theirs:
        return _form_again(Message("Not saved: this page is older than the table. Load it again."), 409)
    told = [Message("{what} ({phone})", what=what, phone=phone) for what, phone in theirs]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(told))
    return _form_again(message, 409, theirs=theirs, own=_own(table, made), mine=_mine(table, conflict))


def _made_of(table: Table) -> Part | Whole | None:
    """What was posted, read on the table as it stands; None where that cannot be, or for another act."""
    if request.endpoint != "acts.enter" or table.state.finished:
        return None
    try:
        return form_of(table.game).read(request.form, table.state, table.draft)
    except (FormError, RuleError):
        return None


def _against(conflict: Conflict, made: Part | Whole | None) -> Sequence[Event]:
    """What came between and says something else: of a part the last one with its slot, if only parts came."""
    between = conflict.between
    if isinstance(made, Part) and all(event.kind == "part" for event in between):
        return [event for event in between if event.body["slot"] == made.slot][-1:] or between
    return between


def _own(table: Table, made: Part | Whole | None) -> Message | None:
    """What was posted, in a few words; a phone knows its own words for anything but a part."""
    return form_of(table.game).told(made.slot, made.value) if isinstance(made, Part) else None


def _mine(table: Table, conflict: Conflict) -> list[tuple[str, str]]:
    """What was posted, to be saved in spite of what came between; nothing where that was another entry's time."""
    if request.endpoint != "acts.enter" or not all(_is_of_this_entry(table, event) for event in conflict.between):
        return []
    return [(name, value) for name, value in request.form.items(multi=True) if name not in ("act", "version")]


def _is_of_this_entry(table: Table, event: Event) -> bool:
    """Whether an event left the running entry the same one: a part, or a part taken back."""
    undone = table.log[event.body["event"] - 1].kind if event.kind == "undo" else event.kind
    return undone == "part"


def _session() -> str:
    session: str = (request.view_args or {})["session"]
    return session


def _form_again(message: Message, status: int, **versions: Any) -> Response:
    """The form with what was typed and why it does not stand; `versions` are those of versions.html."""
    table, viewpoint = seen_by(_session())
    told = {"overtaken": status == 409, **versions}
    if request.htmx or table.state.finished or request.endpoint not in _OF_THE_FORM:  # type: ignore[attr-defined]
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **told)
    made = enter_page(table, viewpoint, request.form)
    return shown(Page(made.template, {**made.context, "message": message, **told}, made.parts), status)
