"""Requests and changes: what a phone sends to a table, what that enters, and whether the table can take it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from companion.engine import Message, RuleError, State
from companion.features import event_kind, event_kinds
from companion.forms.form import Content, Draft, FormError, Posted, Whole, part_values, seats_of_parts
from companion.forms.parts import Newcomer
from companion.scoring.game_stats import stored_result
from companion.scoring.replay import Splice
from companion.scoring.scoresheet import END, Played
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Beside, Event, parts_of
from companion.table.table import AMENDING, REPLAYING, Table, timed
from companion.table.versions import entry_at, entry_of, insertions_since

MAX_EVENTS = 5000  # of one session; an evening has a few hundred
MAX_ENTRIES = 600  # of one game; the longest games have about a hundred
MAX_CORRECTIONS = 500


@dataclass(frozen=True)
class Request:
    """What a phone sends to change a table, once for a key: the version that it saw, and a digest of the rest."""

    phone: int
    key: str
    base_version: int
    request_digest: bytes


class Conflict(Exception):
    """A request that others were faster than, with their events; `answer` is the index of the entry that answers it."""

    def __init__(self, between: Sequence[Event], answer: int | None = None) -> None:
        super().__init__("the table has moved on")
        self.between = between
        self.answer = answer


class UnconfirmedReversal(Conflict):
    """An undo or redo of `event` that its phone has to confirm; `between` has what is reversed, and what came last."""

    def __init__(self, kind: str, event: Event, between: Sequence[Event]) -> None:
        super().__init__(between)
        self.kind, self.event = kind, event


@dataclass
class SuspiciousEntry(Exception):
    """An entry that the rules allow, but which is likely a slip; `warnings` say why."""

    warnings: Sequence[Message]


@dataclass
class SeatsOccupied(Exception):
    """Parts entered without confirmation for `seats` that other phones occupy."""

    seats: Sequence[int]


@dataclass(frozen=True)
class Change:
    """The event that a request results in; `slots` are the slots of the running entry that it fills.

    `newcomer` is who comes late with it. `beside` writes what belongs to the event in its transaction. With
    `fits_always` a full table takes it too. If it `joins`, the phone becomes a scorer.
    """

    kind: str
    body: Any
    slots: frozenset[str] = frozenset()
    newcomer: Newcomer | None = None
    beside: Beside | None = None
    fits_always: bool = False
    joins: bool = False


NO_CHANGE = Change("nothing", None)
"""The change of a request after which the table would be as it is."""


def play_change(table: Table, change: Change) -> tuple[Splice, Sequence[Played]]:
    """Return where a change splices the entries, and what was played for that, in slices.

    Raises `RuleError` if it cannot stand, `AmendmentBlocked` if a later entry could not then.
    """
    splice = table.splice(change.kind, change.body)
    return splice, table.replay.play_splice(splice)


def state_after(table: Table, change: Change) -> State:
    """Return the state that a change would lead to; raise as `play_change`, or `RuleError` where the table is full."""
    if change is NO_CHANGE:
        return table.state
    check_capacity(table, change)
    splice, played = play_change(table, change)
    return played[-1].state if played else table.replay.start_of(splice)[1]


def following_events(table: Table, after: Table, event: Event, moment: int) -> list[Event]:
    """Return the events of features that follow by themselves from an event, with the tables before and after it."""
    following = list[Event]()
    if event.kind not in SCORED_KINDS or parts_of(event):
        return following
    for name in filter(table.keeps, table.kept):
        kind = event_kind(name)
        body = None if kind is None or kind.follows is None else kind.follows(table, after.state, moment)
        if body is not None:
            number = event.number + len(following) + 1
            following.append(Event(number, token_urlsafe(12), b"", name, body, event.phone, event.at))
    return following


def players_after(table: Table, after: Table, change: Change) -> Sequence[str] | None:
    """Return the players by seat after a change that adds or removes a seat; None for any other."""
    players, seats = table.setup.players, after.setup.seats
    if seats == len(players):
        return None
    return players[:seats] if change.newcomer is None else (*players, change.newcomer.name)


def result_of(table: Table) -> Mapping[str, Any] | None:
    """Return the result to store of a table, None while the game runs."""
    result = stored_result(table.replay)
    if result is not None and table.changed_options:
        result = {**result, "options": table.changed_options}
    return timed(result, table.kept)


def form_change(table: Table, request: Request, posted: Posted) -> Change:
    """Return what a posted form enters, by the `question` that it was drawn for; an old page's has none.

    Raises `FormError` or `RuleError` where it is invalid, and `Conflict` where its question was answered otherwise. A
    seat of another phone raises `SeatsOccupied` unless the form is `sure`, and a likely slip `SuspiciousEntry` unless
    it is `confirmed`.
    """
    between, question = table.log.scored_since(request.base_version), posted.get("question")
    if question is None:
        _check_same_entry(table, between)
    elif not is_open(table, question):
        _check_answer(table, posted, answer_to(table, question), between)
        return NO_CHANGE
    content = table.game.form.read(posted, table.state, table.draft)
    change = content_change(table, content)
    # A conflict is shown before the question about another phone's seat.
    check_overlap(table, request.base_version, change)
    if posted.get("sure") is None:
        _check_seats(table, request.phone, content)
    if posted.get("confirmed") is None:
        by_others = [event.body for event in between if event.kind == "entry" and event.phone != request.phone]
        if isinstance(content, Whole) and content.entry != END and content.entry in by_others:
            raise SuspiciousEntry([Message("Another phone has just entered the same. Enter it once more?")])
        check_plausible(table, change)
    return change


def content_change(table: Table, content: Content, base_version: int | None = None) -> Change:
    """Return the event that enters a whole entry or parts of one; parts that are in already are left out.

    With a `base_version`, `Conflict` where an entry was completed since. Parts that complete an entry which cannot be
    scored are kept all the same where the rest was in already: the fault may be in any of them, so all who enter are
    told until one of them is changed.
    """
    if base_version is not None:
        _check_same_entry(table, table.log.scored_since(base_version))
    state = table.state
    if state.finished:
        raise RuleError("The game is over; nothing can be entered any more.")
    if isinstance(content, Whole):
        return Change("entry", content.entry)
    values = part_values(content)
    fresh = {slot: value for slot, value in values.items() if slot not in table.draft or table.draft[slot] != value}
    parts = {**table.draft, **fresh}
    entry = table.game.form.whole(state, parts)
    rest_is_in = 0 < len(fresh) < len(parts)
    if entry is not None and not (rest_is_in and table.entry_fault(entry) is not None):
        return Change("entry", entry, frozenset(fresh))
    if not fresh:
        return NO_CHANGE
    if len(fresh) > 1:
        return Change("parts", {"parts": fresh}, frozenset(fresh))
    ((slot, value),) = fresh.items()
    return Change("part", {"slot": slot, "value": value}, frozenset(fresh))


def _check_same_entry(table: Table, between: Sequence[Event]) -> None:
    """Raise `Conflict` if the entry that a phone saw running is complete: it does not say which one it means."""
    if any(table.log.original(event).kind == "entry" for event in between):
        raise Conflict(between)


def question_of(table: Table) -> str:
    """Return the question that the running entry answers."""
    return table.game.form.question(table.state) or str(1 + len(table.log.entered))


def is_open(table: Table, question: str) -> bool:
    """Whether the running entry still asks this question."""
    return not table.state.finished and question == question_of(table)


def answer_to(table: Table, question: str) -> int | None:
    """Return the index of the entry that answered a question; None where there is none any more."""
    form = table.game.form
    if form.question(table.states[0]) is not None:
        questions = [form.question(state) for state in table.states[: len(table.entries)]]
        return next((index for index in range(len(questions) - 1, -1, -1) if questions[index] == question), None)
    if not (question.isascii() and question.isdigit() and len(question) <= 4):
        return None
    entered, number = table.log.entered, int(question)
    return table.replay.index_of(entered[number - 1]) if 1 <= number <= len(entered) else None


def _check_answer(table: Table, fields: Posted, answer: int | None, between: Sequence[Event]) -> None:
    """Raise `Conflict` unless the entry at a position says what was posted, so that nothing is left to do."""
    if answer is None:
        raise Conflict(between or table.log.events[-1:])
    content = read_for(table, answer, fields)
    if isinstance(content, Whole):
        is_alike = content.entry == table.entries[answer].body
    else:
        is_alike = content is not None and part_values(content).items() <= draft_of_answer(table, answer).items()
    if is_alike:
        return
    # The action that gave the entry its present values.
    number = table.entries[answer].number
    about = [event for event in table.log.done if entry_of(event) == number]
    raise Conflict(about[-1:] or [table.log.events[number - 1]], answer)


def draft_of_answer(table: Table, index: int) -> Draft:
    """Return the parts of the entry at a position, as they stood before it was complete; the game's end has none."""
    body = table.entries[index].body
    return {} if body == END else table.game.form.draft_from_entry(table.states[index], body)[0]


