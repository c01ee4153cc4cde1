"""Whether an action on an earlier version of a table may still be done, or something else came between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.engine import Message, RuleError
from companion.engine.names import normalize_name
from companion.engine.pages.form import Draft, FormError, Part, Parts, Posted, Whole, part_values, seats_of_parts
from companion.engine.pages.parts import Newcomer
from companion.engine.scoring.scoresheet import END
from companion.storage.records import SCORED_KINDS, Event, parts_of
from companion.table.actions import Action, Intent, entry_intent
from companion.table.session_log import AMENDING
from companion.table.table import Table, new_table


class Conflict(Exception):
    """An action on an outdated version; `between` holds the events that came first.

    `answer` is the position, from 0, of the entry that answered the question of a posted form, if one did.
    """

    def __init__(self, between: Sequence[Event], answer: int | None = None) -> None:
        super().__init__("the table has moved on")
        self.between = between
        self.answer = answer


def already_done(table: Table, base_version: int, kind: str, number: int | None) -> Intent | None:
    """A "nothing" intent where event `number` is undone, or redone, already; `Conflict` where another one is next.

    Without a number, from an old page: nothing where the same was done since, `Conflict` for any other change.
    """
    if number is None:
        if [event.kind for event in table.log.since(base_version)] == [kind]:
            return Intent("nothing", None)
        check_unchanged(table, base_version)
        return None
    following = table.log.target(kind)
    if table.log.stands(number) == (kind == "redo"):
        return Intent("nothing", None)
    if following is None or following.number != number:
        raise Conflict(table.log.since(base_version))
    return None


def still_to_come(table: Table, base_version: int, newcomer: Newcomer | None) -> Newcomer | None:
    """Return the newcomer; None if another phone has added the same player since a version."""
    widening = table.game.widening
    if newcomer is None or widening is None:
        return newcomer
    opened = table.opened[1]
    for event in table.log.since(base_version):
        if event.kind != "options" or not table.log.stands(event.number):
            continue
        seat = widening.seats(opened, event.body["options"]) - 1
        side = next((side for side in table.standing.sides if seat in side), ())
        is_there = seat >= opened.seats and (newcomer.side is None or newcomer.side in side)
        if is_there and normalize_name(table.setup.players[seat]) == normalize_name(newcomer.name):
            return None
    return newcomer


def check_question(table: Table, base_version: int, posted: PostedEntry) -> Intent | None:
    """None while the running entry asks what a posted form was drawn for, a "nothing" intent where it is answered so.

    `Conflict` where it is answered otherwise, or not asked any more.
    """
    if posted.question is None or is_open(table, posted.question):
        return None
    answer = answer_to(table, posted.question)
    if answer is None:
        raise Conflict(table.log.since(base_version) or table.log.events[-1:], answer)
    if is_answered_alike(table, answer, posted):
        return Intent("nothing", None)
    # The action that gave the entry its present values.
    number = table.entries[answer].number
    about = [applied.event for applied in table.log.done if _entry_of(applied.event) == number]
    raise Conflict(about[-1:] or [table.log.events[number - 1]], answer)


def check_running(table: Table, base_version: int) -> None:
    """Refuse an entry if, since its version, the running entry was scored or the previous one was undone."""
    between = table.log.since(base_version)
    if base_version > table.version or any(table.log.original(event).kind == "entry" for event in between):
        raise Conflict(between)


def check_known(table: Table, base_version: int) -> None:
    """Refuse a version that this table has not reached yet."""
    if base_version > table.version:
        raise Conflict(table.log.since(base_version))


def check_unchanged(table: Table, base_version: int) -> None:
    """Refuse an action on any version but the present one."""
    between = table.log.since(base_version)
    if base_version > table.version or between:
        raise Conflict(between)


def check_overlap(table: Table, base_version: int, intent: Intent) -> None:
    """Refuse an action where one since the version `base_version` changed the same thing.

    Parts conflict with a part in the same slot, a whole entry with any part of it, an insertion with one at the same
    place, another amendment with one of the same entry and with changed options, as its numbers may be counted
    otherwise then. Everything else that came between stands beside it: the rules have accepted both. An undo and a redo
    name their event, and what does not change the score conflicts with nothing.
    """
    if intent.kind in ("undo", "redo") or intent.kind not in SCORED_KINDS:
        return
    between = table.log.since(base_version)
    options = [event for event in between if table.log.original(event).kind == "options"]
    if intent.kind == "options" or (intent.kind in AMENDING and options):
        clash = options
    elif intent.is_merged:
        return
    elif intent.kind == "insert":
        clash = insertions_since(table, base_version, intent.body["before"])
    elif intent.kind in AMENDING:
        clash = [event for event in between if _entry_of(table.log.original(event)) == intent.body["entry"]]
    elif intent.slots:
        clash = [event for event in between if intent.slots & parts_of(table.log.original(event)).keys()]
    else:
        clash = [event for event in between if parts_of(table.log.original(event))]
    if clash:
        raise Conflict(clash)


def insertions_since(table: Table, base_version: int, before: int) -> list[Event]:
    """Return the insertions before an entry since a version that were not undone."""
    standing = {line.number for line in table.entries}
    originals = {table.log.original(event).number: event for event in table.log.since(base_version)}
    standing_events = [table.log.events[number - 1] for number in originals if number in standing]
    return [event for event in standing_events if event.kind == "insert" and event.body["before"] == before]


def repeated(table: Table, action: Action) -> Table:
    """The table for an action that is stored already; `Conflict` where its key came with another request."""
    event = table.log.by_key[action.key]
    if event.sent != action.request_digest:
        raise Conflict([event])
    return table


def _entry_of(event: Event) -> int | None:
    """The number of the entry that an amendment changed, removed or inserted."""
    if event.kind == "insert":
        return event.number
    number: int | None = event.body["entry"] if event.kind in AMENDING else None
    return number


@dataclass(frozen=True)
class PostedEntry:
    """The fields of a posted entry form, the question that it was drawn for, and what its phone has confirmed.

    `question` is None for a form that does not say, such as an old page's. `is_sure` confirms the seats of other
    phones, `is_confirmed` what looks like a slip.
    """

    fields: Posted
    question: str | None = None
    is_sure: bool = False
    is_confirmed: bool = False


def question_of(table: Table) -> str:
    """Return the question that the running entry answers."""
    return table.game.form.question(table.state) or str(table.log.entered + 1)


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
    entered = [applied.event.number for applied in table.log.done if applied.event.kind == "entry"]
    number = int(question)
    return table.record.index_of(entered[number - 1]) if 1 <= number <= len(entered) else None


def is_answered_alike(table: Table, place: int, posted: PostedEntry) -> bool:
    """Whether the entry at a position says what was posted, so that nothing is left to do."""
    try:
        parsed = read_as_answer(table, place, posted.fields)
    except (FormError, RuleError):
        return False
    if isinstance(parsed, Whole):
        return bool(parsed.entry == table.entries[place].body)
    draft = draft_of_answer(table, place)
    return all(slot in draft and draft[slot] == value for slot, value in part_values(parsed).items())


def draft_of_answer(table: Table, place: int) -> Draft:
    """Return the parts of the entry at a position, as they stood before it was complete."""
    return table.game.form.draft_from_entry(table.states[place], table.entries[place].body)[0]


def read_as_answer(table: Table, place: int, fields: Posted) -> Part | Parts | Whole:
    """Read a posted form as another answer to what the entry at a position answers.

    Raises `FormError` or `RuleError` if the form does not fit there.
    """
    return table.game.form.read(fields, table.states[place], draft_of_answer(table, place))


@dataclass
class SuspiciousEntry(Exception):
    """An entry that the rules allow, but which is likely a slip; `warnings` say why."""

    warnings: Sequence[Message]


@dataclass
class SeatsOccupied(Exception):
    """Parts entered without confirmation for `seats` that other phones occupy."""

    seats: Sequence[int]


def posted_intent(table: Table, action: Action, posted: PostedEntry) -> Intent:
    """The event for a posted entry form.

    Raises `FormError` or `RuleError` where it is invalid, `SeatsOccupied` for a seat of another phone unless it
    `is_sure`, and `SuspiciousEntry` for a likely slip unless it `is_confirmed`.
    """
    parsed = table.game.form.read(posted.fields, table.state, table.draft)
    if not posted.is_sure:
        check_seats(table, action.phone, parsed)
    if not posted.is_confirmed:
        check_another(table, action, parsed)
    intent = entry_intent(table, parsed)
    if not posted.is_confirmed:
        check_plausible(table, intent)
    return intent


def check_seats(table: Table, phone: int, parsed: Part | Parts | Whole) -> None:
    """Raise `SeatsOccupied` where a part that changes belongs to a seat that another phone holds."""
    if isinstance(parsed, Whole):
        return
    changed = [slot for slot, value in part_values(parsed).items() if table.draft.get(slot) != value]
    held = [seat for seat, holder in table.claims.items() if holder != phone]
    form, own_seats = table.game.form, table.seats_of(phone)
    seats = [
        seat
        for seat in seats_of_parts(table.game, changed, table.setup.seats)
        if seat in held and not set(form.mates(table.state, seat)).intersection(own_seats)
    ]
    if seats:
        raise SeatsOccupied(seats)


def check_plausible(table: Table, intent: Intent) -> None:
    """Raise `SuspiciousEntry` where this is an entry that is likely a slip.

    Skipped where totals are hidden: the question would reveal what other seats entered.
    """
    if table.hides or intent.kind != "entry":
        return
    if warnings := table.game.form.entry_warnings(table.state, intent.body):
        raise SuspiciousEntry(warnings)


def check_another(table: Table, action: Action, parsed: Part | Parts | Whole) -> None:
    """Raise `SuspiciousEntry` if another phone has entered the same since the version that this one saw."""
    if not isinstance(parsed, Whole) or parsed.entry == END:
        return
    entered = [event for event in table.log.since(action.base_version) if event.kind == "entry"]
    if any(event.phone != action.phone and event.body == parsed.entry for event in entered):
        raise SuspiciousEntry([Message("Another phone has just entered the same. Enter it once more?")])


def table_at(table: Table, version: int) -> Table | None:
    """Return a table as it was at a version; None if its entries of that time cannot be replayed."""
    past = new_table(table.row, *table.opened)
    try:
        past.read(table.log.events[: max(version, 0)])
    except RuleError:
        return None
    return past


def last_undoable(table: Table, version: int) -> Event | None:
    """Return the event that an undo reverted at a version; None if there was none."""
    standing: list[int] = []
    for event in table.log.events[: max(version, 0)]:
        if event.kind == "undo":
            standing.pop()
        elif event.number in table.log.applied or event.kind == "redo":
            standing.append(table.log.original(event).number)
    return table.log.events[standing[-1] - 1] if standing else None
