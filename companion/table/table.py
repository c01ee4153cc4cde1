"""A session as it stands: its log folded into states and a draft of the running entry."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from companion.engine import Game, Message, RuleError, Setup, Standing, State, fault_of
from companion.engine.figure import LENGTH
from companion.engine.pause import pause
from companion.feature import SheetKey
from companion.features import event_kind, event_kinds
from companion.forms.secrecy import secrecy_of
from companion.forms.totals_only import WITHOUT_RULES
from companion.scoring.replay import LoggedEntry, Replay, Splice
from companion.scoring.scoresheet import Played, Scoresheet
from companion.storage.records import CORE_KINDS, SCORED_KINDS, Event, SessionRow, parts_of
from companion.table.draws import Draw, draw_splice, read_draw

AMENDING = ("correct", "remove", "insert")
REPLAYING = (*AMENDING, "options")
"""The kinds of events that play earlier entries again."""
_UNREAD = "not read"
"""The kind that a refused event of a feature has in memory: that of no feature."""
_EVENT_WEIGHT = 2500  # bytes of an event in memory, with what an undo of it needs
_ENTRY_WEIGHT = 9000  # bytes of an entry with its state, in the game where they are largest

_log = logging.getLogger(__name__)
PointsAround = tuple[tuple[int, ...] | None, tuple[int, ...] | None]
"""The points of the entry an action is about, before and after it, as far as there are any."""


@dataclass(frozen=True, slots=True)
class Before:
    """What an action found when it was done, and what an undo of it puts back.

    `draft` is the draft before it, `entry_number` that of the entry it is about, `old` the entry that was there, None
    where the action inserted one. `before_options` are the setup and all entries from before options were changed.
    """

    draft: Mapping[str, Any]
    entry_number: int
    old: LoggedEntry | None = None
    before_options: tuple[Setup, tuple[LoggedEntry, ...]] | None = None


def _is_following(event: Event) -> bool:
    """Whether an event followed from the one before it, without a tap of its own."""
    return event.kind not in CORE_KINDS and bool(event.body.get("auto"))


@dataclass
class SessionLog:
    """The events of a session, in order, and what became of them."""

    events: list[Event] = field(default_factory=list)
    done: list[Event] = field(default_factory=list)
    """The actions that stand, in order."""
    undone: list[Event] = field(default_factory=list)
    """The actions that were undone and can be done again."""
    before: dict[int, Before] = field(default_factory=dict)
    """What each action found when it was done, by its event's number."""
    by_key: dict[str, Event] = field(default_factory=dict)
    """The events by the key that the phone made for the action."""

    def copy(self) -> SessionLog:
        """A copy that is independent of later events."""
        lists = self.events.copy(), self.done.copy(), self.undone.copy()
        return SessionLog(*lists, self.before.copy(), self.by_key.copy())

    def add(self, event: Event) -> None:
        """Append an event that was applied."""
        self.events.append(event)
        self.by_key[event.act] = event

    def count(self, *kinds: str) -> int:
        """How many events there are of these kinds."""
        return sum([event.kind in kinds for event in self.events])

    @property
    def entered(self) -> list[int]:
        """The numbers of the events that added an entry and stand, in order."""
        return [event.number for event in self.done if event.kind == "entry"]

    def stands(self, number: int) -> bool:
        """Whether the action of event `number` stands, so that it is not undone."""
        return any(event.number == number for event in reversed(self.done))

    def target(self, kind: str) -> Event | None:
        """The event that an "undo" reverts, or a "redo" repeats."""
        events = self.done if kind == "undo" else self.undone
        return events[-1] if events else None

    def last_about(self, event: Event, until: int | None = None) -> Event:
        """The latest action, up to event `until`, that did an event, took it back or did it again."""
        return next(each for each in reversed(self.events[:until]) if self.original(each).number == event.number)

    def with_following(self, event: Event) -> Sequence[Event]:
        """An event and those that followed from it by themselves, such as the clock's next turn."""
        return [event, *takewhile(_is_following, self.events[event.number :])]

    @property
    def latest(self) -> Sequence[Event]:
        """The latest action, with the events that followed from it; empty before the first."""
        action = next((event for event in reversed(self.events) if not _is_following(event)), None)
        return [] if action is None else self.with_following(action)

    def scored_since(self, version: int) -> Sequence[Event]:
        """The events after a version that changed what is entered."""
        return [event for event in self.events[max(version, 0) :] if event.kind in SCORED_KINDS]

    def original(self, event: Event) -> Event:
        """The event that an undo or a redo is about; any other one itself."""
        return self.events[event.body["event"] - 1] if event.kind in ("undo", "redo") else event