def read_for(table: Table, answer: int | None, posted: Posted) -> Content | None:
    """Read a form for the question that the entry at an index answers, or the running one; None if it does not fit."""
    state, draft = table.state, table.draft
    if answer is not None:
        state, draft = table.states[answer], draft_of_answer(table, answer)
    with suppress(FormError, RuleError):
        return None if state.finished else table.game.form.read(posted, state, draft)
    return None


def _check_seats(table: Table, phone: int, content: Content) -> None:
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
    """Raise `SuspiciousEntry` for a likely slip; never where totals are hidden, as it would tell of other seats."""
    if table.hides or change.kind != "entry":
        return
    if warnings := table.game.form.entry_warnings(table.state, change.body):
        raise SuspiciousEntry(warnings)


def check_unchanged(table: Table, base_version: int) -> None:
    """Raise `Conflict` if what is entered has changed since a version."""
    if between := table.log.scored_since(base_version):
        raise Conflict(between)


def check_overlap(table: Table, base_version: int, change: Change) -> None:
    """Raise `Conflict` if an event since a version changed the same thing.

    Parts conflict with a part in the same slot, a whole entry with any part of it, an insertion with one at the same
    place, another amendment with one of the same entry and with changed options, as its numbers may be counted
    otherwise then. Parts entered before the last complete entry belong to that one and conflict with nothing, even
    where this phone has not seen them. Everything else that came between stands beside it: the rules have accepted
    both. An undo and a redo name their event, and what does not change the score conflicts with nothing.
    """
    if change.kind in ("undo", "redo") or change.kind not in SCORED_KINDS:
        return
    between = table.log.scored_since(base_version)
    options = [event for event in between if table.log.original(event).kind == "options"]
    if change.kind == "options" or (change.kind in AMENDING and options):
        clash = options
    elif change.kind == "insert":
        clash = insertions_since(table, base_version, change.body["before"])
    elif change.kind in AMENDING:
        entry = change.body["entry"]
        is_as_before = entry_at(table, entry, base_version) == entry_at(table, entry, table.version)
        clash = [] if is_as_before else [event for event in between if entry_of(table.log.original(event)) == entry]
    else:
        running = table.log.scored_since(max(base_version, *table.log.entered[-1:], 0))
        parts = [(event, parts_of(table.log.original(event)).keys()) for event in running]
        clash = [event for event, slots in parts if (change.slots & slots if change.slots else slots)]
    if clash:
        raise Conflict(clash)


