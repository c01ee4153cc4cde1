"""The entries of a session that stand, each with the state after it: played one by one, amended by playing on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.game import Game, Message, RuleError, Setup, State
from companion.scoresheet import Played, play


@dataclass(frozen=True)
class Line:
    """An entry that stands: `number` is that of the event that brought it in, `body` its JSON as it stands."""

    number: int
    body: Any


class Blocked(RuleError):
    """An amendment after which a later entry could not stand; `place` (from 1) is that entry's as things stand."""

    def __init__(self, message: Message, place: int) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class Tail:
    """The end of a record from the entry at `start` (from 0) on, kept so that it can be put back."""

    start: int
    lines: tuple[Line, ...]
    played: tuple[Played, ...]


@dataclass
class Record:
    """`states[n]` is the state after n entries; `played[n]` and `lines[n]` belong to entry n + 1."""

    game: Game
    setup: Setup
    states: list[State] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.states:
            self.states.append(self.game.start(self.setup))

    def add(self, line: Line, played: Played | None = None) -> None:
        """Play one more entry; `played` saves playing it twice. `RuleError` where it cannot stand."""
        self._push(line, played or play(self.game, self.states[-1], line.body))

    def _push(self, line: Line, played: Played) -> None:
        self.lines.append(line)
        self.played.append(played)
        self.states.append(played.state)

    def cut(self, start: int) -> Tail:
        """Take off the entries from `start` (from 0) on."""
        tail = Tail(start, tuple(self.lines[start:]), tuple(self.played[start:]))
        del self.lines[start:], self.played[start:], self.states[start + 1 :]
        return tail

    def put_back(self, tail: Tail) -> None:
        """Undo whatever was done since `cut` gave this tail."""
        self.cut(tail.start)
        for line, played in zip(tail.lines, tail.played, strict=True):
            self._push(line, played)

    def amended(self, start: int, lines: Sequence[Line], *, own: int) -> list[Played]:
        """What the record would be with other lines from `start` (from 0) on, nothing being changed.

        The first `own` of them are the amendment itself: a fault there is a plain `RuleError`, one in a line
        after them is `Blocked`, with the place that line has as things stand.
        """
        state, made = self.states[start], []
        for number, line in enumerate(lines):
            try:
                played = play(self.game, state, line.body)
            except RuleError as error:
                if number < own:
                    raise
                place = next(index for index, standing in enumerate(self.lines, 1) if standing.number == line.number)
                raise Blocked(error.message, place) from error
            made.append(played)
            state = played.state
        return made

    def amend(self, start: int, lines: Sequence[Line], played: Sequence[Played]) -> Tail:
        """Put other lines in the place of those from `start` on; returns what stood there."""
        tail = self.cut(start)
        for line, one in zip(lines, played, strict=True):
            self._push(line, one)
        return tail

    def place_of(self, number: int) -> int | None:
        """The place (from 0) of the entry that an event brought in; None where it does not stand."""
        # It is asked of the latest entry far more often than of an early one.
        return next((place for place in reversed(range(len(self.lines))) if self.lines[place].number == number), None)


@dataclass(frozen=True)
class Amendment:
    """What an amendment makes of a record: other lines from `start` (from 0) on, the first `own` being its own."""

    start: int
    lines: tuple[Line, ...]
    own: int


def amendment_of(record: Record, kind: str, body: Any, number: int) -> Amendment:
    """The amendment that `body` tells of: `correct` and `remove` name an `entry`, `insert` the entry `before` which.

    `number` is that of the event; `RuleError` where the entry it names does not stand.
    """
    start = record.place_of(body["before"] if kind == "insert" else body["entry"])
    if start is None:
        raise RuleError(Message("That entry does not stand any more."))
    old, rest = record.lines[start], tuple(record.lines[start + 1 :])
    if kind == "remove":
        return Amendment(start, rest, 0)
    if kind == "insert":
        return Amendment(start, (Line(number, body["value"]), old, *rest), 1)
    return Amendment(start, (Line(old.number, body["value"]), *rest), 1)
