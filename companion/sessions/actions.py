"""Actions: what a phone sends to change a session, and the event that results on the current table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Message, RuleError, Seat
from companion.game.form import Part, Parts, Whole, form_of, part_values, seats_of_parts
from companion.scoring.game_stats import figures_of
from companion.scoring.replay import Amendment, LoggedEntry, Record, amendment_of
from companion.scoring.scoresheet import END, Played
from companion.sessions.table import AMENDING, Table
from companion.storage.records import SIDE_EVENTS, Event, NewSession, parts_of

END_IS_FINAL = Message("Only the host can open a game again that was stopped.")
END_HAS_NO_FORM = Message("The end of the game cannot be corrected; the host can take it out, and the game goes on.")


class Conflict(Exception):
    """An action on an outdated version; `between` holds the events that came first."""

    def __init__(self, between: Sequence[Event]) -> None:
        super().__init__("the table has moved on")
        self.between = between


class SuspiciousEntry(Exception):
    """An entry that the rules allow, but which is likely a slip; `warnings` say why."""

    def __init__(self, warnings: Sequence[Message]) -> None:
        super().__init__("likely a slip")
        self.warnings = warnings


class SeatsOccupied(Exception):
    """Parts entered without confirmation for `seats` that other phones occupy."""

    def __init__(self, seats: Sequence[int]) -> None:
        super().__init__("other phones hold these seats")
        self.seats = seats


@dataclass(frozen=True)
class Action:
    """What a phone sends with every change: its key for this act, the version it saw, and a digest of the rest."""

    phone: int
    key: str
    base_version: int
    request_digest: bytes


@dataclass(frozen=True)
class Intent:
    """The event that an action results in; `slots` are the slots of the running entry that it fills."""

    kind: str
    body: Any
    slots: frozenset[str] = frozenset()
    opens: NewSession | None = None


def entry_intent(table: Table, made: Part | Parts | Whole) -> Intent:
    """The event for submitted form values; parts that are unchanged are skipped."""
    if table.state.finished:
        raise RuleError(Message("The game is over; nothing can be entered any more."))
    if isinstance(made, Whole):
        return Intent("entry", made.entry)
    values = part_values(made)
    fresh = {slot: value for slot, value in values.items() if slot not in table.draft or table.draft[slot] != value}
    if not fresh:
        return Intent("nothing", None)
    entry = form_of(table.game).whole(table.state, {**table.draft, **fresh})
    if entry is not None:
        return Intent("entry", entry, frozenset(fresh))
    if len(fresh) > 1:
        return Intent("parts", {"parts": fresh}, frozenset(fresh))
    slot, value = next(iter(fresh.items()))
    return Intent("part", {"slot": slot, "value": value}, frozenset(fresh))


def check_seats(table: Table, phone: int, made: Part | Parts | Whole) -> None:
    """Raise `SeatsOccupied` where a part that changes belongs to a seat that another phone holds."""
    if isinstance(made, Whole):
        return
    changed = [slot for slot, value in part_values(made).items() if table.draft.get(slot) != value]
    held = [seat for seat, holder in table.claims.items() if holder != phone]
    seats = [seat for seat in seats_of_parts(table.game, changed, table.setup.seats) if seat in held]
    if seats:
        raise SeatsOccupied(seats)


def already_done(table: Table, seen: int, kind: str) -> Intent | None:
    """A "nothing" intent where another phone made the same undo or redo since; `Conflict` for any other change."""
    if [event.kind for event in table.between(seen)] == [kind]:
        return Intent("nothing", None)
    check_unchanged(table, seen)
    return None


def check_plausible(table: Table, made: Part | Parts | Whole) -> None:
    """Raise `SuspiciousEntry` where this completes an entry that is likely a slip.

    Skipped where totals are hidden: the question would reveal what other seats entered.
    """
    if table.hides:
        return
    intent = entry_intent(table, made)
    warnings = form_of(table.game).entry_warnings(table.state, intent.body) if intent.kind == "entry" else ()
    if warnings:
        raise SuspiciousEntry(warnings)


def undo_intent(table: Table, role: str) -> Intent:
    """Undo the last action; only the host may undo the end of a game."""
    if table.last is None:
        raise RuleError(Message("Nothing has been entered yet, so there is nothing to take back."))
    intent = Intent("undo", {"event": table.last.number})
    check_end(table, intent, role)
    return intent


def seat_intent(table: Table, phone: int, role: str, seat: int, taken: bool) -> Intent:
    """A phone takes a seat or leaves it; the host may also free a seat that another phone holds."""
    if seat not in range(table.setup.seats):
        raise RuleError(Message("There is no such seat at this table."))
    holder = table.claims.get(seat)
    if holder == (phone if taken else None):
        return Intent("nothing", None)
    if holder not in (None, phone) and (taken or role != "host"):
        raise RuleError(
            Message(
                "Another phone sits there. It can leave the seat of {seat} itself, or the host can free it.",
                seat=Seat(seat),
            )
        )
    return Intent("seat", {"seat": seat, "taken": taken})


def redo_intent(table: Table, role: str) -> Intent:
    """Redo the last undone action; only the host may end a game again."""
    if table.next is None:
        raise RuleError(Message("Nothing was taken back that could be done again."))
    intent = Intent("redo", {"event": table.next.number})
    check_end(table, intent, role)
    return intent


def amendment_intent(table: Table, kind: str, body: Any, role: str) -> Intent:
    """A correction of an earlier entry, its removal, or one put in before it; the host alone reopens a game."""
    amendment = amendment_of(table.record, kind, body, 0)
    old = table.entries[amendment.start].body
    if kind == "correct" and body["value"] == old:
        return Intent("nothing", None)
    if kind == "correct" and old == END:
        raise RuleError(END_HAS_NO_FORM)
    if kind != "remove" and body["value"] == END:
        raise RuleError(Message("The end of the game is not an entry to be put in; stop the game on the host's page."))
    intent = Intent(kind, body)
    check_end(table, intent, role)
    return intent


def check_end(table: Table, intent: Intent, role: str) -> None:
    """Raise `RuleError` where anybody but the host would stop a game or reopen a stopped one."""
    amendment = table.amendment(_event(table, intent))
    last = amendment.lines[-1:] or table.entries[: amendment.start][-1:]
    is_stopped, would_be = _has_end(table.entries), _has_end(last)
    if role != "host" and is_stopped != would_be:
        raise RuleError(END_IS_FINAL if is_stopped else Message("Only the host can stop the game."))


def may_undo(table: Table, role: str) -> bool:
    """Whether there is something that a phone in this role may take back."""
    return _may(undo_intent, table, role)


def may_redo(table: Table, role: str) -> bool:
    """Whether there is something that a phone in this role may do again."""
    return _may(redo_intent, table, role)


def _may(intending: Callable[[Table, str], Intent], table: Table, role: str) -> bool:
    try:
        intending(table, role)
    except RuleError:
        return False
    return True


def _has_end(lines: Sequence[LoggedEntry]) -> bool:
    return bool(lines) and lines[-1].body == END


def _event(table: Table, intent: Intent) -> Event:
    """The event that an intent would be, as far as a table asks for it."""
    return Event(table.version + 1, "", b"", intent.kind, intent.body, 0, "")


def plan(table: Table, intent: Intent, pause: Callable[[], None]) -> tuple[Amendment, list[Played]]:
    """The amendment and played entries an intent results in; changes nothing, and calls `pause` between entries.

    `RuleError` where it cannot stand, `AmendmentBlocked` where a later entry could not stand after it.
    """
    amendment = table.amendment(_event(table, intent))
    return amendment, table.record.play_amendment(amendment, pause)


def check_running(table: Table, seen: int) -> None:
    """Refuse an entry on a version since which the running entry was scored, or the one before it taken back."""
    between = table.between(seen)
    if seen > table.version or any(table.original(event).kind == "entry" for event in between):
        raise Conflict(between)


def check_known(table: Table, seen: int) -> None:
    """Refuse a version that this table has not reached yet."""
    if seen > table.version:
        raise Conflict(table.between(seen))


def check_unchanged(table: Table, seen: int) -> None:
    """Refuse an act on any version but the present one."""
    between = table.between(seen)
    if seen > table.version or between:
        raise Conflict(between)


def check_overlap(table: Table, seen: int, intent: Intent) -> None:
    """Refuse an act where one since the version `seen` changed the same thing.

    Parts conflict with a part in the same slot, a whole entry with any part of it, an amendment with another one of
    the same entry. Everything else that came between stands beside it: the rules have accepted both.
    """
    between = table.between(seen)
    if intent.kind in AMENDING:
        clash = [event for event in between if _entry_of(table.original(event)) == _entry_named(intent.body)]
    elif intent.slots:
        clash = [event for event in between if intent.slots & parts_of(table.original(event)).keys()]
    else:
        clash = [event for event in between if parts_of(table.original(event))]
    if clash:
        raise Conflict(clash)


def _entry_of(event: Event) -> int | None:
    """The number of the entry that an amendment changed, took out or put in."""
    if event.kind == "insert":
        return event.number
    return _entry_named(event.body) if event.kind in AMENDING else None


def _entry_named(body: Mapping[str, Any]) -> int:
    number: int = body["before"] if "before" in body else body["entry"]
    return number


def repeated(table: Table, act: Action) -> Table:
    """The table for an action that is stored already; `Conflict` where its key came with another request."""
    event = table.acts[act.key]
    if event.sent != act.request_digest:
        raise Conflict([event])
    return table


def result_after(
    table: Table, intent: Intent, amendment: Amendment, played: Sequence[Played]
) -> Mapping[str, Any] | None:
    """The result to store with an act after which the game is over; None with any other."""
    if intent.kind in ("part", "parts", *SIDE_EVENTS):
        return None
    state = played[-1].state if played else table.states[amendment.start]
    return stored_result(table.record.with_amendment(amendment, played)) if state.finished else None


def stored_result(record: Record) -> Mapping[str, Any] | None:
    """What is stored of a game that is over; None while it runs. Its ranking is empty where nothing was scored."""
    state = record.states[-1]
    if not state.finished:
        return None
    standing = record.standing
    return {"totals": standing.totals, "ranking": standing.ranking, "figures": seat_figures(record)}


def seat_figures(record: Record) -> Sequence[Mapping[str, Any]]:
    """The figures of a game as it stands, by seat."""
    return figures_of(record.game, record.states, [line.body for line in record.lines], record.played)
