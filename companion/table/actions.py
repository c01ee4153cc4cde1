"""Actions: what a phone sends to change a session, and the event that results on the current table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from secrets import token_hex, token_urlsafe
from typing import Any

from companion.engine import Message, RuleError, Seat, State
from companion.engine.names import normalize_name
from companion.engine.pages.form import Part, Parts, Whole, part_values
from companion.engine.pages.parts import Newcomer
from companion.engine.scoring.game_stats import stored_result
from companion.engine.scoring.replay import Amendment, LoggedEntry, amendment_of
from companion.engine.scoring.scoresheet import END, Played, check_new_names, read_name
from companion.features import event_kind
from companion.storage.database import Append, Beside
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Event
from companion.storage.rows.seat_rows import change_seats
from companion.table.draws import SEED_BYTES, draw_amendment, read_draw
from companion.table.session_log import REPLAYING, kept_after, timed
from companion.table.table import Table

MAX_EVENTS = 5000  # of one session; an evening has a few hundred
MAX_ENTRIES = 600  # of one game; the longest games have about a hundred
MAX_CORRECTIONS = 500


END_IS_FINAL = Message("Only the host can open a game again that was stopped.")
HOST_ALLOWS = Message("Only the host can change what this table allows.")
END_HAS_NO_FORM = Message("The end of the game cannot be corrected; the host can take it out, and the game goes on.")


@dataclass(frozen=True)
class Action:
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
    With `fits_always` a full table takes it too.
    """

    kind: str
    body: Any
    slots: frozenset[str] = frozenset()
    is_merged: bool = False
    newcomer: Newcomer | None = None
    beside: Beside | None = None
    fits_always: bool = False


@dataclass(frozen=True)
class Plan:
    """What an intent makes of a table: its amendment, and the entries played for it. Nothing is changed yet."""

    table: Table
    intent: Intent
    amendment: Amendment
    played: Sequence[Played]

    @property
    def state(self) -> State:
        """The state after it."""
        return self.played[-1].state if self.played else self.table.states[self.amendment.start]

    @property
    def may_end(self) -> bool:
        """Whether it completes or changes an entry, so that the game may be over after it."""
        return self.intent.kind in SCORED_KINDS and self.intent.kind not in ("part", "parts")

    @cached_property
    def players(self) -> Sequence[str] | None:
        """The players by seat after it, where it adds or removes a seat; None for any other."""
        players, setup, newcomer = self.table.setup.players, self.amendment.setup, self.intent.newcomer
        if setup is None or setup.seats == len(players):
            return None
        return players[: setup.seats] if newcomer is None else (*players, newcomer.name)

    @property
    def beside(self) -> Beside | None:
        """Extra writes in the event's transaction: of the intent, of its kind, or of the players that it changes."""
        players = self.players
        if players is None:
            kind = None if self.intent.kind in CORE_KINDS else event_kind(self.intent.kind)
            return self.intent.beside if kind is None or kind.write is None else kind.write
        return lambda db, session, _: change_seats(db, session, players)

    @property
    def result(self) -> Mapping[str, Any] | None:
        """The result to store with it where the game is over then, else None."""
        if not self.may_end or not self.state.finished:
            return None
        table = self.table
        changed = {"options": table.changed_options} if table.changed_options else {}
        result = stored_result(table.record.with_amendment(self.amendment, self.played))
        return None if result is None else {**result, **changed}


