"""Actions: what a phone sends to change a session, and the event that results on the current table.

Entries are read here. Where something else came first, `Conflict` tells it; `changes` has the other actions.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe
from typing import Any

from companion.engine import Message, RuleError, State
from companion.features import event_kind
from companion.forms.form import Draft, FormError, Part, Parts, Posted, Whole, part_values, seats_of_parts
from companion.forms.parts import Newcomer
from companion.scoring.game_stats import stored_result
from companion.scoring.replay import Splice
from companion.scoring.scoresheet import END, Played
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Append, Beside, Event, parts_of
from companion.storage.rows.seat_rows import change_seats
from companion.table.table import AMENDING, REPLAYING, Table, kept_after, timed

MAX_EVENTS = 5000  # of one session; an evening has a few hundred
MAX_ENTRIES = 600  # of one game; the longest games have about a hundred
MAX_CORRECTIONS = 500

Parsed = Part | Parts | Whole


@dataclass(frozen=True)
class Request:
    """What a phone sends with every change: its key for this action, the version it saw, and a digest of the rest."""

    phone: int
    key: str
    base_version: int
    request_digest: bytes


@dataclass(frozen=True)
class Intent:
    """The event that an action results in; `slots` are the slots of the running entry that it fills.

    `is_merged` says that it is put on top of what stands, so that nothing that came between conflicts with it.
    `newcomer` is who comes late with it. `beside` writes what belongs to the event in its transaction.
    With `fits_always` a full table takes it too. If it `joins`, the phone becomes a scorer.
    """

    kind: str
    body: Any
    slots: frozenset[str] = frozenset()
    is_merged: bool = False
    newcomer: Newcomer | None = None
    beside: Beside | None = None
    fits_always: bool = False
    joins: bool = False


NO_CHANGE = Intent("nothing", None)
"""The intent of an action after which the table would be as it is."""


@dataclass(frozen=True)
class PostedForm:
    """The fields of a posted entry form, the question that it was drawn for, and what its phone has confirmed.

    `question` is None for a form that does not say, such as an old page's. `is_sure` confirms the seats of other
    phones, `is_confirmed` what looks like a slip.
    """

    fields: Posted
    question: str | None = None
    is_sure: bool = False
    is_confirmed: bool = False


class Conflict(Exception):
    """An action on an outdated version; `between` holds the events that came first.

    `answer` is the position, from 0, of the entry that answered the question of a posted form, if one did.
    """

    def __init__(self, between: Sequence[Event], answer: int | None = None) -> None:
        super().__init__("the table has moved on")
        self.between = between
        self.answer = answer


@dataclass
class SuspiciousEntry(Exception):
    """An entry that the rules allow, but which is likely a slip; `warnings` say why."""

    warnings: Sequence[Message]


@dataclass
class SeatsOccupied(Exception):
    """Parts entered without confirmation for `seats` that other phones occupy."""

    seats: Sequence[int]


# what an entry becomes


def entered_intent(table: Table, action: Request, entered: PostedForm | Parsed) -> Intent:
    """The event for parts or an entry, which a posted form is read as on the current table.

    Raises `FormError` or `RuleError` where it is invalid, `Conflict` where its question is answered otherwise, or,
    without a question, where the base version is outdated. Of what a posted form does not confirm, `SeatsOccupied` is
    raised for a seat of another phone, and `SuspiciousEntry` for a likely slip.
    """
    question = entered.question if isinstance(entered, PostedForm) else None
    between = table.log.since(action.base_version)
    if question is None and any(table.log.original(event).kind == "entry" for event in between):
        raise Conflict(between)
    if not isinstance(entered, PostedForm):
        return entry_intent(table, entered)
    if question is not None and not is_open(table, question):
        _check_answer(table, entered.fields, answer_to(table, question), between)
        return NO_CHANGE
    parsed = table.game.form.read(entered.fields, table.state, table.draft)
    if not entered.is_sure:
        _check_seats(table, action.phone, parsed)
    if entered.is_confirmed:
        return entry_intent(table, parsed)
    entries = [event.body for event in between if event.kind == "entry" and event.phone != action.phone]
    if isinstance(parsed, Whole) and parsed.entry != END and parsed.entry in entries:
        raise SuspiciousEntry([Message("Another phone has just entered the same. Enter it once more?")])
    intent = entry_intent(table, parsed)
    check_plausible(table, intent)
    return intent


def entry_intent(table: Table, parsed: Parsed) -> Intent:
    """The event for an entry or parts of one; parts that are unchanged are skipped.

    Parts that complete an entry which cannot be scored are kept all the same where others entered the rest: the fault
    may be in any of them, so all who enter are told until one of them is changed.
    """
    if table.state.finished:
        raise RuleError("The game is over; nothing can be entered any more.")
    if isinstance(parsed, Whole):
        return Intent("entry", parsed.entry)
    values = part_values(parsed)
    fresh = {slot: value for slot, value in values.items() if slot not in table.draft or table.draft[slot] != value}
    parts = {**table.draft, **fresh}
    entry = table.game.form.whole(table.state, parts)
    if not fresh and entry is None:
        return NO_CHANGE
    if entry is not None and (not 0 < len(fresh) < len(parts) or table.entry_fault(entry) is None):
        return Intent("entry", entry, frozenset(fresh))
    if len(fresh) > 1:
        return Intent("parts", {"parts": fresh}, frozenset(fresh))
    slot, value = next(iter(fresh.items()))
    return Intent("part", {"slot": slot, "value": value}, frozenset(fresh))


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
    return table.record.index_of(entered[number - 1]) if 1 <= number <= len(entered) else None


def _check_answer(table: Table, fields: Posted, answer: int | None, between: Sequence[Event]) -> None:
    """Raise `Conflict` unless the entry at a position says what was posted, so that nothing is left to do."""
    if answer is None:
        raise Conflict(between or table.log.events[-1:])
    parsed: Parsed | None = None
    with suppress(FormError, RuleError):
        parsed = read_as_answer(table, answer, fields)
    if isinstance(parsed, Whole):
        is_alike = parsed.entry == table.entries[answer].body
    else:
        is_alike = parsed is not None and part_values(parsed).items() <= draft_of_answer(table, answer).items()
    if is_alike:
        return
    # The action that gave the entry its present values.
    number = table.entries[answer].number
    about = [applied.event for applied in table.log.done if entry_of(applied.event) == number]
    raise Conflict(about[-1:] or [table.log.events[number - 1]], answer)


def draft_of_answer(table: Table, place: int) -> Draft:
    """Return the parts of the entry at a position, as they stood before it was complete."""
    return table.game.form.draft_from_entry(table.states[place], table.entries[place].body)[0]


def read_as_answer(table: Table, place: int, fields: Posted) -> Parsed:
    """Read a posted form as another answer to what the entry at a position answers.

    Raises `FormError` or `RuleError` if the form does not fit there.
    """
    return table.game.form.read(fields, table.states[place], draft_of_answer(table, place))


def _check_seats(table: Table, phone: int, parsed: Parsed) -> None:
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


# what came between


def check_unchanged(table: Table, base_version: int) -> None:
    """Refuse an action since whose version what is entered has changed."""
    if between := table.log.since(base_version):
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
        clash = [event for event in between if entry_of(table.log.original(event)) == intent.body["entry"]]
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


def entry_of(event: Event) -> int | None:
    """The number of the entry that an amendment changed, removed or inserted."""
    if event.kind == "insert":
        return event.number
    number: int | None = event.body["entry"] if event.kind in AMENDING else None
    return number


# what it makes of the table


@dataclass(frozen=True)
class Plan:
    """What an intent makes of a table: its amendment, and the entries played for it. Nothing is changed yet."""

    table: Table
    intent: Intent
    amendment: Splice
    played: Sequence[Played]

    @property
    def state(self) -> State:
        """The state after it."""
        return self.played[-1].state if self.played else self.table.states[self.amendment.start]

    @cached_property
    def players(self) -> Sequence[str] | None:
        """The players by seat after it, where it adds or removes a seat; None for any other."""
        players, setup, newcomer = self.table.setup.players, self.amendment.setup, self.intent.newcomer
        if setup is None or setup.seats == len(players):
            return None
        return players[: setup.seats] if newcomer is None else (*players, newcomer.name)

    @property
    def _beside(self) -> Beside | None:
        """Extra writes in the event's transaction: of the intent, of its kind, or of the players that it changes."""
        players, kind = self.players, self.intent.kind
        if players is not None:
            return lambda db, session, _: change_seats(db, session, players)
        feature = None if kind in CORE_KINDS else event_kind(kind)
        return self.intent.beside if feature is None or feature.write is None else feature.write

    def append(self, event: Event, moment: Callable[[], int]) -> Append:
        """What is written for the event in its transaction.

        Where it completes or changes an entry that is also what follows for features, and the result of a game that is
        over then, with the seconds that it took.
        """
        kept = kept_after(self.table.kept, event)  # refused before anything is stored
        if event.kind not in SCORED_KINDS or event.kind in ("part", "parts"):
            return Append(event, beside=self._beside, joins=self.intent.joins)
        table, following, result = self.table, list[Event](), None
        for name in [name for name in kept if table.keeps(name)]:
            kind = event_kind(name)
            body = None if kind is None or kind.follows is None else kind.follows(table, self.state, moment())
            if body is not None:
                number = event.number + len(following) + 1
                following.append(Event(number, token_urlsafe(12), b"", name, body, event.phone, event.at))
                kept = kept_after(kept, following[-1])
        if self.state.finished:
            result = stored_result(table.record.with_amendment(self.amendment, self.played))
            if result is not None and table.changed_options:
                result = {**result, "options": table.changed_options}
        return Append(event, following, timed(result, kept), self._beside)