@dataclass(frozen=True)
class Viewpoint:
    """How a phone sees a table: its role, its own seats, and which phone it is, None where several see the same."""

    role: str
    own_seats: tuple[int, ...] = ()
    phone: int | None = None


@dataclass
class Table:
    """The fold of a session's log; one event costs one `play`, not a replay, unless it amends an earlier entry.

    What a splice did to later entries is not stored: they are played again where it is undone. A table that others may
    have does not change any more: what comes after it is taken in by a copy.
    """

    row: SessionRow
    game: Game
    setup: Setup
    opened: tuple[Game, Setup]
    """The game and the setup with which it was opened."""
    replay: Replay
    claims: dict[int, int]
    """Which phone sits on a seat."""
    log: SessionLog = field(default_factory=SessionLog)
    points: dict[int, PointsAround] = field(default_factory=dict)
    """The points before and after an action, by its event's number, as far as they were ever counted."""
    draft: Mapping[str, Any] = field(default_factory=dict)
    rematch: str | None = None
    draws: Mapping[int, Draw] = field(default_factory=dict)
    """What was drawn before the first entry, by the number of the event, in order."""
    kept: Mapping[str, Any] = field(default_factory=dict)
    """What the events of features lead to, by their kind."""
    fault: Message | None = None
    """Why a feature refuses an event of the log, which another version has stored."""

    id: str = field(init=False)
    states: list[State] = field(init=False, repr=False)
    """The state at the start and after each entry."""
    played: list[Played] = field(init=False, repr=False)
    """The entries as they were played."""
    entries: list[LoggedEntry] = field(init=False, repr=False)
    """The current entries, without removed and undone ones."""

    def __post_init__(self) -> None:
        """Name the lists of the replay, which stay the same ones."""
        self.id = self.row.id
        self.states, self.played, self.entries = self.replay.states, self.replay.played, self.replay.lines

    def copy(self) -> Table:
        """A copy, to take in what comes next."""
        points, claims = self.points.copy(), self.claims.copy()
        return replace(self, log=self.log.copy(), replay=self.replay.copy(), points=points, claims=claims)

    @property
    def changed_options(self) -> Mapping[str, Any]:
        """The options that differ from those with which the table was opened."""
        opened = self.opened[1].options
        return {key: value for key, value in self.setup.options.items() if value != opened[key]}

    @property
    def version(self) -> int:
        """The number of events in the log."""
        return len(self.log.events)

    @property
    def is_played(self) -> bool:
        """Whether the rules are here: else there are entries and no scores."""
        return self.game.form is not WITHOUT_RULES

    @property
    def state(self) -> State:
        """The current state."""
        return self.states[-1]

    @property
    def standing(self) -> Standing:
        """The current standing."""
        return self.replay.standing

    @property
    def read_only(self) -> Message | None:
        """Why nothing can be added; None where something can."""
        return self.fault and Message(
            "This table can be read and saved as a file, but takes nothing more, as an act in its log is refused:"
            " {reason}",
            reason=self.fault,
        )

    @property
    def hides(self) -> bool:
        """Whether totals are kept from everybody but the phone on the seat: until the game is over."""
        return not self.state.finished and (self.row.hidden or self._holds_secret)

    @property
    def keeps_secrets(self) -> bool:
        """Whether its setup has secrets of its own, which are also kept from those who keep score."""
        secrecy = self.game.secrecy
        return secrecy is not None and secrecy.keeps is not None and secrecy.keeps(self.setup.options)

    @property
    def _holds_secret(self) -> bool:
        """Whether such a secret was ever entered, also if that was undone."""
        is_kept = secrecy_of(self.game).is_kept if self.keeps_secrets else None
        if is_kept is None:
            return False
        return any(is_kept(value) for event in self.log.events for value in parts_of(event).values())

    def keeps(self, kind: str) -> bool:
        """Whether anything is kept of a kind of events that a feature brings."""
        return self.kept.get(kind) is not None

    def viewpoint(self, phone: int | None, role: str) -> Viewpoint:
        """Return how a phone sees this table."""
        return Viewpoint(role, () if phone is None else self.seats_of(phone), phone)

    def seats_of(self, phone: int) -> tuple[int, ...]:
        """The seats that a phone occupies, ascending."""
        return tuple(sorted([seat for seat, holder in self.claims.items() if holder == phone]))

    @property
    def weight(self) -> int:
        """About how many bytes the table takes in memory."""
        return _EVENT_WEIGHT * len(self.log.events) + _ENTRY_WEIGHT * len(self.entries)

    def catch_up(self, events: Iterable[Event]) -> None:
        """Play and take in all events after the current version. `RuleError` if one is invalid."""
        for event in events:
            splice = self.splice(event.kind, event.body)
            self.take_in(event, splice, self.replay.play_splice(splice))

    def load(self, events: Iterable[Event]) -> None:
        """Take in the log from its start and play only the final entries. `RuleError` if they are invalid."""
        self.take_unplayed(events)
        self.replay.play_remaining()

    def take_unplayed(self, events: Iterable[Event]) -> None:
        """Take in events without playing their entries, which `replay.play_remaining` does."""
        for event in events:
            self.take_in(event, self.splice(event.kind, event.body), ())
            pause()

    def entry_fault(self, entry: Any) -> Message | None:
        """Return why an entry cannot be the next one; None if it can."""
        return fault_of(self.replay.play_splice, self.splice("entry", entry))

    def splice(self, kind: str, body: Any) -> Splice:
        """Return what a next event of this kind does to the entries; changes nothing."""
        number = self.version + 1
        if kind == "undo":
            return self._undoing(self.log.done[-1])
        if kind == "draw":
            return draw_splice(self.replay, self.draft, read_draw(body))
        if kind == "redo":
            undone = self.log.undone[-1]
            kind, body, number = undone.kind, undone.body, undone.number
        return self.replay.splice_of(kind, body, number)

    def _undoing(self, event: Event) -> Splice:
        """Return what takes an event back: the entry that it changed or removed returns, the one that it added goes."""
        before = self.log.before[event.number]
        if before.before_options is not None:
            setup, lines = before.before_options
            return Splice(0, lines, 0, setup)
        start, old = before.entry_number - 1, [] if before.old is None else [before.old]
        rest = self.entries[start if event.kind == "remove" else start + 1 :]
        return Splice(start, (*old, *rest), len(old))

    def take_in(self, event: Event, splice: Splice, played: Sequence[Played]) -> None:
        """Change the table by the next event, with its splice and what was played for that."""
        if event.kind == "undo":
            self._undo(splice, played)
        elif event.kind == "redo":
            self._do(self.log.undone.pop(), splice, played)
        elif event.kind == "rematch":
            self.rematch = event.body["session"]
        elif event.kind == "seat" and event.body["taken"]:
            self.claims[event.body["seat"]] = event.phone
        elif event.kind == "seat":
            self.claims.pop(event.body["seat"], None)
        elif event.kind == "draw":
            self._apply(splice, ())
            if splice.setup is not None:
                self.log.undone.clear()  # it was done with other options
            self.draws = {**self.draws, event.number: read_draw(event.body)}
        elif event.kind in SCORED_KINDS:
            self._do(event, splice, played)
            self.log.undone.clear()
        else:  # of a feature; also of players' names, which stand in the setup
            try:
                self.kept = kept_after(self.kept, event)
            except RuleError as error:  # it becomes like one of a feature that is not here
                self.fault = self.fault or error.message
                event = replace(event, kind=_UNREAD)
        self.log.add(event)

    def _do(self, event: Event, splice: Splice, played: Sequence[Played]) -> None:
        start = splice.start
        old = self.entries[start] if event.kind in ("correct", "remove") else None
        before_options = None if splice.setup is None else (self.setup, tuple(self.entries))
        self.log.before[event.number] = Before(self.draft, start + 1, old, before_options)
        if parts := parts_of(event):
            self.draft = {**self.draft, **parts}
        elif event.kind == "entry":
            self.draft = {}
        if len(self.played) == len(self.entries) and len(played) == len(splice.lines):
            gained = None if old is None else self.played[start].points
            self.points[event.number] = (gained, played[0].points if splice.added else None)
        self._apply(splice, played)
        self.log.done.append(event)

    def _undo(self, splice: Splice, played: Sequence[Played]) -> None:
        seats = self.setup.seats
        self._apply(splice, played)
        undone = self.log.done.pop()
        before = self.log.before[undone.number]
        self.log.undone.append(undone)
        self.draft = before.draft
        if before.before_options is not None:
            # The options are as they were before it, so what was drawn since is not in them.
            self.draws = {number: draw for number, draw in self.draws.items() if number < undone.number}
        if self.setup.seats < seats:
            # The seat goes with its name and its phone, so nothing of it could be done again.
            self.log.undone.clear()
            self.claims = {seat: phone for seat, phone in self.claims.items() if seat < self.setup.seats}

    def _apply(self, splice: Splice, played: Sequence[Played]) -> None:
        self.replay.apply_splice(splice, played)
        self.game, self.setup = self.replay.game, self.replay.setup


