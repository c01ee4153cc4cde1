"""A session as it stands: its log folded into states, a draft of the running entry, and what can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.forms import form_of
from companion.game import Game, Message, Seat, Setup, Standing, State
from companion.scoresheet import END, Played, play
from companion.store import APART, Event, SessionRow


@dataclass(frozen=True)
class Viewpoint:
    """From where a phone looks at a table: its role, and at a table that hides totals the seats whose it may see."""

    role: str
    own: tuple[int, ...] = ()


@dataclass
class Table:
    """The fold of a session's log; one event costs one `play`, not a replay.

    `states[n]` is the state after n entries; `done` are the parts and entries that stand, in order, `entries` the
    latter alone.
    """

    row: SessionRow
    game: Game
    setup: Setup
    states: list[State] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    log: list[Event] = field(default_factory=list)
    done: list[Event] = field(default_factory=list)
    entries: list[Event] = field(default_factory=list)
    acts: dict[str, Event] = field(default_factory=dict)
    draft: dict[str, Any] = field(default_factory=dict)
    rematch: str | None = None
    claims: dict[int, int] = field(default_factory=dict)
    """Which phone sits on a seat."""

    def __post_init__(self) -> None:
        self.claims.update(self.row.claims)
        self.states.append(self.game.start(self.setup))

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def version(self) -> int:
        return len(self.log)

    @property
    def state(self) -> State:
        return self.states[-1]

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
        return lambda seat: not self.hides or seat in viewpoint.own

    def seats_of(self, phone: int) -> tuple[int, ...]:
        return tuple(sorted(seat for seat, holder in self.claims.items() if holder == phone))

    @property
    def last(self) -> Event | None:
        """The part or entry that an undo takes back."""
        return self.done[-1] if self.done else None

    def catch_up(self, events: Sequence[Event]) -> None:
        """Take in all events that came since the version as it stands."""
        for event in events:
            self.apply(event)

    def apply(self, event: Event, played: Played | None = None) -> None:
        """Take in the next event; `played` saves playing an entry twice. `RuleError` where it cannot stand."""
        if event.kind == "part":
            self.draft[event.body["slot"]] = event.body["value"]
            self.done.append(event)
        elif event.kind == "entry":
            played = played or play(self.game, self.state, event.body)
            self.states.append(played.state)
            self.played.append(played)
            self.done.append(event)
            self.entries.append(event)
            self.draft = {}
        elif event.kind == "undo":
            self._take_back()
        elif event.kind == "rematch":
            self.rematch = event.body["session"]
        elif event.kind == "seat":
            self._sit(event)
        self.log.append(event)
        self.acts[event.act] = event

    def _sit(self, event: Event) -> None:
        if event.body["taken"]:
            self.claims[event.body["seat"]] = event.phone
        else:
            self.claims.pop(event.body["seat"], None)

    def _take_back(self) -> None:
        event = self.done.pop()
        if event.kind == "entry":
            self.states.pop()
            self.played.pop()
            self.entries.pop()
        self.draft = {}
        for part in self._parts_since_last_entry():
            self.draft[part.body["slot"]] = part.body["value"]

    def _parts_since_last_entry(self) -> list[Event]:
        parts: list[Event] = []
        for event in reversed(self.done):
            if event.kind != "part":
                break
            parts.insert(0, event)
        return parts

    def between(self, seen: int) -> Sequence[Event]:
        """The acts that came after the version `seen` and changed what is entered."""
        return [event for event in self.log[max(seen, 0) :] if event.kind not in APART]

    def told(self, event: Event) -> Message:
        """An event in a few words, for the undo button and for a phone that came late."""
        form = form_of(self.game)
        if event.kind == "part":
            return form.told(event.body["slot"], event.body["value"])
        if event.kind == "entry":
            if event.body == END:
                return Message("the end of the game")
            return Message("{entry} scored", entry=form.entry_title(self._entry_number(event)))
        if event.kind == "undo":
            return Message("taken back: {what}", what=self.told(self.log[event.body["event"] - 1]))
        if event.kind == "seat":
            seat = Seat(event.body["seat"])
            if event.body["taken"]:
                return Message("a phone for {seat}", seat=seat)
            return Message("the seat of {seat} left", seat=seat)
        return Message("a rematch")

    def _entry_number(self, event: Event) -> int:
        """Which entry an event was when it was made: those that had been taken back by then do not count."""
        number = 1
        for earlier in self.log[: event.number - 1]:
            if earlier.kind == "entry":
                number += 1
            elif earlier.kind == "undo" and self.log[earlier.body["event"] - 1].kind == "entry":
                number -= 1
        return number

    def phone_names(self, members: dict[int, tuple[int, str]]) -> dict[int, Message]:
        """What to call each phone: the host's, or by the order in which they joined."""
        return {
            phone: Message("the host's phone") if role == "host" else Message("phone {number}", number=number)
            for phone, (number, role) in members.items()
        }
