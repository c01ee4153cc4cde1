"""What is shown where a request is refused: the reason, or what others did before it beside what it asked for.

Of each there is a way out: what was typed is changed, confirmed, saved elsewhere, or given up.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from flask import Response, g, url_for
from htmx_flask import request

from companion.engine import Message, RuleError, joined, joined_seats
from companion.forms.form import Content, FormError, Whole, part_values, seats_of_parts
from companion.forms.pieces import Pieces
from companion.scoring.replay import AmendmentBlocked
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.changes import (
    Conflict,
    SeatsOccupied,
    SuspiciousEntry,
    UnconfirmedReversal,
    draft_of_answer,
    is_open,
    read_for,
)
from companion.table.table import Table
from companion.table.versions import (
    Version,
    changed_pieces,
    changes_since,
    entry_at,
    entry_of,
    lines_of,
    pieces_of_content,
    pieces_of_entry,
    pieces_of_event,
    removals_of,
    table_at,
)
from companion.table.visible_table import VisibleTable
from companion.views.http import requests
from companion.views.http.error_pages import NOT_JOINED, problem
from companion.views.http.phone import all_tables
from companion.views.render.template_helpers import own_path
from companion.views.table.amended_entry import AmendedEntry, posted_line, running_content, signed_values
from companion.views.table.live_pages import enter_page
from companion.views.table.table import render_page, seats_page

_FORM_ENDPOINTS = ("actions.enter", "actions.undo", "actions.end", "actions.rematch")
_REVERSALS = {"actions.undo": "undo", "amendments.redo": "redo"}
_SAVE_MINE, _NOT_SAVED = Message("Save mine instead"), Message("not saved")
_STOP = Message("stop the game here")
_REMATCH = Message("a rematch")


@dataclass(frozen=True)
class Way:
    """A way out of a conflict: a link, or with `fields` a form that posts them."""

    label: Message
    address: str
    fields: Sequence[tuple[str, str]] | None = None


def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile (422)."""
    if "session" not in (request.view_args or {}):
        return problem(error.message, 422)
    visible, sent = requests.visible_table_for(requests.session_of_request()), g.get("request")
    message = visible.fault(error.message)
    changed = visible.log.changed_since(sent.base_version) if sent else []
    if changed:
        message = Message("Not saved: {reason} Meanwhile: {what}.", reason=message, what=joined(changed))
    return render_refusal(message, 422)


def reason_of(table: VisibleTable, error: FormError | RuleError) -> Message:
    """Return why something is refused, without what is hidden; of a later entry that could not stand, also which."""
    reason = table.fault(error.message)
    if not isinstance(error, AmendmentBlocked):
        return reason
    return Message("{entry} could not stand then: {reason}.", entry=table.title(error.entry), reason=reason)


def handle_occupied_seats(occupied: SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined_seats(occupied.seats)
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    base = requests.current_request().base_version  # so that parts saved since then are still reported as a conflict
    mine = [*requests.posted_fields(), ("sure", "1")]
    return render_refusal(message, 409, held_seats=names, seen=base, mine=mine)


def handle_suspicious_entry(suspicious: SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message, mine = Message("Not saved yet: is this right?"), [*requests.posted_fields(), ("confirmed", "1")]
    return render_refusal(message, 422, warnings=suspicious.warnings, mine=mine)


def render_refusal(message: Message, status: int, **context: Any) -> Response:
    """Render the form with the posted fields and the message; `context` is that of the notice."""
    table = requests.visible_table_for(requests.session_of_request())
    if request.endpoint == "actions.sit" and not request.htmx:
        return seats_page(table, status, message)
    if request.htmx or table.finished or request.endpoint not in _FORM_ENDPOINTS:
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **context)
    return render_page(enter_page(table, request.form), status, message=message, **context)


def show_conflict(
    table: Table,
    events: Sequence[Event],
    *ways: Way | None,
    own_words: Message | None = None,
    own_pieces: Pieces = MappingProxyType({}),
    their_pieces: Pieces | None = None,
    **context: Any,
) -> Response:
    """Show what events of others did, and on which phone, beside what this one asked for, and the ways to it (409).

    That is in `own_words`, or `own_pieces`, of which what differs is marked. Against these stands what each event
    entered, or `their_pieces`, what it has led to.
    """
    log, labels = requests.visible_table_for(table.id).log_to_scorer, all_tables().phone_labels(table.id)
    versions, described, stands = list[Version](), list[Message](), dict[str, Any]()
    for event in events:
        what, phone = log.describe(event), log.phone_name(event.phone, labels)
        pieces = pieces_of_event(table, event) if their_pieces is None else their_pieces
        is_part, is_told = bool(parts_of(event)), their_pieces or (own_pieces and log.tells_parts)
        lines = lines_of(table, pieces, own_pieces, shared=not is_part) if is_told else []
        versions.append(Version(None if is_part and lines else what, lines, phone))
        described.append(Message("{what} ({which})", what=what, which=phone))
        stands |= pieces
    if not events:
        return render_refusal(Message("Not saved: this page is older than the table. Load it again."), 409, theirs=())
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(described))
    version = Version(own_words, lines_of(table, own_pieces, stands), _NOT_SAVED)
    return render_refusal(message, 409, theirs=versions, own=version, ways=[way for way in ways if way], **context)