def kept_after(kept: Mapping[str, Any], event: Event) -> Mapping[str, Any]:
    """Return what is kept by kind after an event; its feature, if here, may refuse it or fail: `RuleError`."""
    kind = None if event.kind in CORE_KINDS else event_kind(event.kind)
    if kind is None:
        return kept
    try:
        return {**kept, event.kind: kind.fold(kept.get(event.kind), event)}
    except RuleError:
        raise
    except Exception as error:
        _log.exception("the kind of events %s has a fault", event.kind)
        raise RuleError("the part “{kind}” of this companion has a fault", kind=event.kind) from error


def timed(result: Mapping[str, Any] | None, kept: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a result to store with the seconds that the game took, if a feature knows them."""
    kinds = [kind for name, value in kept.items() if value is not None and (kind := event_kind(name)) is not None]
    lengths = [kind.length(kept[kind.name]) for kind in kinds if kind.length is not None]
    seconds = next((length for length in lengths if length is not None), None)
    if result is None or seconds is None:
        return result
    return {**result, "seconds": seconds, "figures": [{**seat, LENGTH: seconds} for seat in result["figures"]]}


def new_table(row: SessionRow, game: Game, setup: Setup) -> Table:
    """Return the table of a session before its first event; `RuleError` where its game cannot hide totals."""
    if row.hidden:
        secrecy_of(game)  # raises where no table of the game can hide totals
    return Table(row, game, setup, (game, setup), Replay(game, setup, names=row.setup["players"]), dict(row.claims))


def sheet_of(replay: Replay) -> Scoresheet:
    """Return the scoresheet of the current entries."""
    return Scoresheet(replay.game, replay.setup, [line.body for line in replay.lines])


def scoresheet_of(table: Table, now: int) -> dict[str, Any]:
    """Return the scoresheet of a table as plain JSON values, with what features keep of it."""
    beside = {key.key: key.write(table, now) for kind, key in sheet_kinds() if table.keeps(kind)}
    return sheet_of(table.replay).as_json() | {key: value for key, value in beside.items() if value}


def sheet_kinds() -> list[tuple[str, SheetKey]]:
    """Return each kind of event that has a key in scoresheets, and that key."""
    return [(kind.name, kind.sheet) for kind in event_kinds().values() if kind.sheet is not None]
