"""The entries of a session that stand, each with the state after it: played one by one, amended by playing on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.game import Game, Message, RuleError, Setup, Standing, State
from companion.scoring.scoresheet import END, Played, play


@dataclass(frozen=True, slots=True)
class Line:
    """An entry that stands: `number` is that of the event that brought it in, `body` its JSON as it stands."""

    number: int
    body: Any


class AmendmentBlocked(RuleError):
    """An amendment after which a later entry could not stand; `place` (from 1) is that entry's as things stand."""

    def __init__(self, message: Message, place: int) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class Amendment:
    """What an act makes of a record: other lines from `start` (from 0) on.

    The first `own` lines are the act itself; the others stand already, the first of them at the place `rest` (from 1).
    """

    start: int
    lines: tuple[Line, ...] = ()
    own: int = 0
    rest: int = 0


def _go_on() -> None:
    """For short work, which is done in one go."""


@dataclass
class Record:
    """`states[n]` is the state after n entries; `played[n]` and `lines[n]` belong to entry n + 1.

    While a log is read the last lines are not played yet; `play_on` does that.
    """

    game: Game
    setup: Setup
    states: list[State] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._standing: Standing | None = None
        self._scoreless = 0  # so many of the first entries are known to have scored nothing
        if not self.states:
            self.states.append(self.game.start(self.setup))

    def add(self, line: Line) -> None:
        """Play one more entry. `RuleError` where it cannot stand."""
        played = play(self.game, self.states[-1], line.body)
        self.lines.append(line)
        self._push(played)

    def _push(self, played: Played) -> None:
        self._standing = None
        self.played.append(played)
        self.states.append(played.state)

    def play_on(self, until: int | None = None, pause: Callable[[], None] = _go_on) -> None:
        """Play the lines that are not played yet, the first `until` at most. `RuleError` where one cannot stand."""
        for line in self.lines[len(self.played) : until]:
            self._push(play(self.game, self.states[-1], line.body))
            pause()

    def amended(self, amendment: Amendment, pause: Callable[[], None] = _go_on) -> list[Played]:
        """What the lines of an amendment would come to, nothing being changed.

        A fault in its own lines is a plain `RuleError`, one in a line after them is `AmendmentBlocked`.
        """
        state, made = self.states[amendment.start], []
        for number, line in enumerate(amendment.lines):
            try:
                played = play(self.game, state, line.body)
            except RuleError as error:
                if number < amendment.own:
                    raise
                raise AmendmentBlocked(error.message, amendment.rest + number - amendment.own) from error
            made.append(played)
            state = played.state
            pause()
        return made

    def amend(self, amendment: Amendment, played: Sequence[Played] = ()) -> None:
        """Put other lines in the place of those from the start on, with what they come to as far as it is known."""
        start = amendment.start
        self._standing = None
        self._scoreless = min(self._scoreless, start)
        self.lines[start:] = amendment.lines
        del self.played[start:], self.states[start + 1 :]
        for one in played:
            self._push(one)

    def after(self, amendment: Amendment, played: Sequence[Played]) -> Record:
        """The record as it would be with an amendment that was played; this one stays as it is."""
        start = amendment.start
        states = [*self.states[: start + 1], *(one.state for one in played)]
        lines = [*self.lines[:start], *amendment.lines]
        return Record(self.game, self.setup, states, [*self.played[:start], *played], lines)

    @property
    def has_scored(self) -> bool:
        """Whether anybody has got or lost points; where a total is not a sum, a step says what was `scored`."""
        while self._scoreless < len(self.played):
            played = self.played[self._scoreless]
            if any(played.points) or any(step.points or step.values.get("scored") for step in played.steps):
                return True
            self._scoreless += 1
        return False

    @property
    def standing(self) -> Standing:
        """How the seats stand; without places before the first points, also where the table stopped before them."""
        if self._standing is None:
            self._standing = self._ranked()
        return self._standing

    def _ranked(self) -> Standing:
        standing, is_stopped = self.game.standing(self.states[-1]), bool(self.lines) and self.lines[-1].body == END
        if self.has_scored or (self.states[-1].finished and not is_stopped):
            return standing
        return replace(standing, ranking=(), reasons=())

    def place_of(self, number: int) -> int | None:
        """The place (from 0) of the entry that an event brought in; None where it does not stand."""
        # It is asked of the latest entry far more often than of an early one.
        return next((place for place in reversed(range(len(self.lines))) if self.lines[place].number == number), None)


def amendment_of(record: Record, kind: str, body: Any, number: int) -> Amendment:
    """What an act comes to in the record: `correct` and `remove` name an `entry`, `insert` the entry `before` which.

    `number` is that of the event; `RuleError` where the entry it names does not stand.
    """
    end = len(record.lines)
    if kind == "entry":
        return Amendment(end, (Line(number, body),), 1)
    if kind not in ("correct", "remove", "insert"):
        return Amendment(end)
    start = record.place_of(body["before"] if kind == "insert" else body["entry"])
    if start is None:
        raise RuleError(Message("That entry does not stand any more."))
    old, rest = record.lines[start], tuple(record.lines[start + 1 :])
    if kind == "remove":
        return Amendment(start, rest, 0, start + 2)
    if kind == "insert":
        return Amendment(start, (Line(number, body["value"]), old, *rest), 1, start + 1)
    return Amendment(start, (Line(old.number, body["value"]), *rest), 1, start + 2)
