"""Replay, the current entries of a session with the state after each; an amendment replays from the changed entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.engine import Game, Message, RuleError, Setup, Standing, State, Step
from companion.engine.pause import pause
from companion.scoring.scoresheet import END, Played, play, read_setup


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """A current entry: `number` is that of the event that added it, `body` its JSON after all corrections."""

    number: int
    body: Any


class AmendmentBlocked(RuleError):
    """An amendment that makes a later entry invalid; `place` is that entry's current position, from 1."""

    def __init__(self, message: Message, place: int) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class Splice:
    """A change of a record: `lines` replace all entries from index `start` on.

    The first `added` lines are new; the others are existing entries, the first of them at position `rest` from 1. With
    a `setup` all entries are played from the start with other options.
    """

    start: int
    lines: tuple[LoggedEntry, ...] = ()
    added: int = 0
    rest: int = 0
    setup: Setup | None = None


@dataclass
class Replay:
    """The entries of a session, played: `states[n]` is the state after n entries.

    `lines[n]` and `played[n]` are entry n + 1 and its result. While a log is being read, the last lines are not played
    yet; `play_remaining` plays them.
    """

    game: Game
    setup: Setup
    states: list[State] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    lines: list[LoggedEntry] = field(default_factory=list)
    scoreless: int = 0
    """The number of entries before the first that scored."""
    names: Sequence[str] = ()
    """The known names of all seats, including players who join later."""

    def __post_init__(self) -> None:
        self._standing: Standing | None = None
        if not self.states:
            self.states.append(self.game.engine.start(self.setup))

    def copy(self) -> Replay:
        """Return a copy that is independent of later changes."""
        parts = self.states.copy(), self.played.copy(), self.lines.copy()
        record = Replay(self.game, self.setup, *parts, self.scoreless, self.names)
        record._standing = self._standing
        return record

    def add(self, line: LoggedEntry) -> None:
        """Play one more entry; raise `RuleError` if it is not allowed."""
        played = play(self.game, self.states[-1], line.body)
        self.lines.append(line)
        self._append(played)

    def _append(self, played: Played) -> None:
        self._standing = None
        if self.scoreless == len(self.played) and not has_scored(played.points, played.steps):
            self.scoreless += 1
        self.played.append(played)
        self.states.append(played.state)

    def play_remaining(self, until: int | None = None) -> None:
        """Play the lines not played yet, up to line `until`; raise `RuleError` if one is not allowed."""
        for line in self.lines[len(self.played) : until]:
            self._append(play(self.game, self.states[-1], line.body))
            pause()

    def play_amendment(self, amendment: Splice) -> list[Played]:
        """Play the lines of an amendment without changing the record.

        Raises `RuleError` if one of its own lines is invalid, `AmendmentBlocked` if a later line becomes so.
        """
        game, state = self.start_of(amendment)
        entries = []
        for number, line in enumerate(amendment.lines):
            if number:
                pause()
            try:
                played = play(game, state, line.body)
            except RuleError as error:
                if number < amendment.added:
                    raise
                raise AmendmentBlocked(error.message, amendment.rest + number - amendment.added) from error
            entries.append(played)
            state = played.state
        return entries

    def start_of(self, amendment: Splice) -> tuple[Game, State]:
        """Return the game and the state from which the lines of an amendment are played."""
        if amendment.setup is None:
            return self.game, self.states[amendment.start]
        game = self.game.with_options(amendment.setup.options)
        return game, game.engine.start(amendment.setup)

    def apply_amendment(self, amendment: Splice, played: Sequence[Played]) -> None:
        """Replace the lines from the amendment's start on; `played` has the results of the first of them."""
        start = amendment.start
        if amendment.setup is not None:
            self.game, self.states[0] = self.start_of(amendment)
            self.setup = amendment.setup
        self._standing = None
        self.scoreless = min(self.scoreless, start)
        self.lines[start:] = amendment.lines
        del self.played[start:], self.states[start + 1 :]
        for entry_result in played:
            self._append(entry_result)

    def with_amendment(self, amendment: Splice, played: Sequence[Played]) -> Replay:
        """Return a copy of the record with an amendment that was played."""
        record = self.copy()
        record.apply_amendment(amendment, played)
        return record

    @property
    def standing(self) -> Standing:
        """The current standing."""
        return self.standing_after(len(self.played))

    def standing_after(self, number: int) -> Standing:
        """The standing after `number` entries; no ranking until somebody has scored, even if the game was ended."""
        is_current = number == len(self.played)
        if is_current and self._standing is not None:
            return self._standing
        state, is_stopped = self.states[number], number > 0 and self.lines[number - 1].body == END
        standing = self.game.engine.standing(state)
        if self.scoreless >= number and (is_stopped or not state.finished):
            standing = replace(standing, ranking=(), reasons=())
        if is_current:
            self._standing = standing
        return standing

    def index_of(self, number: int) -> int | None:
        """Return the index of the entry that event `number` added, None if it is not a current entry."""
        # Searched backwards: most calls are for a recent entry.
        return next((index for index in reversed(range(len(self.lines))) if self.lines[index].number == number), None)


def has_scored(points: Iterable[int | None], steps: Iterable[Step]) -> bool:
    """Whether any seat gained or lost points in an entry; steps have `scored` in games whose totals are not sums."""
    return any(points) or any(step.points or step.values.get("scored") for step in steps)


def amendment_of(record: Replay, kind: str, body: Any, number: int) -> Splice:
    """Return the amendment of the event with this number, from its kind and body.

    The body of `correct` and `remove` names the `entry`, that of `insert` the entry `before` which to insert, that of
    `options` the changed options. Raises `RuleError` if the named entry is not a current one, or if the options cannot
    change like this.
    """
    end = len(record.lines)
    if kind == "options":
        return _widening(record, body["options"])
    if kind == "entry":
        return Splice(end, (LoggedEntry(number, body),), 1)
    if kind not in ("correct", "remove", "insert"):
        return Splice(end)
    start = record.index_of(body["before"] if kind == "insert" else body["entry"])
    if start is None:
        raise RuleError("That entry does not stand any more.")
    old, rest = record.lines[start], tuple(record.lines[start + 1 :])
    if kind == "remove":
        return Splice(start, rest, 0, start + 2)
    if kind == "insert":
        return Splice(start, (LoggedEntry(number, body["value"]), old, *rest), 1, start + 1)
    return Splice(start, (LoggedEntry(old.number, body["value"]), *rest), 1, start + 2)


def _widening(record: Replay, options: Mapping[str, Any]) -> Splice:
    """Return the amendment that plays all entries with changed options; `RuleError` if this change is not allowed."""
    widening, before = record.game.widening, record.setup
    if widening is None:
        raise RuleError("{game} is played to its end with the options it began with.", game=record.game.title)
    # A seat that is not taken (any more) has a name that nobody can have.
    names = dict(enumerate(record.names))
    newcomers = [names.get(seat, f"\0{seat}") for seat in range(before.seats, widening.seats(before, options))]
    after = read_setup(record.game, [*before.players, *newcomers], {**before.options, **options})
    widened = widening.widen(before, after)
    lines = [replace(line, body=widened(line.body)) for line in record.lines]
    return Splice(0, tuple(lines), 0, 1, after)