def check_capacity(table: Table, change: Change) -> None:
    """Raise `RuleError` where a table is full; what ends the game is always accepted."""
    leaves_seat = change.kind == "seat" and not change.body["taken"]
    if change.kind == "rematch" or change.body == END or leaves_seat or change.fits_always:
        return
    counted = _counted() if table.version >= MAX_EVENTS else ()
    if change.kind in counted and table.log.count(*counted) >= MAX_EVENTS:
        raise RuleError(
            "This table has its {most} acts and takes no more. The host can end the game; a rematch starts anew.",
            most=MAX_EVENTS,
        )
    if change.kind in REPLAYING and table.log.count(*REPLAYING) >= MAX_CORRECTIONS:
        raise RuleError(
            "This table has its {most} corrections and takes no more. Undo still takes the latest acts back; the"
            " host can end the game, and a rematch starts anew.",
            most=MAX_CORRECTIONS,
        )
    if change.kind in ("entry", "insert") and len(table.entries) >= MAX_ENTRIES:
        raise RuleError(
            "This game has its {most} entries and takes no more. The host can end it; a rematch starts anew.",
            most=MAX_ENTRIES,
        )


def _counted() -> tuple[str, ...]:
    """Return the kinds of events that count towards MAX_EVENTS; those of features that are not here do not."""
    return (*CORE_KINDS, *[kind.name for kind in event_kinds().values() if kind.is_counted])
