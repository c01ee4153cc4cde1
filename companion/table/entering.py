"""Entering: the change that an entry form, a part or a whole entry makes, and what a form was meant for."""

from collections.abc import Sequence
from contextlib import suppress

from companion.engine import Message, RuleError
from companion.forms.form import Content, Draft, FormError, Posted, Whole, part_values, seats_of_parts
from companion.scoring.scoresheet import END
from companion.storage.records import Event
from companion.table.changes import (
    NO_CHANGE,
    Change,
    Conflict,
    PostedForm,
    Request,
    SeatsOccupied,
    SuspiciousEntry,
    check_overlap,
)
from companion.table.table import Table
from companion.table.versions import entry_of


def form_change(table: Table, request: Request, form: PostedForm) -> Change:
    """Return what a posted form enters, by the question that it was drawn for.

    Raises `FormError` or `RuleError` where it is invalid, and `Conflict` where its question was answered otherwise. If
    it does not confirm them, a seat of another phone raises `SeatsOccupied`, and a likely slip `SuspiciousEntry`.
    """
    between = table.log.since(request.base_version)
    if form.question is None:
        _check_same_entry(table, between)
    elif not is_open(table, form.question):
        _check_answer(table, form.fields, answer_to(table, form.question), between)
        return NO_CHANGE
    content = table.game.form.read(form.fields, table.state, table.draft)
    change = content_change(table, content)
    check_overlap(table, request.base_version, change)  # what differs is told before whose seat it is
    if not form.is_sure:
        _check_seats(table, request.phone, content)
    if not form.is_confirmed:
        _check_repetition(content, [event for event in between if event.phone != request.phone])
        check_plausible(table, change)
    return change


def content_change(table: Table, content: Content, base_version: int | None = None) -> Change:
    """Return the event that enters a whole entry or parts of one; parts that are in already are left out.

    With a `base_version`, `Conflict` where an entry was completed since. Parts that complete an entry which cannot be
    scored are kept all the same where others entered the rest: the fault may be in any of them, so all who enter are
    told until one of them is changed.
    """
    if base_version is not None:
        _check_same_entry(table, table.log.since(base_version))
    state = table.state
    if state.finished:
        raise RuleError("The game is over; nothing can be entered any more.")
    if isinstance(content, Whole):
        return Change("entry", content.entry)
    values = part_values(content)
    fresh = {slot: value for slot, value in values.items() if slot not in table.draft or table.draft[slot] != value}
    parts = {**table.draft, **fresh}
    entry = table.game.form.whole(state, parts)
    if entry is None:
        return _parts_change(fresh) if fresh else NO_CHANGE
    others_entered_the_rest = 0 < len(fresh) < len(parts)
    if others_entered_the_rest and table.entry_fault(entry) is not None:
        return _parts_change(fresh)
    return Change("entry", entry, frozenset(fresh))


def _parts_change(parts: Draft) -> Change:
    if len(parts) > 1:
        return Change("parts", {"parts": parts}, frozenset(parts))
    ((slot, value),) = parts.items()
    return Change("part", {"slot": slot, "value": value}, frozenset(parts))


def _check_same_entry(table: Table, between: Sequence[Event]) -> None:
    """Raise `Conflict` if the entry that a phone saw running is complete: it does not say which one it means."""
    if any(table.log.original(event).kind == "entry" for event in between):
        raise Conflict(between)


def _check_repetition(content: Content, of_others: Sequence[Event]) -> None:
    """Raise `SuspiciousEntry` if another phone has just made the same entry."""
    entries = [event.body for event in of_others if event.kind == "entry"]
    if isinstance(content, Whole) and content.entry != END and content.entry in entries:
        raise SuspiciousEntry([Message("Another phone has just entered the same. Enter it once more?")])


def question_of(table: Table) -> str:
    """Return the question that the running entry answers."""
    question = table.game.form.question(table.state)
    return question or str(1 + len(table.log.entered))


def is_open(table: Table, question: str) -> bool:
    """Whether the running entry still asks this question."""
    return not table.state.finished and question == question_of(table)


def answer_to(table: Table, question: str) -> int | None:
    """Return the position, from 0, of the entry that answered a question; None where there is none any more."""
    form = table.game.form
    if form.question(table.states[0]) is not None:
        questions = [form.question(state) for state in table.states[: len(table.entries)]]
        return next((place for place in range(len(questions) - 1, -1, -1) if questions[place] == question), None)
    if not (question.isascii() and question.isdigit() and len(question) <= 4):
        return None
    entered, number = table.log.entered, int(question)
    return table.replay.index_of(entered[number - 1]) if 1 <= number <= len(entered) else None


def _check_answer(table: Table, fields: Posted, answer: int | None, between: Sequence[Event]) -> None:
    """Raise `Conflict` unless the entry at a position says what was posted, so that nothing is left to do."""
    if answer is None:
        raise Conflict(between or table.log.events[-1:])
    content: Content | None = None
    with suppress(FormError, RuleError):
        content = read_as_answer(table, answer, fields)
    if isinstance(content, Whole):
        is_alike = content.entry == table.entries[answer].body
    else:
        is_alike = content is not None and part_values(content).items() <= draft_of_answer(table, answer).items()
    if is_alike:
        return
    # The action that gave the entry its present values.
    number = table.entries[answer].number
    about = [applied.event for applied in table.log.done if entry_of(applied.event) == number]
    raise Conflict(about[-1:] or [table.log.events[number - 1]], answer)


def draft_of_answer(table: Table, place: int) -> Draft:
    """Return the parts of the entry at a position, as they stood before it was complete."""
    return table.game.form.draft_from_entry(table.states[place], table.entries[place].body)[0]


def read_as_answer(table: Table, place: int, fields: Posted) -> Content:
    """Read a posted form as another answer to what the entry at a position answers.

    Raises `FormError` or `RuleError` if the form does not fit there.
    """
    return table.game.form.read(fields, table.states[place], draft_of_answer(table, place))


def _check_seats(table: Table, phone: int, content: Content) -> None:
    """Raise `SeatsOccupied` where a part that changes belongs to a seat that another phone holds."""
    if isinstance(content, Whole):
        return
    changed = [slot for slot, value in part_values(content).items() if table.draft.get(slot) != value]
    held = [seat for seat, holder in table.claims.items() if holder != phone]
    form, own_seats = table.game.form, table.seats_of(phone)
    seats = [
        seat
        for seat in seats_of_parts(table.game, changed, table.setup.seats)
        if seat in held and not set(form.mates(table.state, seat)).intersection(own_seats)
    ]
    if seats:
        raise SeatsOccupied(seats)


def check_plausible(table: Table, change: Change) -> None:
    """Raise `SuspiciousEntry` where this is an entry that is likely a slip.

    Skipped where totals are hidden: the question would reveal what other seats entered.
    """
    if table.hides or change.kind != "entry":
        return
    if warnings := table.game.form.entry_warnings(table.state, change.body):
        raise SuspiciousEntry(warnings)
