"""A session as it stands: its log folded into states, a draft of the running entry, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game import Game, Setup, Standing, State
from companion.game.redaction import check_hiding
from companion.scoring.replay import Amendment, LoggedEntry, Record, amendment_of
from companion.scoring.scoresheet import Played
from companion.sessions.pad_row import PadRow
from companion.storage.records import SIDE_EVENTS, Event, SessionRow, parts_of

AMENDING = ("correct", "remove", "insert")

_EVENT_WEIGHT = 2500  # bytes of an event in memory, with what an undo of it needs
_ENTRY_WEIGHT = 9000  # bytes of an entry with its state, in the game where they are largest


@dataclass(frozen=True)
class Viewpoint:
    """How a phone sees a table: its role and its own seats."""

    role: str
    own: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An act that stands: its event, and what an undo puts back.

    `draft` is the draft before it, which other acts share, `place` (from 1) that of the entry it is about, `old` the
    line that was there, None where the action inserted one.
    """

    event: Event
    draft: Mapping[str, Any]
    place: int
    old: LoggedEntry | None = None


Points = tuple[tuple[int, ...] | None, tuple[int, ...] | None]
"""The points of the entry an act is about, before and after it, as far as there are any."""


@dataclass
class Table:
    """The fold of a session's log; one event costs one `play`, not a replay, unless it amends an earlier entry.

    `done` are the acts that stand, in order; `undone` those that were taken back and can be done again. What an
    amendment did to later entries is not kept: they are played again where it is taken back.
    """

    row: SessionRow
    game: Game
    setup: Setup
    log: list[Event] = field(default_factory=list)
    done: list[AppliedEvent] = field(default_factory=list)
    undone: list[Event] = field(default_factory=list)
    acts: dict[str, Event] = field(default_factory=dict)
    about: dict[int, AppliedEvent] = field(default_factory=dict)
    """What each act of the log did when it was done, by its event's number."""
    points: dict[int, Points] = field(default_factory=dict)
    """The points before and after an act, by its event's number, as far as they were ever counted."""
    corrections: int = 0
    """How many acts of the log amended an earlier entry."""
    draft: Mapping[str, Any] = field(default_factory=dict)
    rematch: str | None = None
    pad_rows: dict[int, tuple[Played, PadRow]] = field(default_factory=dict)
    """The rows of the score pad, by the number of the entry, with how it was played when the row was made."""
    claims: dict[int, int] = field(default_factory=dict)
    """Which phone sits on a seat."""
    snapshot: Table | None = field(default=None, repr=False)
    """The latest copy of it that stays as it is, see `snapshot_of`."""
    is_snapshot: bool = False

    def __post_init__(self) -> None:
        if self.row.hidden:
            check_hiding(self.game)
        self.record = Record(self.game, self.setup)
        self.claims.update(self.row.claims)

    @property
    def id(self) -> str:
        """The session's id."""
        return self.row.id

    @property
    def version(self) -> int:
        """The number of events in the log."""
        return len(self.log)

    @property
    def states(self) -> list[State]:
        """The state at the start and after each entry."""
        return self.record.states

    @property
    def played(self) -> list[Played]:
        """The entries as they were played."""
        return self.record.played

    @property
    def entries(self) -> list[LoggedEntry]:
        """The entries that stand."""
        return self.record.lines

    @property
    def state(self) -> State:
        """The current state."""
        return self.record.states[-1]

    @property
    def standing(self) -> Standing:
        """The current standing."""
        return self.record.standing

    def standing_after(self, number: int) -> Standing:
        """The standing after `number` entries."""
        return self.record.standing_after(number)

    @property
    def hides(self) -> bool:
        """Whether totals are kept from everybody but the phone on the seat: until the game is over."""
        return self.row.hidden and not self.state.finished

    def viewpoint(self, phone: int | None, role: str) -> Viewpoint:
        """How a phone sees the table as it stands."""
        return Viewpoint(role, () if phone is None else self.seats_of(phone))

    def seats_of(self, phone: int) -> tuple[int, ...]:
        """The seats that a phone occupies, ascending."""
        return tuple(sorted(seat for seat, holder in self.claims.items() if holder == phone))

    @property
    def last(self) -> Event | None:
        """The event that an undo reverts."""
        return self.done[-1].event if self.done else None

    @property
    def next(self) -> Event | None:
        """The event that a redo repeats."""
        return self.undone[-1] if self.undone else None

    @property
    def weight(self) -> int:
        """About how many bytes the table takes in memory."""
        return _EVENT_WEIGHT * len(self.log) + _ENTRY_WEIGHT * len(self.entries)

    def catch_up(self, events: Iterable[Event]) -> None:
        """Apply all events after the current version."""
        for event in events:
            self.apply(event)

    def read(self, events: Iterable[Event], pause: Callable[[], None]) -> None:
        """Take in the log from its start: only what stands at its end is played. `RuleError` where that cannot stand.

        With `pause` others go on now and then; nobody else may know of this table yet.
        """
        self.follow(events, pause)
        self.record.play_remaining(pause=pause)

    def follow(self, events: Iterable[Event], pause: Callable[[], None]) -> None:
        """Take in events without playing their entries, which `record.play_on` does."""
        for event in events:
            self._take_in(event, self.amendment(event), ())
            pause()

    def apply(self, event: Event, played: Sequence[Played] | None = None) -> None:
        """Take in the next event; `played` saves playing its entries twice. `RuleError` where it cannot stand."""
        amendment = self.amendment(event)
        if played is None:
            played = self.record.play_amendment(amendment)
        self._take_in(event, amendment, played)

    def amendment(self, event: Event) -> Amendment:
        """The amendment of the record that an event results in; changes nothing."""
        if event.kind == "undo":
            return self._way_back(self.done[-1])
        if event.kind == "redo":
            event = self.undone[-1]
        return amendment_of(self.record, event.kind, event.body, event.number)

    def _way_back(self, done: AppliedEvent) -> Amendment:
        kind, start = done.event.kind, done.place - 1
        if kind not in ("entry", *AMENDING):
            return Amendment(len(self.entries))
        after = done.place if kind != "remove" else start
        old = () if done.old is None else (done.old,)
        return Amendment(start, (*old, *self.entries[after:]), len(old), after + 1)

    def _take_in(self, event: Event, amendment: Amendment, played: Sequence[Played]) -> None:
        if event.kind == "undo":
            self._take_back(amendment, played)
        elif event.kind == "redo":
            self._do(self.undone.pop(), amendment, played)
        elif event.kind == "rematch":
            self.rematch = event.body["session"]
        elif event.kind == "seat":
            self._sit(event)
        elif event.kind != "names":  # the names stand in the setup
            self._do(event, amendment, played)
            self.undone.clear()
        self.corrections += event.kind in AMENDING
        self.log.append(event)
        self.acts[event.act] = event

    def _sit(self, event: Event) -> None:
        if event.body["taken"]:
            self.claims[event.body["seat"]] = event.phone
        else:
            self.claims.pop(event.body["seat"], None)

    def _do(self, event: Event, amendment: Amendment, played: Sequence[Played]) -> None:
        start = amendment.start
        old = self.entries[start] if event.kind in ("correct", "remove") else None
        done = AppliedEvent(event, self.draft, start + 1, old)
        if parts := parts_of(event):
            self.draft = {**self.draft, **parts}
        elif event.kind == "entry":
            self.draft = {}
        if len(self.played) == len(self.entries) and len(played) == len(amendment.lines):
            before = None if old is None else self.played[start].points
            self.points[event.number] = (before, played[0].points if amendment.own else None)
        self.record.apply_amendment(amendment, played)
        self.done.append(done)
        self.about[event.number] = done

    def _take_back(self, amendment: Amendment, played: Sequence[Played]) -> None:
        done = self.done.pop()
        self.record.apply_amendment(amendment, played)
        self.draft = done.draft
        self.undone.append(done.event)

    def between(self, seen: int) -> Sequence[Event]:
        """The acts that came after the version `seen` and changed what is entered."""
        return [event for event in self.log[max(seen, 0) :] if event.kind not in SIDE_EVENTS]

    def original(self, event: Event) -> Event:
        """The event that an undo or a redo is about; any other one itself."""
        return self.log[event.body["event"] - 1] if event.kind in ("undo", "redo") else event

    def last_before(self, version: int) -> int:
        """The version that the last act before `version` made which changed what is entered; 0 where none did."""
        earlier = (self.log[place] for place in range(min(version - 1, len(self.log)) - 1, -1, -1))
        return next((event.number for event in earlier if event.kind not in SIDE_EVENTS), 0)
