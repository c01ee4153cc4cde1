"""An act: what a phone wants of a session, and what that comes to on the table as it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.figures import figures_of
from companion.forms import Part, Whole, form_of
from companion.game import Message, RuleError, Seat
from companion.record import Record, amendment_of
from companion.scoresheet import END, Played, play
from companion.store import APART, Event, NewSession
from companion.table import Table

AMENDING = ("correct", "remove", "insert")


class Conflict(Exception):
    """An act on a version that has moved on where it matters; `between` says what came first."""

    def __init__(self, between: Sequence[Event]) -> None:
        super().__init__("the table has moved on")
        self.between = between


@dataclass(frozen=True)
class Act:
    """What a phone sends with every change: its key for this act, the version it saw, and a digest of the rest."""

    phone: int
    key: str
    seen: int
    sent: bytes


@dataclass(frozen=True)
class Intent:
    kind: str
    body: Any
    slot: str | None = None
    played: Played | None = None
    opens: NewSession | None = None


def entering(table: Table, made: Part | Whole) -> Intent:
    if table.state.finished:
        raise RuleError(Message("The game is over; nothing can be entered any more."))
    if isinstance(made, Part):
        entry = form_of(table.game).whole(table.state, {**table.draft, made.slot: made.value})
        if entry is None:
            return Intent("part", {"slot": made.slot, "value": made.value}, made.slot)
        return Intent("entry", entry, made.slot, play(table.game, table.state, entry))
    return Intent("entry", made.entry, None, play(table.game, table.state, made.entry))


def undoing(table: Table) -> Intent:
    if table.last is None:
        raise RuleError(Message("Nothing has been entered yet, so there is nothing to take back."))
    return Intent("undo", {"event": table.last.number})


def seating(table: Table, phone: int, role: str, seat: int, taken: bool) -> Intent:
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


def redoing(table: Table) -> Intent:
    if table.next is None:
        raise RuleError(Message("Nothing was taken back that could be done again."))
    return Intent("redo", {"event": table.next.number})


def amending(table: Table, kind: str, body: Any, role: str) -> Intent:
    """A correction of an earlier entry, its removal, or one put in before it; the host alone reopens a game.

    Raises `Blocked` where a later entry could not stand after it.
    """
    amendment = amendment_of(table.record, kind, body, 0)
    old = table.entries[amendment.start].body
    if kind == "correct" and body["value"] == old:
        return Intent("nothing", None)
    if old == END and kind != "insert" and (kind == "correct" or role != "host"):
        raise RuleError(Message("Only the host can open a game again that was stopped."))
    if kind != "remove" and body["value"] == END:
        raise RuleError(Message("The end of the game is not an entry to be put in; stop the game on the host's page."))
    table.record.amended(amendment.start, amendment.lines, own=amendment.own)
    return Intent(kind, body)


def check_version(table: Table, seen: int) -> None:
    """Refuse an act on a version since which an entry was made or something taken back."""
    between = table.between(seen)
    if seen > table.version or any(event.kind != "part" for event in between):
        raise Conflict(between)


def check_slot(table: Table, seen: int, intent: Intent) -> None:
    """Refuse an act on a stale version, unless all that came between are other parts of the same entry."""
    between = table.between(seen)
    if intent.kind in APART or intent.kind in AMENDING or not between:
        return
    if intent.slot is None or any(event.body["slot"] == intent.slot for event in between):
        raise Conflict(between)


def same(table: Table, act: Act) -> Table:
    event = table.acts[act.key]
    if event.sent != act.sent:
        raise Conflict([event])
    return table


def result_after(table: Table, intent: Intent, event: Event) -> Mapping[str, Any] | None:
    """The result to store with an act after which the game is over; None with any other."""
    if intent.kind in ("part", *APART):
        return None
    if intent.played and not intent.played.state.finished:
        return None
    return stored_result(table.after(event).record)


def stored_result(record: Record) -> Mapping[str, Any] | None:
    """What is stored of a game that is over; None while it runs."""
    state = record.states[-1]
    if not state.finished:
        return None
    standing = record.game.standing(state)
    return {"totals": standing.totals, "ranking": standing.ranking, "figures": figures_in(record)}


def figures_in(record: Record) -> Sequence[Mapping[str, Any]]:
    """The figures of a game as it stands, by seat."""
    return figures_of(record.game, record.states, [line.body for line in record.lines], record.played)
