"""The log of a session in memory: its events, which actions stand, and what the events of features make of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine import Setup
from companion.engine.figure import LENGTH
from companion.engine.scoring.replay import LoggedEntry
from companion.features import event_kind
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Event

AMENDING = ("correct", "remove", "insert")
REPLAYING = (*AMENDING, "options")
"""The kinds of events that play earlier entries again."""


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An action that stands: its event, and what an undo puts back.

    `draft` is the draft before it, which other actions share, `place` (from 1) that of the entry it is about, `old` the
    entry that was there, None where the action inserted one. `played` are the setup and all entries before options were
    changed.
    """

    event: Event
    draft: Mapping[str, Any]
    place: int
    old: LoggedEntry | None = None
    played: tuple[Setup, tuple[LoggedEntry, ...]] | None = None


def is_following(event: Event) -> bool:
    """Whether an event followed from the one before it, without a tap of its own."""
    return event.kind not in CORE_KINDS and bool(event.body.get("auto"))


@dataclass
class SessionLog:
    """The events of a session, in order, and what became of them."""

    events: list[Event] = field(default_factory=list)
    done: list[AppliedEvent] = field(default_factory=list)
    """The actions that stand, in order."""
    undone: list[Event] = field(default_factory=list)
    """The actions that were undone and can be done again."""
    by_key: dict[str, Event] = field(default_factory=dict)
    """The events by the key that the phone made for the action."""
    applied: dict[int, AppliedEvent] = field(default_factory=dict)
    """What each action did when it was done, by its event's number."""
    corrections: int = 0
    """How many events amended an earlier entry, or changed options."""
    entered: int = 0
    """How many of the actions that stand added an entry."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many events there are of each kind that a feature brings."""

    def copy(self) -> SessionLog:
        """A copy of the log. `by_key` is shared: it only grows, and is only read for the latest version."""
        done, undone, applied = self.done.copy(), self.undone.copy(), self.applied.copy()
        counts = self.corrections, self.entered, self.counts.copy()
        return SessionLog(self.events.copy(), done, undone, self.by_key, applied, *counts)

    def add(self, event: Event) -> None:
        """Append an event that was applied."""
        self.corrections += event.kind in REPLAYING
        if event.kind not in CORE_KINDS:
            self.counts[event.kind] += 1
        self.events.append(event)
        self.by_key[event.act] = event

    def mark_done(self, applied: AppliedEvent) -> None:
        """Record that an action was done or redone."""
        self.done.append(applied)
        self.entered += applied.event.kind == "entry"
        self.applied[applied.event.number] = applied

    def mark_undone(self) -> AppliedEvent:
        """Record that the latest action was undone, and return it."""
        applied = self.done.pop()
        self.entered -= applied.event.kind == "entry"
        self.undone.append(applied.event)
        return applied

    def stands(self, number: int) -> bool:
        """Whether the action of event `number` stands, so that it is not undone."""
        return any(applied.event.number == number for applied in reversed(self.done))

    @property
    def to_undo(self) -> Event | None:
        """The event that an undo reverts."""
        return self.done[-1].event if self.done else None

    @property
    def to_redo(self) -> Event | None:
        """The event that a redo repeats."""
        return self.undone[-1] if self.undone else None

    def target(self, kind: str) -> Event | None:
        """The event that an "undo" or a "redo" is about."""
        return self.to_undo if kind == "undo" else self.to_redo

    def with_following(self, event: Event) -> Sequence[Event]:
        """An event and the one that followed from it by itself, if one did, such as the clock's next turn."""
        return [event, *[later for later in self.events[event.number : event.number + 1] if is_following(later)]]

    @property
    def latest(self) -> Sequence[Event]:
        """The latest action, with the event that followed from it; empty before the first."""
        last = self.events[-1:]
        return self.events[-2:] if last and is_following(last[0]) else last

    def since(self, version: int) -> Sequence[Event]:
        """The events after a version that changed what is entered."""
        return [event for event in self.events[max(version, 0) :] if event.kind in SCORED_KINDS]

    def original(self, event: Event) -> Event:
        """The event that an undo or a redo is about; any other one itself."""
        return self.events[event.body["event"] - 1] if event.kind in ("undo", "redo") else event

    def last_before(self, version: int) -> int:
        """The number of the last event before `version` that changed what is entered; 0 where none did."""
        earlier = (self.events[place] for place in range(min(version - 1, len(self.events)) - 1, -1, -1))
        return next((event.number for event in earlier if event.kind in SCORED_KINDS), 0)


def kept_after(kept: Mapping[str, Any], event: Event) -> Mapping[str, Any]:
    """Return what is kept by kind after an event; nothing changes for one whose feature is not here."""
    kind = event_kind(event.kind)
    return kept if kind is None else {**kept, event.kind: kind.fold(kept.get(event.kind), event)}


def length_of(kept: Mapping[str, Any]) -> int | None:
    """Return how many seconds a game took, if a feature knows it."""
    kinds = [event_kind(name) for name, value in kept.items() if value is not None]
    lengths = (kind.length(kept[kind.name]) for kind in kinds if kind is not None and kind.length is not None)
    return next((length for length in lengths if length is not None), None)


def timed(result: Mapping[str, Any] | None, kept: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a result to store with the seconds that the game took, if they are known."""
    length = None if result is None else length_of(kept)
    if result is None or length is None:
        return result
    return {**result, "seconds": length, "figures": with_length(result["figures"], length)}


def with_length(figures: Sequence[Mapping[str, Any]], length: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the figures of a finished game by seat, with the seconds that it took if they are known."""
    return figures if length is None else [{**seat, LENGTH: length} for seat in figures]