def handle_conflict(conflict: Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = all_tables().table(requests.session_of_request())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    table, events = requests.cache_table(table), conflict.between
    if isinstance(conflict, UnconfirmedReversal):
        return _ask_to_reverse(table, conflict)
    if request.endpoint == "actions.enter":
        return _show_answers(table, events, conflict.answer)
    if request.endpoint == "actions.end":
        stops = None if table.state.finished else Way(Message("Stop it all the same"), own_path(), ())
        return show_conflict(table, events, stops, own_words=_STOP)
    kind = _REVERSALS.get(request.endpoint or "")
    meant = _meant_event(table, kind) if kind else None
    if kind is None or meant is None:
        return show_conflict(table, events, own_words=_REMATCH if request.endpoint == "actions.rematch" else None)
    is_told = requests.visible_table_for(table.id).log_to_scorer.tells_parts
    mine = pieces_of_event(table, meant) if kind == "redo" and meant.kind == "entry" and is_told else {}
    return show_conflict(table, events, own_words=_reversal(table, kind, meant), own_pieces=mine)


# ---- an undo or a redo


def _ask_to_reverse(table: Table, conflict: UnconfirmedReversal) -> Response:
    """Ask who would take back or do again what another phone did, or something else than was meant (409)."""
    log, labels = requests.visible_table_for(table.id).log, all_tables().phone_labels(table.id)
    kind, event = conflict.kind, conflict.event
    theirs = [
        Version(log.what_was_entered(each), phone=log.phone_name(each.phone, labels)) for each in conflict.between
    ]
    message = Message("Nothing is changed yet. Compare what came last with yours.")
    fields = [(name, value) for name, value in requests.posted_fields() if name not in ("event", "sure")]
    confirms = Way(_reversal(table, kind, event), own_path(), [*fields, ("event", str(event.number)), ("sure", "1")])
    own, corrects = _reversal(table, kind, _meant_event(table, kind) or event), _to_correct_own(table)
    ways = [confirms, corrects] if corrects else [confirms]
    return render_refusal(message, 409, theirs=theirs, own=Version(own, (), _NOT_SAVED), ways=ways, is_asked=True)


def _reversal(table: Table, kind: str, event: Event) -> Message:
    what = requests.visible_table_for(table.id).log.what_was_entered(event)
    return Message("take back: {what}", what=what) if kind == "undo" else Message("do again: {what}", what=what)


def _meant_event(table: Table, kind: str) -> Event | None:
    """Return the event that a phone meant to take back or to do again; None where that is not known."""
    number = requests.posted_event() or 0
    if 0 < number <= table.version:
        return table.log.events[number - 1]
    past = table_at(table, requests.current_request().base_version)  # queued by its phone, behind what it was drawn for
    return None if past is None else past.log.target(kind)


def _to_correct_own(table: Table) -> Way | None:
    """Return the way to correct what this phone entered last; None where there is nothing, or seats are hidden."""
    phone, visible = requests.current_request().phone, requests.visible_table_for(table.id)
    own = next((each for each in reversed(table.log.done) if each.phone == phone), None)
    if own is None or visible.hidden:
        return None
    label = Message("Correct: {what}", what=visible.log.what_was_entered(own))
    line = entry_of(own) or next((number for number in table.log.entered if number >= own.number), None)
    place = None if line is None else table.replay.index_of(line)
    if place is not None and table.entries[place].body != END:
        return Way(label, AmendedEntry(table, visible, place + 1, "correct").form_at())
    if line is not None or not parts_of(own):
        return None
    seats = seats_of_parts(table.game, parts_of(own), table.setup.seats)
    return Way(label, url_for("table.form", session=table.id, seat=next(iter(seats), None)))


# ---- an entry


def _show_answers(table: Table, between: Sequence[Event], answer: int | None) -> Response:
    """Show a posted form beside what was entered for its question; `answer` is the index of the entry that did so."""
    if answer not in range(len(table.entries)):  # it was taken back since
        answer = None
    content, own = read_for(table, answer, request.form), None
    if content is None and answer is None:  # it may fit what the phone saw
        past = table_at(table, requests.current_request().base_version)
        content = None if past is None else read_for(past, None, request.form)
    mine = {} if content is None else pieces_of_content(table, content)
    if content == Whole(END):
        own = _STOP
    elif not mine and not request.htmx:  # a phone with script has words for what it sent
        own = Message("an entry that does not fit here")
    question, ways = request.form.get("question"), list[Way | None]()
    if answer is not None and content is not None:
        ways = [_to_correct(table, answer, content), _to_what_is_asked(table, content)]
    elif not table.state.finished and (question is None or is_open(table, question)):
        is_by_parts = all(parts_of(table.log.original(event)) for event in between)
        ways = [Way(_SAVE_MINE, own_path(), requests.posted_fields())] if is_by_parts else []
    events = _about_same_slots(between, content)
    return show_conflict(table, events, *ways, own_words=own, own_pieces=mine, is_answered=answer is not None)


def _about_same_slots(between: Sequence[Event], content: Content | None) -> Sequence[Event]:
    """Return the events; if all of them are parts, only the latest for each slot that was posted."""
    if content is None or isinstance(content, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(content)}
    return [event for event in between if event.number in latest.values()] or between


def _to_what_is_asked(table: Table, content: Content) -> Way | None:
    """Return the way to enter the same for what the table asks now; None if that is a question of another kind.

    What was entered for one seat is for no other, unless that is this phone's own: who was early meant it.
    """
    here, visible = read_for(table, None, request.form), requests.visible_table_for(table.id)
    if here is None or _without_seat(here) != _without_seat(content):
        return None
    fields = [(name, value) for name, value in requests.posted_fields() if name not in ("question", "seat")]
    running = visible.form(request.form)
    moved = [("question", visible.question)]
    if "seat" in running:
        seat = str(running["seat"])
        if seat != request.form.get("seat", seat) and running["seat"] not in visible.viewpoint.own_seats:
            return None
        moved.append(("seat", seat))
    return Way(Message("Enter mine for {title}", title=running["question_title"]), own_path(), [*fields, *moved])


def _without_seat(content: Content) -> Any:
    if not isinstance(content, Whole):
        return part_values(content)
    entry = content.entry
    return {key: value for key, value in entry.items() if key != "seat"} if isinstance(entry, dict) else entry


def _to_correct(table: Table, answer: int, content: Content) -> Way | None:
    """Return the way to correct the answer that stands to what was posted; None where seats are hidden.

    Nor is there one where parts of the entry would be missing.
    """
    visible = requests.visible_table_for(table.id)
    if isinstance(content, Whole):
        entry = content.entry
    else:
        draft = {**draft_of_answer(table, answer), **part_values(content)}
        entry = table.game.form.entry_from_draft(table.states[answer], draft)
    if visible.hidden or entry is None or END in (entry, table.entries[answer].body):
        return None
    amended = AmendedEntry(table, visible, answer + 1, "correct")
    label = Message("Correct {entry} to mine", entry=visible.title(answer + 1))
    return Way(label, amended.address_of(running_content(table, entry)))


# ---- a correction, a removal or an insertion


def show_amendment_conflict(amended: AmendedEntry, between: Sequence[Event], value: Any, base_version: int) -> Response:
    """Show an amendment beside what others made of the same entry; `value` is what it would be, None if removed."""
    table, number, line = amended.table, amended.number, amended.line
    events = between or changes_since(table, line, base_version)
    page = url_for("table.entry", session=table.id, number=number)
    if amended.kind == "remove":
        asked = url_for("amendments.asked_to_remove", session=table.id, number=number, line=line)
        own, old = Message("remove {entry}", entry=amended.visible.title(number)), entry_at(table, line, base_version)
        theirs = {} if old is None else changed_pieces(table, old, amended.value)
        way = Way(Message("Remove it all the same"), asked)
        return show_conflict(table, events[-1:], way, own_words=own, their_pieces=theirs, keep_at=page)
    stands, way = amended.value, Way(_SAVE_MINE, amended.address_of(running_content(table, value)))
    if amended.kind == "insert":
        stands = entry_at(table, between[-1].number, table.version)
        way = Way(Message("Insert mine too"), own_path(), requests.posted_fields())
    if stands is None:  # what others allowed or took back counts the numbers of the entry otherwise
        return show_conflict(table, between, way, own_pieces=pieces_of_entry(table, value), keep_at=page)
    mine, theirs = changed_pieces(table, stands, value), changed_pieces(table, value, stands)
    return show_conflict(table, events[-1:], way, own_pieces=mine, their_pieces=theirs, keep_at=page)


def show_removed(conflict: Conflict) -> Response:
    """Show what was typed beside the removal of the entry that it was for; other conflicts as everywhere."""
    table, line = requests.find_table(requests.session_of_request()), posted_line()
    kind = (request.view_args or {}).get("kind")
    known = None
    with suppress(Conflict):  # what the table allows has changed since, too
        known = signed_values(table, line, kind) if table and line and kind else None
    if table is None or line is None or known is None or known["entry"] is None:
        return handle_conflict(conflict)
    if not (removals := removals_of(table, line)):
        return handle_conflict(conflict)
    value, removal = known["entry"], removals[0]
    old = entry_at(table, line, removal.number - 1) if kind == "correct" else None
    mine = pieces_of_entry(table, value) if old is None else changed_pieces(table, old, value)
    own = None if mine else Message("no change")
    return show_conflict(table, removals, _way_back(table, removal, value), own_words=own, own_pieces=mine)


def _way_back(table: Table, removal: Event, value: Any) -> Way | None:
    """Return the way to the form that re-inserts the entry; None at the end, as no entry follows there."""
    original = table.log.original(removal)
    before = table.log.before.get(original.number)
    if before is None or before.entry_number > len(table.entries) or original.kind != "remove":
        return None
    following = AmendedEntry(table, requests.visible_table_for(table.id), before.entry_number, "insert")
    return Way(Message("Put it back with mine"), following.address_of(running_content(table, value)))
