"""A session as it stands: its log folded into states and a draft of the running entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine import Engine, Game, Message, RuleError, Setup, Standing, State
from companion.engine.pages.secrecy import secrecy_of
from companion.engine.pause import pause
from companion.engine.scoring.replay import Amendment, LoggedEntry, Record, amendment_of
from companion.engine.scoring.scoresheet import Played, read_setup
from companion.engine.totals_only import WITHOUT_RULES, bare, totals_only
from companion.storage.records import SCORED_KINDS, Event, SessionRow, parts_of
from companion.table.draws import Draw, draw_amendment, read_draw
from companion.table.session_log import AMENDING, AppliedEvent, SessionLog, kept_after


class PadRow(NamedTuple):
    """An entry in the score pad: the act that entered it, its number and title, and its points by seat.

    With `is_told` the title says what the entry did, and is longer than a column.
    A hidden number of points is None, and the title then leaves out what the entry did. `note` is what ended with it,
    such as a deck; never secret. `bonus` is the end-of-game bonus of each seat, or None; `points` are without it.
    """

    event: int
    number: int
    title: Message
    is_told: bool
    points: tuple[int | None, ...]
    note: Message | None
    bonus: tuple[int, ...] | None


_EVENT_WEIGHT = 2500  # bytes of an event in memory, with what an undo of it needs
_ENTRY_WEIGHT = 9000  # bytes of an entry with its state, in the game where they are largest


@dataclass(frozen=True)
class Viewpoint:
    """How a phone sees a table: its role, its own seats, and which phone it is, None where several see the same."""

    role: str
    own_seats: tuple[int, ...] = ()
    phone: int | None = None


Points = tuple[tuple[int, ...] | None, tuple[int, ...] | None]
"""The points of the entry an action is about, before and after it, as far as there are any."""


@dataclass
class Table:
    """The fold of a session's log; one event costs one `play`, not a replay, unless it amends an earlier entry.

    What an amendment did to later entries is not stored: they are played again where it is undone.
    """

    row: SessionRow
    game: Game
    setup: Setup
    opened: tuple[Game, Setup]
    """The game and the setup with which it was opened."""
    record: Record
    claims: dict[int, int]
    """Which phone sits on a seat."""
    log: SessionLog = field(default_factory=SessionLog)
    points: dict[int, Points] = field(default_factory=dict)
    """The points before and after an action, by its event's number, as far as they were ever counted."""
    draft: Mapping[str, Any] = field(default_factory=dict)
    rematch: str | None = None
    draws: Mapping[int, Draw] = field(default_factory=dict)
    """What was drawn before the first entry, by the number of the event, in order."""
    kept: Mapping[str, Any] = field(default_factory=dict)
    """What the events of features lead to, by their kind."""
    pad_rows: dict[int, tuple[Played, PadRow]] = field(default_factory=dict)
    """The rows of the score pad, by the number of the entry, with how it was played when the row was made."""
    snapshot: Table | None = field(default=None, repr=False)
    """The latest copy of it that stays as it is, see `snapshot_of`."""
    is_snapshot: bool = False

    @property
    def changed_options(self) -> Mapping[str, Any]:
        """The options that differ from those with which the table was opened."""
        opened = self.opened[1].options
        return {key: value for key, value in self.setup.options.items() if value != opened[key]}

    @property
    def id(self) -> str:
        """The session's id."""
        return self.row.id

    @property
    def version(self) -> int:
        """The number of events in the log."""
        return len(self.log.events)

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
        """The current entries, without removed and undone ones."""
        return self.record.lines

    @property
    def is_played(self) -> bool:
        """Whether the rules are here: else there are entries and no scores."""
        return self.game.form is not WITHOUT_RULES

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
        return (self.row.hidden or self.holds_secret) and not self.state.finished

    @property
    def keeps_secrets(self) -> bool:
        """Whether its setup has secrets of its own, which are also kept from those who keep score."""
        secrecy = self.game.secrecy
        return secrecy is not None and secrecy.keeps is not None and secrecy.keeps(self.setup.options)

    @property
    def holds_secret(self) -> bool:
        """Whether such a secret was ever entered, also if that was undone."""
        if not self.keeps_secrets:
            return False
        is_kept = secrecy_of(self.game).is_kept
        return is_kept is not None and any(
            is_kept(value) for event in self.log.events for value in parts_of(event).values()
        )

    def keeps(self, kind: str) -> bool:
        """Whether anything is kept of a kind of events that a feature brings."""
        return self.kept.get(kind) is not None

    def viewpoint(self, phone: int | None, role: str) -> Viewpoint:
        """Return how a phone sees this table."""
        return Viewpoint(role, () if phone is None else self.seats_of(phone), phone)

    def seats_of(self, phone: int) -> tuple[int, ...]:
        """The seats that a phone occupies, ascending."""
        return tuple(sorted(seat for seat, holder in self.claims.items() if holder == phone))

    @property
    def weight(self) -> int:
        """About how many bytes the table takes in memory."""
        return _EVENT_WEIGHT * len(self.log.events) + _ENTRY_WEIGHT * len(self.entries)

    def catch_up(self, events: Iterable[Event]) -> None:
        """Apply all events after the current version."""
        for event in events:
            self.apply(event)

    def read(self, events: Iterable[Event]) -> None:
        """Load the log from its start and play only the final entries. `RuleError` if they are invalid."""
        self.follow(events)
        self.record.play_remaining()

    def follow(self, events: Iterable[Event]) -> None:
        """Take in events without playing their entries, which `record.play_remaining` does."""
        for event in events:
            self.take_in(event, self.amendment(event.kind, event.body), ())
            pause()

    def apply(self, event: Event) -> None:
        """Play and take in the next event. `RuleError` if it is invalid."""
        amendment = self.amendment(event.kind, event.body)
        self.take_in(event, amendment, self.record.play_amendment(amendment))

    def entry_fault(self, entry: Any) -> Message | None:
        """Return why an entry cannot be the next one; None if it can."""
        try:
            self.record.play_amendment(self.amendment("entry", entry))
        except RuleError as error:
            return error.message
        return None

    @property
    def draft_fault(self) -> Message | None:
        """Why the parts of the running entry, all of which are in, cannot be scored together; None if nothing is."""
        entry = self.game.form.whole(self.state, self.draft) if self.draft and not self.state.finished else None
        return None if entry is None else self.entry_fault(entry)

    def amendment(self, kind: str, body: Any) -> Amendment:
        """The amendment of the record that a next event of this kind results in; changes nothing."""
        number = self.version + 1
        if kind == "undo":
            return self._reverting(self.log.done[-1])
        if kind == "draw":
            return draw_amendment(self.record, self.draft, read_draw(body))
        if kind == "redo":
            undone = self.log.undone[-1]
            kind, body, number = undone.kind, undone.body, undone.number
        return amendment_of(self.record, kind, body, number)

    def _reverting(self, applied: AppliedEvent) -> Amendment:
        if applied.played is not None:
            setup, lines = applied.played
            return Amendment(0, lines, 0, 1, setup)
        kind, start = applied.event.kind, applied.place - 1
        if kind not in ("entry", *AMENDING):
            return Amendment(len(self.entries))
        after = applied.place if kind != "remove" else start
        old = () if applied.old is None else (applied.old,)
        return Amendment(start, (*old, *self.entries[after:]), len(old), after + 1)

    def take_in(self, event: Event, amendment: Amendment, played: Sequence[Played]) -> None:
        """Change the table by the next event, with its amendment and what was played of that."""
        if event.kind == "undo":
            self._undo(amendment, played)
        elif event.kind == "redo":
            self._do(self.log.undone.pop(), amendment, played)
        elif event.kind == "rematch":
            self.rematch = event.body["session"]
        elif event.kind == "seat" and event.body["taken"]:
            self.claims[event.body["seat"]] = event.phone
        elif event.kind == "seat":
            self.claims.pop(event.body["seat"], None)
        elif event.kind == "draw":
            self._draw(event, amendment)
        elif event.kind in SCORED_KINDS:
            self._do(event, amendment, played)
            self.log.undone.clear()
        else:  # also of players' names, which stand in the setup
            self.kept = kept_after(self.kept, event)
        self.log.add(event)

    def _draw(self, event: Event, amendment: Amendment) -> None:
        self._amend(amendment, ())
        if amendment.setup is not None:
            self.log.undone.clear()  # it was done with other options
        self.draws = {**self.draws, event.number: read_draw(event.body)}

    def _do(self, event: Event, amendment: Amendment, played: Sequence[Played]) -> None:
        start = amendment.start
        old = self.entries[start] if event.kind in ("correct", "remove") else None
        before = None if amendment.setup is None else (self.setup, tuple(self.entries))
        applied = AppliedEvent(event, self.draft, start + 1, old, before)
        if parts := parts_of(event):
            self.draft = {**self.draft, **parts}
        elif event.kind == "entry":
            self.draft = {}
        if len(self.played) == len(self.entries) and len(played) == len(amendment.lines):
            gained = None if old is None else self.played[start].points
            self.points[event.number] = (gained, played[0].points if amendment.added else None)
        self._amend(amendment, played)
        self.log.mark_done(applied)

    def _undo(self, amendment: Amendment, played: Sequence[Played]) -> None:
        seats = self.setup.seats
        self._amend(amendment, played)
        undone = self.log.mark_undone()
        self.draft = undone.draft
        if undone.played is not None:
            # The options are as they were before it, so what was drawn since is not in them.
            self.draws = {number: draw for number, draw in self.draws.items() if number < undone.event.number}
        if self.setup.seats < seats:
            # The seat goes with its name and its phone, so nothing of it could be done again.
            self.log.undone.clear()
            self.claims = {seat: phone for seat, phone in self.claims.items() if seat < self.setup.seats}

    def _amend(self, amendment: Amendment, played: Sequence[Played]) -> None:
        self.record.apply_amendment(amendment, played)
        self.game, self.setup = self.record.game, self.record.setup


