"""A session as it stands: its log folded into states, a draft of the running entry, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.forms import form_of
from companion.game import Game, Message, Seat, Setup, Standing, State, joined
from companion.record import Line, Record, Tail, amendment_of
from companion.scoresheet import END, Played
from companion.store import APART, Event, SessionRow


def _always(seat: int | None) -> bool:
    return True


@dataclass(frozen=True)
class Viewpoint:
    """From where a phone looks at a table: its role, and at a table that hides totals the seats whose it may see."""

    role: str
    own: tuple[int, ...] = ()


@dataclass(frozen=True)
class Done:
    """An act that stands: its event, and what it changed, so that an undo can put it back.

    `draft` is the draft before it, `tail` the end of the record that it amended; `before` and `after` are the points
    of the entry it is about, `place` that entry's (from 1), as far as they apply.
    """

    event: Event
    draft: Mapping[str, Any]
    tail: Tail | None
    place: int
    before: tuple[int, ...] | None = None
    after: tuple[int, ...] | None = None


@dataclass
class Table:
    """The fold of a session's log; one event costs one `play`, not a replay, unless it amends an earlier entry.

    `done` are the acts that stand, in order; `undone` those that were taken back and can be done again.
    """

    row: SessionRow
    game: Game
    setup: Setup
    log: list[Event] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    undone: list[Event] = field(default_factory=list)
    acts: dict[str, Event] = field(default_factory=dict)
    about: dict[int, Done] = field(default_factory=dict)
    """What each act of the log did when it was done, by its event's number."""
    draft: dict[str, Any] = field(default_factory=dict)
    rematch: str | None = None
    claims: dict[int, int] = field(default_factory=dict)
    """Which phone sits on a seat."""

    def __post_init__(self) -> None:
        self.record = Record(self.game, self.setup)
        self.claims.update(self.row.claims)

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def states(self) -> list[State]:
        return self.record.states

    @property
    def played(self) -> list[Played]:
        return self.record.played

    @property
    def entries(self) -> list[Line]:
        return self.record.lines

    @property
    def state(self) -> State:
        return self.record.states[-1]

    @property
    def standing(self) -> Standing:
        return self.game.standing(self.state)

    @property
    def hides(self) -> bool:
        """Whether totals are kept from everybody but the phone on the seat: until the game is over."""
        return self.row.hidden and not self.state.finished

    def viewpoint(self, phone: int | None, role: str) -> Viewpoint:
        """How a phone sees the table as it stands."""
        return Viewpoint(role, () if phone is None else self.seats_of(phone))

    def shows(self, viewpoint: Viewpoint) -> Callable[[int | None], bool]:
        """Whose total may be seen: everybody's, or at a table that hides totals one's own; None stands for all."""
        return viewpoint.own.__contains__ if self.hides else _always

    def seats_of(self, phone: int) -> tuple[int, ...]:
        return tuple(sorted(seat for seat, holder in self.claims.items() if holder == phone))

    @property
    def last(self) -> Event | None:
        """The act that an undo takes back."""
        return self.done[-1].event if self.done else None

    @property
    def next(self) -> Event | None:
        """The act that a redo does again."""
        return self.undone[-1] if self.undone else None

    def catch_up(self, events: Sequence[Event]) -> None:
        """Take in all events that came since the version as it stands."""
        for event in events:
            self.apply(event)

    def after(self, event: Event) -> Table:
        """The table as it would be with one more event; this one stays as it is."""
        record = Record(self.game, self.setup, [*self.states], [*self.played], [*self.entries])
        made = Table(self.row, self.game, self.setup, [*self.log], [*self.done], [*self.undone], draft={**self.draft})
        made.record = record
        made.apply(event)
        return made

    def apply(self, event: Event, played: Played | None = None) -> None:
        """Take in the next event; `played` saves playing an entry twice. `RuleError` where it cannot stand."""
        if event.kind == "undo":
            self._take_back()
        elif event.kind == "redo":
            self._do(self.undone[-1])
            self.undone.pop()
        elif event.kind == "rematch":
            self.rematch = event.body["session"]
        elif event.kind == "seat":
            self._sit(event)
        elif event.kind != "names":  # the names stand in the setup
            self._do(event, played)
            self.undone.clear()
        self.log.append(event)
        self.acts[event.act] = event

    def _sit(self, event: Event) -> None:
        if event.body["taken"]:
            self.claims[event.body["seat"]] = event.phone
        else:
            self.claims.pop(event.body["seat"], None)

    def _do(self, event: Event, played: Played | None = None) -> None:
        draft = dict(self.draft)
        if event.kind == "part":
            self.draft[event.body["slot"]] = event.body["value"]
            done = Done(event, draft, None, len(self.entries) + 1)
        elif event.kind == "entry":
            self.record.add(Line(event.number, event.body), played)
            self.draft = {}
            done = Done(event, draft, None, len(self.entries), None, self.played[-1].points)
        else:
            done = self._amend(event, draft)
        self.done.append(done)
        self.about[event.number] = done

    def _amend(self, event: Event, draft: Mapping[str, Any]) -> Done:
        amendment = amendment_of(self.record, event.kind, event.body, event.number)
        start, lines = amendment.start, amendment.lines
        played = self.record.amended(start, lines, own=amendment.own)
        tail = self.record.amend(start, lines, played)
        is_new, is_gone = event.kind == "insert", event.kind == "remove"
        before = None if is_new else tail.played[0].points
        return Done(event, draft, tail, start + 1, before, None if is_gone else played[0].points)

    def _take_back(self) -> None:
        done = self.done.pop()
        if done.tail is not None:
            self.record.put_back(done.tail)
        elif done.event.kind == "entry":
            self.record.cut(len(self.entries) - 1)
        self.draft = dict(done.draft)
        self.undone.append(done.event)

    def between(self, seen: int) -> Sequence[Event]:
        """The acts that came after the version `seen` and changed what is entered."""
        return [event for event in self.log[max(seen, 0) :] if event.kind not in APART]

    def last_before(self, version: int) -> int:
        """The version that the last act before `version` made which changed what is entered; 0 where none did."""
        earlier = reversed(self.log[: max(version - 1, 0)])
        return next((event.number for event in earlier if event.kind not in APART), 0)

    def told(self, event: Event) -> Message:
        """An event in a few words, for the undo button and for a phone that came late."""
        form = form_of(self.game)
        if event.kind == "part":
            return form.told(event.body["slot"], event.body["value"])
        if event.kind in ("undo", "redo"):
            what = self.told(self.log[event.body["event"] - 1])
            return (
                Message("taken back: {what}", what=what)
                if event.kind == "undo"
                else Message("again: {what}", what=what)
            )
        if event.kind == "seat":
            return _seat_told(event)
        if event.kind == "names":
            seats = joined([Seat(seat) for seat in event.body["seats"]])
            return Message("another name for {seats}", seats=seats)
        return Message("a rematch") if event.kind == "rematch" else self._entry_told(event)

    def _entry_told(self, event: Event) -> Message:
        if event.kind == "entry" and event.body == END:
            return Message("the end of the game")
        entry = form_of(self.game).entry_title(self.about[event.number].place)
        if event.kind == "entry":
            return Message("{entry} scored", entry=entry)
        if event.kind == "correct":
            return Message("{entry} corrected", entry=entry)
        return (
            Message("{entry} taken out", entry=entry)
            if event.kind == "remove"
            else Message("{entry} put in", entry=entry)
        )

    def phone_names(self, members: dict[int, tuple[int, str]]) -> dict[int, Message]:
        """What to call each phone: by the seats that are its own, else the host's or by the order of joining."""
        named = numbered(members)
        for phone in named:
            if seats := self.seats_of(phone):
                named[phone] = Message("the phone of {seats}", seats=joined([Seat(seat) for seat in seats]))
        return named


def numbered(members: dict[int, tuple[int, str]]) -> dict[int, Message]:
    """What to call each phone whoever holds it: the host's, or by the order in which they joined."""
    return {
        phone: Message("the host's phone") if role == "host" else Message("phone {number}", number=number)
        for phone, (number, role) in members.items()
    }


def _seat_told(event: Event) -> Message:
    seat = Seat(event.body["seat"])
    if event.body["taken"]:
        return Message("a phone for {seat}", seat=seat)
    return Message("the seat of {seat} left", seat=seat)
