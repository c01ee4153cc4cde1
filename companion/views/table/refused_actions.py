"""Responses to actions that were not done: invalid, in conflict with other phones, or to be confirmed."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Response, g
from htmx_flask import request

from companion.engine import Message, RuleError, joined, joined_seats
from companion.engine.pages.form import FormError, Part, Parts, Whole, part_values
from companion.engine.pages.pieces import Pieces
from companion.engine.scoring.replay import AmendmentBlocked
from companion.engine.scoring.scoresheet import END
from companion.storage.records import Event, parts_of
from companion.table.actions import (
    Action,
    Conflict,
    SeatsOccupied,
    SuspiciousEntry,
    draft_of_answer,
    is_open,
    read_as_answer,
)
from companion.table.changes import last_undoable, table_at
from companion.table.corrections import Version, lines_of, pieces_of_event, pieces_of_posted
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.views.amend.amended_entry import AmendedEntry, address_of, read_now
from companion.views.http.error_pages import NOT_JOINED, problem
from companion.views.http.identity import (
    cache_table,
    current_action,
    posted_fields,
    session_of_request,
    sessions,
    visible_table_for,
)
from companion.views.table.live_pages import enter_page
from companion.views.table.table import render_page

Parsed = Part | Parts | Whole


def read_posted(table: Table, base_version: int, answer: int | None) -> Parsed | None:
    """Read the posted entry as what it was meant for; None if it fits nowhere.

    That is the entry at the position `answer`, which has answered the form's question, else the running entry now, else
    that of the version that the phone saw.
    """
    if request.endpoint != "actions.enter":
        return None
    if answer is not None:
        with suppress(FormError, RuleError):
            return read_as_answer(table, answer, request.form)
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
    names, versions = visible.log.phone_names(sessions().store.members(table.id)), []
    for event in events:
        is_part = bool(parts_of(event))
        is_told = mine and visible.log.tells_parts
        lines = lines_of(table, pieces_of_event(table, event), mine, shared=not is_part) if is_told else []
        title = None if is_part and lines else visible.log.describe(event, to_scorer=True)
        versions.append(Version(title, lines, names.get(event.phone, Message("another phone"))))
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


_TITLES = {
    "actions.end": Message("stop the game here"),
    "actions.rematch": Message("a rematch"),
    "amendments.redo": Message("do again what was taken back"),
}


_FORM_ENDPOINTS = ("actions.enter", "actions.undo", "actions.end", "actions.rematch")


def handle_rule_error(error: FormError | RuleError) -> Response:
    """Show the form again with the reason, and with entries that changed meanwhile."""
    visible, action = visible_table_for(session_of_request()), g.get("action")
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


def handle_occupied_seats(occupied: SeatsOccupied) -> Response:
    """Ask for confirmation to enter points for a seat that another phone holds (409)."""
    names = joined_seats(occupied.seats)
    message = Message("Another phone holds the seat of {seats}. Save this for {seats} all the same?", seats=names)
    base = current_action().base_version  # so that parts saved since then are still reported as a conflict
    return _render_form_error(message, 409, held_seats=names, seen=base, mine=[*posted_fields(), ("sure", "1")])


def handle_suspicious_entry(suspicious: SuspiciousEntry) -> Response:
    """Ask for confirmation of a likely mistake (422)."""
    message = Message("Not saved yet: is this right?")
    return _render_form_error(message, 422, warnings=suspicious.warnings, mine=[*posted_fields(), ("confirmed", "1")])


def handle_conflict(conflict: Conflict) -> Response:
    """Show what other phones entered meanwhile beside what was posted (409)."""
    table = sessions().table(session_of_request())
    if table is None:  # deleted meanwhile
        return problem(NOT_JOINED, 404, joining=True)
    action: Action | None = g.get("action")
    base = table.version if action is None else action.base_version
    parsed = read_posted(cache_table(table), base, conflict.answer)
    visible = visible_table_for(table.id)
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
    visible = visible_table_for(table.id)
    described = [
        Message("{what} ({phone})", what=visible.log.describe(event, to_scorer=True), phone=version.phone)
        for event, version in zip(events, theirs, strict=True)
    ]
    message = Message("Not saved: meanwhile the table has {what}.", what=joined(described))
    return _render_form_error(message, 409, theirs=theirs, own=own, **links)


def _conflicting_events(conflict: Conflict, parsed: Parsed | None) -> Sequence[Event]:
    """Return the conflicting events; if all are parts, only the latest part for each posted slot."""
    between = conflict.between
    if parsed is None or isinstance(parsed, Whole) or not all(parts_of(event) for event in between):
        return between
    latest = {slot: event.number for event in between for slot in parts_of(event) if slot in part_values(parsed)}
    return [event for event in between if event.number in latest.values()] or between


def _retry(table: Table, visible: VisibleTable, conflict: Conflict, parsed: Parsed | None) -> dict[str, Any]:
    """Return what the panel's buttons do with what was posted, and their labels where they do not just save it."""
    if request.endpoint == "actions.end" and not table.state.finished:
        return {"mine_at": request.path, "mine_label": Message("Stop it all the same")}
    if request.endpoint != "actions.enter":
        return {"mine": []}
    question = request.form.get("question")
    if question is not None and not is_open(table, question):
        return {**_correction(table, visible, conflict.answer, parsed), **_moved(table, visible, parsed)}
    is_by_parts = all(parts_of(table.log.original(event)) for event in conflict.between)
    return {"mine": posted_fields() if is_by_parts and not table.state.finished else []}


def _moved(table: Table, visible: VisibleTable, parsed: Parsed | None) -> dict[str, Any]:
    """Return how to enter the same for what the table asks now, if that is a question of the same kind."""
    here = _read(table)
    if here is None or parsed is None or _without_seat(here) != _without_seat(parsed):
        return {"mine": []}
    fields = [(name, value) for name, value in posted_fields() if name not in ("question", "seat")]
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
    return {"mine_link": address_of(amended, read_now(table, value)), "mine_link_label": label}


def _as_entry(table: Table, place: int, parsed: Parsed) -> Any:
    """Return the entry at a position with what was posted in its place; None if parts of it would be missing."""
    if isinstance(parsed, Whole):
        return parsed.entry
    draft = {**draft_of_answer(table, place), **part_values(parsed)}
    return table.game.form.entry_from_draft(table.states[place], draft)


def _render_form_error(message: Message, status: int, **versions: Any) -> Response:
    """Render the form with the posted fields and the message; `versions` is context for versions.html."""
    table = visible_table_for(session_of_request())
    context = {"overtaken": status == 409, **versions}
    if request.htmx or table.finished or request.endpoint not in _FORM_ENDPOINTS:
        return problem(message, status, session=table.id, names=table.setup.players, version=table.version, **context)
    return render_page(enter_page(table, request.form), status, message=message, **context)