def opened_table(row: SessionRow, game: Game) -> Table:
    """Return the table of a session as it was opened; `RuleError` where the rules of today refuse its setup."""
    setup = read_setup(game, list(row.opened_for), row.setup["options"])
    played = game.with_options(setup.options)
    return new_table(row, totals_only(played) if row.is_totals_only else played, setup)


def new_table(row: SessionRow, game: Game, setup: Setup) -> Table:
    """Return the table of a session before its first event; `RuleError` where its game cannot hide totals."""
    if row.hidden:
        secrecy_of(game)  # raises where no table of the game can hide totals
    return _unread(row, game, setup)


def _unread(row: SessionRow, game: Game, setup: Setup) -> Table:
    return Table(row, game, setup, (game, setup), Record(game, setup, names=row.setup["players"]), dict(row.claims))


@dataclass(frozen=True)
class _Unplayed:
    """The state of a table whose entries are not played."""

    setup: Setup
    finished: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """Nothing is scored."""
        return (0,) * self.setup.seats


def _not_played(*_: Any) -> Any:
    raise RuleError("this version of the companion cannot play it")


def unplayed_table(row: SessionRow, game: Game) -> Table:
    """Return the table of a session as it was opened, with a game that keeps its entries and plays none."""
    engine = Engine(_Unplayed, _not_played, _not_played)
    return _unread(row, bare(game, engine, WITHOUT_RULES), Setup(tuple(row.opened_for), row.setup["options"]))