def plan(table: Table, intent: Intent) -> Plan:
    """Return what an intent makes of a table. Many entries are played in slices.

    `RuleError` where it cannot stand, `AmendmentBlocked` where a later entry could not stand after it.
    """
    amendment = table.amendment(intent.kind, intent.body)
    return Plan(table, intent, amendment, table.record.play_amendment(amendment))


def check_capacity(table: Table, intent: Intent) -> None:
    """Raise `RuleError` where a table is full; actions that end the game are always accepted."""
    leaves_seat = intent.kind == "seat" and not intent.body["taken"]
    if intent.kind == "rematch" or intent.body == END or leaves_seat or intent.fits_always:
        return
    if table.version >= MAX_EVENTS and _is_counted(intent.kind) and _counted_events(table) >= MAX_EVENTS:
        raise RuleError(
            "This table has its {most} acts and takes no more. The host can end the game; a rematch starts anew.",
            most=MAX_EVENTS,
        )
    if intent.kind in REPLAYING and table.log.corrections >= MAX_CORRECTIONS:
        raise RuleError(
            "This table has its {most} corrections and takes no more. Undo still takes the latest acts back; the"
            " host can end the game, and a rematch starts anew.",
            most=MAX_CORRECTIONS,
        )
    if intent.kind in ("entry", "insert") and len(table.entries) >= MAX_ENTRIES:
        raise RuleError(
            "This game has its {most} entries and takes no more. The host can end it; a rematch starts anew.",
            most=MAX_ENTRIES,
        )


def _counted_events(table: Table) -> int:
    return sum(count for kind, count in table.log.counts.items() if _is_counted(kind))


def _is_counted(name: str) -> bool:
    kind = event_kind(name)
    return name in CORE_KINDS or (kind is not None and kind.is_counted)
