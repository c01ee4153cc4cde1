"""Requests and changes: what a phone sends to a table, what that does to its log, and whether the table can take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from companion.engine import Message, RuleError, State
from companion.features import event_kind
from companion.forms.form import Posted
from companion.forms.parts import Newcomer
from companion.scoring.game_stats import stored_result
from companion.scoring.replay import Splice
from companion.scoring.scoresheet import END, Played
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Beside, Event, parts_of
from companion.storage.rows.seat_rows import change_seats
from companion.table.table import AMENDING, REPLAYING, Table, kept_after, timed
from companion.table.versions import entry_at, entry_of, insertions_since

MAX_EVENTS = 5000  # of one session; an evening has a few hundred
MAX_ENTRIES = 600  # of one game; the longest games have about a hundred
MAX_CORRECTIONS = 500


@dataclass(frozen=True)
class Request:
    """What a phone sends to change a table: its key, the version of the table that it saw, and a digest of the rest.

    The same key twice is one request.
    """

    phone: int
    key: str
    base_version: int
    request_digest: bytes


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
    """A request that others were faster than; `between` has their events.

    `answer` is the position, from 0, of the entry that answered the question of a posted form, if one did.
    """

    def __init__(self, between: Sequence[Event], answer: int | None = None) -> None:
        super().__init__("the table has moved on")
        self.between = between
        self.answer = answer


class UnconfirmedReversal(Conflict):
    """An undo or a redo of `event` that its phone has to confirm, as another phone acted last or did what it reverses.

    `between` has what is reversed, and what came last.
    """

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


@dataclass(frozen=True)
class PlayedChange:
    """A change with what it makes of a table's entries: where they are spliced, and what was played for that.

    Nothing of the table is changed yet.
    """

    table: Table
    change: Change
    splice: Splice
    played: Sequence[Played]

    @property
    def state(self) -> State:
        """The state after it."""
        return self.played[-1].state if self.played else self.table.states[self.splice.start]

    @property
    def players(self) -> Sequence[str] | None:
        """The players by seat after it, where it adds or removes a seat; None for any other."""
        players, setup, newcomer = self.table.setup.players, self.splice.setup, self.change.newcomer
        if setup is None or setup.seats == len(players):
            return None
        return players[: setup.seats] if newcomer is None else (*players, newcomer.name)

    @property
    def beside(self) -> Beside | None:
        """Extra writes in its event's transaction: those of the change, or the players."""
        players = self.players
        return self.change.beside if players is None else lambda db, session, _: change_seats(db, session, players)

    @property
    def _completes(self) -> bool:
        """Whether it completes or changes an entry."""
        return self.change.kind in SCORED_KINDS and self.change.kind not in ("part", "parts")

    def following(self, event: Event, moment: Callable[[], int]) -> list[Event]:
        """The events of features that follow from its event by themselves, such as the clock's next turn.

        Raises `RuleError` if a feature refuses the event: nothing of it may be stored then.
        """
        kept, following = kept_after(self.table.kept, event), list[Event]()
        for name in [name for name in kept if self._completes and self.table.keeps(name)]:
            kind = event_kind(name)
            body = None if kind is None or kind.follows is None else kind.follows(self.table, self.state, moment())
            if body is not None:
                number = event.number + len(following) + 1
                following.append(Event(number, token_urlsafe(12), b"", name, body, event.phone, event.at))
        return following

    def result(self, following: Sequence[Event]) -> Mapping[str, Any] | None:
        """The result to store if the game is over after it, with the seconds that it took; else None."""
        if not self._completes or not self.state.finished:
            return None
        table, kept = self.table, self.table.kept
        for event in following:
            kept = kept_after(kept, event)
        result = stored_result(table.replay.spliced(self.splice, self.played))
        if result is not None and table.changed_options:
            result = {**result, "options": table.changed_options}
        return timed(result, kept)


def play_change(table: Table, change: Change) -> PlayedChange:
    """Return what a change makes of a table. Many entries are played in slices.

    `RuleError` where it cannot stand, `AmendmentBlocked` where a later entry could not stand after it.
    """
    splice = table.splice(change.kind, change.body)
    return PlayedChange(table, change, splice, table.replay.play_splice(splice))


# what came between


def check_unchanged(table: Table, base_version: int) -> None:
    """Raise `Conflict` if what is entered has changed since a version."""
    if between := table.log.since(base_version):
        raise Conflict(between)


def check_overlap(table: Table, base_version: int, change: Change) -> None:
    """Raise `Conflict` if an event since a version changed the same thing.

    Parts conflict with a part in the same slot, a whole entry with any part of it, an insertion with one at the same
    place, another amendment with one of the same entry and with changed options, as its numbers may be counted
    otherwise then. Everything else that came between stands beside it: the rules have accepted both. An undo and a redo
    name their event, and what does not change the score conflicts with nothing.
    """
    if change.kind in ("undo", "redo") or change.kind not in SCORED_KINDS:
        return
    between = table.log.since(base_version)
    options = [event for event in between if table.log.original(event).kind == "options"]
    if change.kind == "options" or (change.kind in AMENDING and options):
        clash = options
    elif change.kind == "insert":
        clash = insertions_since(table, base_version, change.body["before"])
    elif change.kind in AMENDING:
        entry = change.body["entry"]
        is_as_before = entry_at(table, entry, base_version) == entry_at(table, entry, table.version)
        clash = [] if is_as_before else [event for event in between if entry_of(table.log.original(event)) == entry]
    elif change.slots:
        clash = [event for event in between if change.slots & parts_of(table.log.original(event)).keys()]
    else:
        clash = [event for event in between if parts_of(table.log.original(event))]
    if clash:
        raise Conflict(clash)


# how much a table takes


def check_capacity(table: Table, change: Change) -> None:
    """Raise `RuleError` where a table is full; what ends the game is always accepted."""
    leaves_seat = change.kind == "seat" and not change.body["taken"]
    if change.kind == "rematch" or change.body == END or leaves_seat or change.fits_always:
        return
    counts = table.log.counts.items() if table.version >= MAX_EVENTS and _is_counted(change.kind) else ()
    if sum([count for kind, count in counts if _is_counted(kind)]) >= MAX_EVENTS:
        raise RuleError(
            "This table has its {most} acts and takes no more. The host can end the game; a rematch starts anew.",
            most=MAX_EVENTS,
        )
    if change.kind in REPLAYING and table.log.corrections >= MAX_CORRECTIONS:
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


def _is_counted(name: str) -> bool:
    kind = event_kind(name)
    return name in CORE_KINDS or (kind is not None and kind.is_counted)
