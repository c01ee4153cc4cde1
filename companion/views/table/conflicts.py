"""Conflicts: what others did before this request, beside what it asked for, with a way out of each."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, g, url_for
from htmx_flask import request

from companion.engine import Message, RuleError, joined
from companion.forms.form import Content, FormError, Whole, part_values, seats_of_parts
from companion.forms.pieces import Pieces
from companion.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.changes import Conflict, UnconfirmedReversal, draft_of_answer, is_open, read_as_answer
from companion.table.table import Table
from companion.table.versions import (
    Version,
    VersionLine,
    changed_pieces,
    changes_since,
    entry_at,
    entry_of,
    lines_of,
    pieces_of_content,
    pieces_of_event,
    removals_of,
    table_at,
)
from companion.table.visible_table import VisibleTable
from companion.views.http import requests
from companion.views.http.error_pages import NOT_JOINED, problem
from companion.views.http.phone import all_tables
from companion.views.render.template_helpers import own_path
from companion.views.table.amended_entry import AmendedEntry, posted_line, read_now, signed_values
from companion.views.table.refusals import render_refusal

_SAVE_MINE = Message("Save mine instead")
_TITLES = {
    "actions.end": Message("stop the game here"),
    "actions.rematch": Message("a rematch"),
}
_REVERSALS = {"actions.undo": "undo", "amendments.redo": "redo"}


@dataclass(frozen=True)
class Way:
    """A way out of a conflict: a link, or with `fields` a form that posts them."""

    label: Message
    address: str
    fields: Sequence[tuple[str, str]] | None = None


def show_conflict(
    table: Table,
    events: Sequence[Event],
    own: Version | None,
    *ways: Way,
    mine: Pieces | None = None,
    lines: Sequence[VersionLine] | None = None,
    keep_at: str = "",
    is_answered: bool = False,
) -> Response:
    """Show what events of others did, and on which phone, beside the `own` version and the ways to it (409).

    Of an entry or its parts only what differs from the pieces `mine` is told; `lines` are the words for the last event
    where they are known. `keep_at` is where what others did stands. `is_answered` says that nothing more can be entered
    for the question that was posted.
    """
    visible = requests.visible_table_for(table.id)
    theirs = _versions(table, visible, events, mine or {})
    if lines is not None:
        theirs[-1] = replace(theirs[-1], lines=lines)
    if not theirs:
        return render_refusal(Message("Not saved: this page is older than the table. Load it again."), 409, theirs=())
    described = [
        Message("{what} ({which})", what=visible.log.describe(event, to_scorer=True), which=version.phone)
        for event, version in zip(events, theirs, strict=True)
    ]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(described))
    return render_refusal(message, 409, theirs=theirs, own=own, ways=ways, keep_at=keep_at, is_answered=is_answered)


def _versions(table: Table, visible: VisibleTable, events: Sequence[Event], mine: Pieces) -> list[Version]:
    """Describe events of others, with what differs from the pieces of `mine`."""
    labels, versions = all_tables().phone_labels(table.id), []
    for event in events:
        is_part = bool(parts_of(event))
        is_told = mine and visible.log.tells_parts
        lines = lines_of(table, pieces_of_event(table, event), mine, shared=not is_part) if is_told else []
        title = None if is_part and lines else visible.log.describe(event, to_scorer=True)
        versions.append(Version(title, lines, visible.log.phone_name(event.phone, labels)))
    return versions


def handle_conflict(conflict: Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = all_tables().table(requests.session_of_request())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    if isinstance(conflict, UnconfirmedReversal):
        return _ask_to_reverse(requests.cache_table(table), conflict)
    sent = g.get("request")
    base = table.version if sent is None else sent.base_version
    visible = requests.visible_table_for(requests.cache_table(table).id)
    is_redo = request.endpoint == "amendments.redo" and visible.log.tells_parts
    content = _redone(table) if is_redo else _posted_content(table, base, conflict.answer)
    pieces = {} if content is None else pieces_of_content(table, content)
    events = _about_same_slots(conflict.between, content)
    entered = {name: value for event in events for name, value in pieces_of_event(table, event).items()}
    own = _own_act(table, content) if is_redo or not pieces else None
    if pieces:
        own = Version(None if own is None else own.title, lines_of(table, pieces, entered))
    ways, is_answered = _ways(table, visible, conflict, content), conflict.answer is not None
    return show_conflict(table, events, own, *ways, mine=pieces, is_answered=is_answered)


def _ask_to_reverse(table: Table, conflict: UnconfirmedReversal) -> Response:
    """Ask who would take back or do again what another phone did, or something else than was meant (409)."""
    visible, labels = requests.visible_table_for(table.id), all_tables().phone_labels(table.id)
    log, event = visible.log, conflict.event
    theirs = [
        Version(log.what_was_entered(each), phone=log.phone_name(each.phone, labels)) for each in conflict.between
    ]
    message = Message("Nothing is changed yet. Compare what came last with yours.")
    fields = [(name, value) for name, value in requests.posted_fields() if name not in ("event", "sure")]
    label = _reversal(conflict.kind, log.what_was_entered(event))
    confirms = Way(label, own_path(), [*fields, ("event", str(event.number)), ("sure", "1")])
    ways, own = [confirms, *_to_correct_own(table, visible)], _own_reversal(table, conflict.kind, event)
    return render_refusal(message, 409, theirs=theirs, own=own, ways=ways, is_asked=True)


def _own_reversal(table: Table, kind: str, event: Event | None = None) -> Version | None:
    """Describe an undo or a redo by what its phone meant, else by an `event`; None where neither is known."""
    event = _meant_event(table, kind) or event
    if event is None:
        return None
    return Version(_reversal(kind, requests.visible_table_for(table.id).log.what_was_entered(event)))


def _reversal(kind: str, what: Message | joined) -> Message:
    return Message("take back: {what}", what=what) if kind == "undo" else Message("do again: {what}", what=what)


def _meant_event(table: Table, kind: str) -> Event | None:
    """Return the event that a phone meant to take back or to do again; None where that is not known."""
    number = requests.posted_event() or 0
    if 0 < number <= table.version:
        return table.log.events[number - 1]
    past = table_at(table, requests.current_request().base_version)  # queued by its phone, behind what it was drawn for
    return None if past is None else past.log.target(kind)


def _to_correct_own(table: Table, visible: VisibleTable) -> list[Way]:
    """Return the way to correct what this phone entered last; none where there is nothing, or seats are hidden."""
    phone = requests.current_request().phone
    own = next((each.event for each in reversed(table.log.done) if each.event.phone == phone), None)
    if own is None or visible.hidden:
        return []
    label = Message("Correct: {what}", what=visible.log.what_was_entered(own))
    line = entry_of(own) or next((number for number in table.log.entered if number >= own.number), None)
    place = None if line is None else table.replay.index_of(line)
    if place is not None and table.entries[place].body != END:
        return [Way(label, AmendedEntry(table, visible.viewpoint, place + 1, "correct").form_at())]
    if line is not None or not parts_of(own):
        return []
    seats = seats_of_parts(table.game, parts_of(own), table.setup.seats)
    return [Way(label, url_for("table.form", session=table.id, seat=next(iter(seats), None)))]


def _posted_content(table: Table, base_version: int, answer: int | None) -> Content | None:
    """Read a posted entry form as what it was meant for; None if it fits nowhere.

    That is the entry at the index `answer`, which has answered the form's question, else the running entry now, else
    that of the version that the phone saw.
    """
    if request.endpoint != "actions.enter":
        return None
    if answer is not None:
        with suppress(FormError, RuleError):
            return read_as_answer(table, answer, request.form)
        return None
    content = _read(table)
    if content is None and (past := table_at(table, base_version)) is not None:
        content = _read(past)
    return content


def _redone(table: Table) -> Content | None:
    """Return the entry that a redo would have made again; None where it is about something else."""
    event = _meant_event(table, "redo")
    return Whole(event.body) if event is not None and event.kind == "entry" else None


def _read(table: Table) -> Content | None:
    with suppress(FormError, RuleError):
        return None if table.state.finished else table.game.form.read(request.form, table.state, table.draft)
    return None


def _own_act(table: Table, content: Content | None) -> Version | None:
    """Describe a request without pieces: an entry that fits nowhere, to stop the game, a rematch, an undo, a redo."""
    endpoint = "actions.end" if content == Whole(END) else request.endpoint or ""
    if kind := _REVERSALS.get(endpoint):
        return _own_reversal(table, kind)
    if endpoint == "actions.enter":  # a phone with script has words for what it sent
        return None if request.htmx else Version(Message("an entry that does not fit here"))
    title = _TITLES.get(endpoint)
    return None if title is None else Version(title)


def _about_same_slots(between: Sequence[Event], content: Content | None) -> Sequence[Event]:
    """Return the events; if all of them are parts, only the latest for each slot that was posted."""
    if content is None or isinstance(content, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(content)}
    return [event for event in between if event.number in latest.values()] or between


def _ways(table: Table, visible: VisibleTable, conflict: Conflict, content: Content | None) -> list[Way]:
    if request.endpoint == "actions.end" and not table.state.finished:
        return [Way(Message("Stop it all the same"), own_path(), ())]
    if request.endpoint != "actions.enter":
        return []
    question = request.form.get("question")
    if question is not None and not is_open(table, question):
        corrects = _to_correct(table, visible, conflict.answer, content)
        # Where the question was taken back, the table asks an earlier one, for which nothing was typed.
        moves = None if conflict.answer is None else _to_what_is_asked(table, visible, content)
        return [way for way in (corrects, moves) if way is not None]
    is_by_parts = all(parts_of(table.log.original(event)) for event in conflict.between)
    return [_to_enter(table, _SAVE_MINE, requests.posted_fields())] if is_by_parts and not table.state.finished else []


def _to_enter(table: Table, label: Message, fields: Sequence[tuple[str, str]]) -> Way:
    return Way(label, url_for("actions.enter", session=table.id), fields)


def _to_what_is_asked(table: Table, visible: VisibleTable, content: Content | None) -> Way | None:
    """Return the way to enter the same for what the table asks now; None if that is a question of another kind.

    What was entered for one seat is for no other, unless that is this phone's own: who was early meant it.
    """
    here = _read(table)
    if here is None or content is None or _without_seat(here) != _without_seat(content):
        return None
    fields = [(name, value) for name, value in requests.posted_fields() if name not in ("question", "seat")]
    running = visible.form(request.form)
    moved = [("question", visible.question)]
    if "seat" in running:
        seat = str(running["seat"])
        if seat != request.form.get("seat", seat) and running["seat"] not in visible.viewpoint.own_seats:
            return None
        moved.append(("seat", seat))
    return _to_enter(table, Message("Enter mine for {title}", title=running["question_title"]), [*fields, *moved])


def _without_seat(content: Content) -> Any:
    if not isinstance(content, Whole):
        return part_values(content)
    entry = content.entry
    return {key: value for key, value in entry.items() if key != "seat"} if isinstance(entry, dict) else entry


def _to_correct(table: Table, visible: VisibleTable, answer: int | None, content: Content | None) -> Way | None:
    """Return the way to correct the answer that stands to what was posted; None where seats are hidden."""
    if answer is None or content is None or visible.hidden:
        return None
    entry = _as_entry(table, answer, content)
    if entry is None or END in (entry, table.entries[answer].body):
        return None
    amended = AmendedEntry(table, visible.viewpoint, answer + 1, "correct")
    label = Message("Correct {entry} to mine", entry=visible.title(answer + 1))
    return Way(label, amended.address_of(read_now(table, entry)))


def _as_entry(table: Table, index: int, content: Content) -> Any:
    """Return the entry at a position with what was posted in its place; None if parts of it would be missing."""
    if isinstance(content, Whole):
        return content.entry
    draft = {**draft_of_answer(table, index), **part_values(content)}
    return table.game.form.entry_from_draft(table.states[index], draft)


def show_amendment_conflict(amended: AmendedEntry, between: Sequence[Event], value: Any, base_version: int) -> Response:
    """Show an amendment beside what others made of the same entry; `value` is what it would be, None if removed."""
    table, form = amended.table, amended.table.game.form
    page = url_for("table.entry", session=table.id, number=amended.number)
    if amended.kind == "insert":
        theirs = entry_at(table, between[-1].number, table.version)
        mine, others = [form.pieces(table.state, entry) for entry in (value, theirs)]
        way = Way(Message("Insert mine too"), own_path(), requests.posted_fields())
        return show_conflict(
            table,
            between,
            Version(None, lines_of(table, mine, others)),
            way,
            lines=lines_of(table, others, mine),
        )
    events = changes_since(table, amended.line, base_version) or between
    if amended.kind == "remove":
        old = entry_at(table, amended.line, base_version)
        theirs = {} if old is None else _changed(table, old, amended.value)
        title = form.title_of_entry(amended.state, amended.value, amended.number)
        asked = url_for("amendments.asked_to_remove", session=table.id, number=amended.number, line=amended.line)
        own, way = Version(Message("remove {entry}", entry=title)), Way(Message("Remove it all the same"), asked)
        return show_conflict(table, events, own, way, lines=lines_of(table, theirs), keep_at=page)
    theirs, mine = _changed(table, value, amended.value), _changed(table, amended.value, value)
    own = Version(None, lines_of(table, mine, theirs))
    way = Way(_SAVE_MINE, amended.address_of(read_now(table, value)))
    return show_conflict(table, events, own, way, lines=lines_of(table, theirs, mine), keep_at=page)


def _changed(table: Table, old: Any, new: Any) -> Pieces:
    return changed_pieces(table, *[table.game.form.pieces(table.state, entry) for entry in (old, new)])


def show_removed(conflict: Conflict) -> Response:
    """Show what was typed beside the removal of the entry that it was for; other conflicts as everywhere."""
    table, line = requests.find_table(requests.session_of_request()), posted_line()
    kind = (request.view_args or {}).get("kind")
    if table is None or line is None or kind is None or not (removals := removals_of(table, line)):
        return handle_conflict(conflict)
    known = signed_values(table, line, kind)
    if known is None or known["entry"] is None:
        return handle_conflict(conflict)
    old = entry_at(table, line, removals[0].number - 1) if kind == "correct" else None
    mine = table.game.form.pieces(table.state, known["entry"]) if old is None else _changed(table, old, known["entry"])
    own = Version(None, lines_of(table, mine)) if mine else Version(Message("no change"))
    back = _way_back(table, removals[0], known["entry"])
    return show_conflict(table, removals, own, *([] if back is None else [back]), lines=())


def _way_back(table: Table, removal: Event, value: Any) -> Way | None:
    """Return the way to the form that re-inserts the entry; None at the end, as no entry follows there."""
    original = table.log.original(removal)
    applied = table.log.applied.get(original.number)
    if applied is None or applied.entry_number > len(table.entries) or original.kind != "remove":
        return None
    following = AmendedEntry(table, requests.visible_table_for(table.id).viewpoint, applied.entry_number, "insert")
    return Way(Message("Put it back with mine"), following.address_of(read_now(table, value)))
