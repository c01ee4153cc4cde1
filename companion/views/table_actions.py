"""What people do at a table: enter, undo, end, play again, delete. Each is one act with a key and a version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, g, make_response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message, RuleError, Seat, joined
from companion.game.form import FormError, Part, Parts, Whole, form_of, kept_fields, number, part_values, seat_to_enter
from companion.sessions.actions import Action, Conflict, SeatsOccupied, SuspiciousEntry, check_plausible, check_seats
from companion.sessions.table import Table, Viewpoint, describe_parts
from companion.sessions.visible_table import VisibleTable
from companion.storage.store import Event, parts_of
from companion.views.access import hand_on, hosted_by, known_table, read_again, scored_by, seen_by
from companion.views.error_pages import NOT_JOINED, gone_to, problem
from companion.views.guard import phone, sessions
from companion.views.live_pages import enter_page, page
from companion.views.page_parts import Page, in_place, rendered
from companion.views.table_pages import shown

bp = Blueprint("acts", __name__)

_LONGEST_KEY = 64
_MOST_SEATS = 98
_OF_THE_FORM = ("acts.enter", "acts.undo", "acts.end", "acts.rematch")


def act() -> Action:
    """The act of this request: its key, the version the phone saw and a digest of what it sent."""
    key, seen = request.form.get("act", ""), request.form.getlist("version")
    if not 1 <= len(key) <= _LONGEST_KEY or not seen or not _is_version(seen[-1]):
        abort(400)
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name not in ("act", "version"))
    sent = repr((request.endpoint, fields)).encode()
    read_again()
    g.act = made = Action(phone() or abort(404), key, int(seen[-1]), hashlib.sha256(sent).digest())
    return made


def _is_version(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


@bp.after_app_request
def on_version(response: Response) -> Response:
    """Tell with every act that is done, wherever it came in, which version it made, and since which one nothing else
    came before it."""
    done: Action | None = g.get("act")
    table = known_table(_session()) if done and response.status_code < 400 else None
    if done and table:
        event = table.acts.get(done.key)
        made = event.number if event else done.base_version
        response.headers["Act-Version"] = str(made)
        response.headers["Act-Since"] = str(table.last_before(made))
    return response


@bp.post("/t/<session>/enter")
def enter(session: str) -> AnyResponse:
    """Take a part or a whole entry; what cannot stand is answered with the reason, and what was typed stays."""
    scored_by(session)
    made = act()
    table = hand_on(sessions().enter(session, made, _read))
    if table.state.finished:
        return gone_to(url_for("table.show", session=session))
    return _shown_again(table, "table.form")


def _read(table: Table) -> Part | Parts | Whole:
    """What the posted form says; a part of a seat that another phone holds only where the phone is sure, and
    what is likely a slip only where that is confirmed."""
    made = form_of(table.game).read(request.form, table.state, table.draft)
    if request.form.get("sure") is None:
        check_seats(table, g.act.phone, made)
    if request.form.get("confirmed") is None:
        check_plausible(table, made)
    return made


@bp.post("/t/<session>/undo")
def undo(session: str) -> AnyResponse:
    role = scored_by(session)
    table = hand_on(sessions().undo(session, act(), role))
    return _shown_again(table, "table.form" if request.form.get("back") == "enter" else "table.show")


@bp.post("/t/<session>/sit")
def sit(session: str) -> AnyResponse:
    """Take a seat for this phone, or leave it."""
    role = scored_by(session)
    seat = number(request.form, "seat", 0, _MOST_SEATS)
    if seat is None:
        abort(400)
    hand_on(sessions().sit(session, act(), role, seat, request.form.get("leave") is None))
    return gone_to(url_for("table.show" if request.form.get("leave") is None else "table.seats", session=session))


@bp.post("/t/<session>/end")
def end(session: str) -> AnyResponse:
    """Stop the game here; what stands is final."""
    hosted_by(session)
    hand_on(sessions().end(session, act()))
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
        message = Message("Tap Delete, then Yes: deleting cannot be taken back.")
        return problem(message, 422, session=session)
    sessions().delete(session)
    return gone_to(url_for("home.show"))


def _shown_again(table: Table, endpoint: str) -> AnyResponse:
    """The page the phone goes on with: its parts where it shows it already, so that no reload comes between taps."""
    seen = seen_by(table.id)
    name = "enter" if endpoint == "table.form" else "table"
    kept = _kept(table, seen.viewpoint) if name == "enter" else {}
    address, since = url_for(endpoint, session=table.id, **kept), _overtaken_since(seen)  # type: ignore[arg-type]
    if not request.htmx or not _is_at(address, request.htmx.current_url):  # type: ignore[attr-defined]
        return gone_to(url_for(endpoint, session=table.id, **kept, **since) if since else address)  # type: ignore[arg-type]
    parts = rendered(page(name, seen, MultiDict({**kept, **since})))
    return make_response("".join(in_place(key, part) for key, part in parts.items()))


def _kept(table: Table, viewpoint: Viewpoint) -> dict[str, str]:
    """The fields with which this phone goes on: how it looks at the form, and its own seat where it holds one."""
    own = seat_to_enter(table.game, viewpoint.own, table.draft)
    return kept_fields(table.game, request.form) | ({} if own is None else {"seat": str(own)})


def _overtaken_since(table: VisibleTable) -> dict[str, str]:
    """The version that the phone saw, where earlier entries were changed between it and this act."""
    done: Action = g.act
    return {"since": str(done.base_version)} if table.changed_since(done.base_version) else {}


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
    seen, done = seen_by(_session()), g.get("act")
    message = seen.fault(error.message)
    changed = seen.changed_since(done.base_version) if done else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return _form_again(message, 422)


@bp.errorhandler(SeatsOccupied)
def asks_first(held: SeatsOccupied) -> Response:
    """Whether this phone means to enter what belongs to a seat that another phone holds."""
    names = joined([Seat(seat) for seat in held.seats])
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    # On the version that the phone saw: a part that is in since is still to be shown beside this one.
    return _form_again(message, 409, held_seats=names, seen=g.act.base_version, mine=[*_posted(), ("sure", "1")])


@bp.errorhandler(SuspiciousEntry)
def asks_to_confirm(doubtful: SuspiciousEntry) -> Response:
    """Whether what is likely a slip is meant."""
    message = Message("Not saved yet: is this right?")
    return _form_again(message, 422, doubts=doubtful.doubts, mine=[*_posted(), ("confirmed", "1")])


@bp.errorhandler(Conflict)
def overtaken(conflict: Conflict) -> Response:
    table = sessions().table(_session())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    made, visible = _made_of(hand_on(table)), seen_by(table.id)
    names = visible.phone_names(sessions().store.members(table.id))
    theirs = [
        (visible.describe(event, to_scorer=True), names.get(event.phone, Message("another phone")))
        for event in _against(conflict, made)
    ]
    if not theirs:
        return _form_again(Message("Not saved: this page is older than the table. Load it again."), 409)
    told = [Message("{what} ({phone})", what=what, phone=phone) for what, phone in theirs]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(told))
    mine = _mine(table, conflict)
    return _form_again(message, 409, theirs=theirs, own=_own(table, made), mine=mine, mine_at=_mine_at())


def _made_of(table: Table) -> Part | Parts | Whole | None:
    """What was posted, read on the table as it stands; None where that cannot be, or for another act."""
    if request.endpoint != "acts.enter" or table.state.finished:
        return None
    try:
        return form_of(table.game).read(request.form, table.state, table.draft)
    except (FormError, RuleError):
        return None


def _against(conflict: Conflict, made: Part | Parts | Whole | None) -> Sequence[Event]:
    """What came between and says something else: of parts the last ones with their slots, if only parts came."""
    between = conflict.between
    if made is None or isinstance(made, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(made)}
    return [event for event in between if event.number in latest.values()] or between


def _own(table: Table, made: Part | Parts | Whole | None) -> Message | joined | None:
    """What was posted, in a few words; a phone knows its own words for anything but parts."""
    if made is None or isinstance(made, Whole):
        return None
    return describe_parts(form_of(table.game).describe_part, part_values(made))


def _mine(table: Table, conflict: Conflict) -> list[tuple[str, str]]:
    """What was posted, to be saved in spite of what came between; nothing where that was another entry's time."""
    originals = [table.original(event) for event in conflict.between]
    if request.endpoint == "acts.enter":
        return _posted() if all(parts_of(event) for event in originals) else []
    # The entry that was corrected meanwhile can be corrected once more.
    return _posted() if _mine_at() and all(event.kind == "correct" for event in originals) else []


def _mine_at() -> str | None:
    """Where a correction is saved in spite of another one; anything else goes where entries go."""
    return request.path if request.endpoint == "editing.amend" else None


def _posted() -> list[tuple[str, str]]:
    return [(name, value) for name, value in request.form.items(multi=True) if name not in ("act", "version")]


def _session() -> str:
    session: str = (request.view_args or {})["session"]
    return session


def _form_again(message: Message, status: int, **versions: Any) -> Response:
    """The form with what was typed and why it does not stand; `versions` are those of versions.html."""
    table = seen_by(_session())
    told = {"overtaken": status == 409, **versions}
    if request.htmx or table.finished or request.endpoint not in _OF_THE_FORM:  # type: ignore[attr-defined]
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **told)
    made = enter_page(table, request.form)
    return shown(Page(made.template, {**made.context, "message": message, **told}, made.parts), status)