def entry_intent(table: Table, parsed: Part | Parts | Whole) -> Intent:
    """The event for submitted form values; parts that are unchanged are skipped.

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
        return Intent("nothing", None)
    if entry is not None and (not 0 < len(fresh) < len(parts) or table.entry_fault(entry) is None):
        return Intent("entry", entry, frozenset(fresh))
    if len(fresh) > 1:
        return Intent("parts", {"parts": fresh}, frozenset(fresh))
    slot, value = next(iter(fresh.items()))
    return Intent("part", {"slot": slot, "value": value}, frozenset(fresh))


_NOTHING_TO = {
    "undo": Message("Nothing has been entered yet, so there is nothing to take back."),
    "redo": Message("Nothing was taken back that could be done again."),
}


def turn_intent(table: Table, kind: str, role: str) -> Intent:
    """Undo the last action or redo the last undone one.

    Only the host may undo or redo the end of a game or a change of options.
    """
    event = table.log.target(kind)
    if event is None:
        raise RuleError(_NOTHING_TO[kind])
    if event.kind == "options" and role != "host":
        raise RuleError(HOST_ALLOWS)
    intent = Intent(kind, {"event": event.number})
    check_end(table, intent, role)
    return intent


def is_for_host(table: Table, kind: str) -> bool:
    """Whether there is something to undo or to redo, and only the host may."""
    if table.log.target(kind) is None:
        return False
    try:
        turn_intent(table, kind, "scorer")
    except RuleError:
        return True
    return False


def seat_intent(table: Table, phone: int, role: str, seat: int, taken: bool) -> Intent:
    """A phone takes a seat or leaves it; the host may also free a seat that another phone holds."""
    if seat not in range(table.setup.seats):
        raise RuleError("There is no such seat at this table.")
    holder = table.claims.get(seat)
    if holder == (phone if taken else None):
        return Intent("nothing", None)
    if holder not in (None, phone) and (taken or role != "host"):
        raise RuleError(
            "Another phone sits there. It can leave the seat of {seat} itself, or the host can free it.",
            seat=Seat(seat),
        )
    return Intent("seat", {"seat": seat, "taken": taken})


def draw_intent(table: Table, base_version: int, what: str, seat: int | None) -> Intent:
    """Draw who begins, the order or the teams, or choose the seat that begins; once for several phones that draw it."""
    since = table.log.events[max(base_version, 0) :]
    if seat is None and any(event.kind == "draw" and event.body["what"] == what for event in since):
        return Intent("nothing", None)
    if seat is None and table.setup.seats < 2:
        raise RuleError("Nothing is drawn where one plays alone.")
    seed = {"seed": token_hex(SEED_BYTES), "seats": table.setup.seats}
    body = {"what": what, **(seed if seat is None else {"seat": seat})}
    draw_amendment(table.record, table.draft, read_draw(body))
    return Intent("draw", body)


def amendment_intent(table: Table, kind: str, body: Any, role: str) -> Intent:
    """Correct or remove an earlier entry, or insert one before it; only the host may reopen a game."""
    amendment = amendment_of(table.record, kind, body, 0)
    old = table.entries[amendment.start].body
    if kind == "correct" and body["value"] == old:
        return Intent("nothing", None)
    if kind == "correct" and old == END:
        raise RuleError(END_HAS_NO_FORM)
    if kind != "remove" and body["value"] == END:
        raise RuleError("The end of the game is not an entry to be put in; stop the game on the host's page.")
    intent = Intent(kind, body)
    check_end(table, intent, role)
    return intent


def options_intent(table: Table, options: Mapping[str, Any], role: str, newcomer: Newcomer | None = None) -> Intent:
    """Options that the host changes while the game runs; those that stay as they are are skipped."""
    if role != "host":
        raise RuleError(HOST_ALLOWS)
    if table.state.finished:
        raise RuleError("The game is over; what it allows cannot change any more.")
    if newcomer is not None:
        check_new_names([read_name(newcomer.name)])
        if normalize_name(newcomer.name) in map(normalize_name, table.setup.players):
            raise RuleError("two players are called {name}; names must differ", name=newcomer.name)
        widening = table.game.widening
        options = {**options, **(widening.join(table.state, table.draft, newcomer) if widening else {})}
    fresh = {key: value for key, value in options.items() if table.setup.options.get(key) != value}
    if not fresh:
        return Intent("nothing", None)
    intent = Intent("options", {"options": fresh}, newcomer=newcomer)
    if table.draft:
        _check_draft(table, intent)
    return intent


def _check_draft(table: Table, intent: Intent) -> None:
    """Raise `RuleError` if the draft could not be completed under the changed options."""
    planned = plan(table, intent)
    after = planned.state if planned.played else table.record.start_of(planned.amendment)[1]
    try:
        table.game.form.validate_draft(after, table.draft)
    except RuleError as error:
        raise RuleError("what is half entered: {reason}", reason=error.message) from None


def check_end(table: Table, intent: Intent, role: str) -> None:
    """Raise `RuleError` where anybody but the host would stop a game or reopen a stopped one."""
    amendment = table.amendment(intent.kind, intent.body)
    last = amendment.lines[-1:] or table.entries[: amendment.start][-1:]
    is_stopped, would_be = _has_end(table.entries), _has_end(last)
    if role != "host" and is_stopped != would_be:
        raise RuleError(END_IS_FINAL if is_stopped else Message("Only the host can stop the game."))


def _has_end(lines: Sequence[LoggedEntry]) -> bool:
    return bool(lines) and lines[-1].body == END


def plan(table: Table, intent: Intent) -> Plan:
    """Return what an intent makes of a table. Many entries are played in slices.

    `RuleError` where it cannot stand, `AmendmentBlocked` where a later entry could not stand after it.
    """
    amendment = table.amendment(intent.kind, intent.body)
    return Plan(table, intent, amendment, table.record.play_amendment(amendment))


def _is_counted(name: str) -> bool:
    if name in CORE_KINDS:
        return True
    kind = event_kind(name)
    return kind is not None and kind.is_counted


def _counted_events(table: Table) -> int:
    return table.version - sum(count for kind, count in table.log.counts.items() if not _is_counted(kind))


def with_following(append: Append, planned: Plan, now: int) -> Append:
    """Add the events of features that follow from an action, and the seconds that a game took which it ends."""
    table, event, kept, following = planned.table, append.event, planned.table.kept, list[Event]()
    for name in [name for name in kept if planned.may_end and table.keeps(name)]:
        kind = event_kind(name)
        body = None if kind is None or kind.follows is None else kind.follows(table, planned.state, now)
        if body is not None:
            number = event.number + len(following) + 1
            following.append(Event(number, token_urlsafe(12), b"", name, body, event.phone, event.at))
            kept = kept_after(kept, following[-1])
    return replace(append, following=following, result=timed(append.result, kept))


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
