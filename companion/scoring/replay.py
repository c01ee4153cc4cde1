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
    """An amendment that makes a later entry invalid; `entry` is that entry's number now, from 1."""

    def __init__(self, message: Message, entry: int) -> None:
        super().__init__(message)
        self.entry = entry


@dataclass(frozen=True)
class Splice:
    """A change of a replay: `lines` take the place of all entries from index `start` on.

    The first `added` lines are new; the others are the entries that follow them. With a `setup` all entries
    are played from the start with other options.
    """

    start: int
    lines: tuple[LoggedEntry, ...] = ()
    added: int = 0
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
        copy = Replay(self.game, self.setup, *parts, self.scoreless, self.names)
        copy._standing = self._standing
        return copy

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

    def splice_of(self, kind: str, body: Any, number: int) -> Splice:
        """Return what the event with this number does to the entries, from its kind and body.

        The body of `correct` and `remove` names the `entry`, that of `insert` the entry `before` which to insert, that
        of `options` the changed options. Raises `RuleError` if the named entry does not stand, or if the options cannot
        change like this.
        """
        if kind == "entry":
            return self.inserting(len(self.lines), LoggedEntry(number, body))
        if kind == "options":
            return self.widening(body["options"])
        if kind == "remove":
            return self.replacing(self._required_index(body["entry"]))
        if kind == "correct":
            start = self._required_index(body["entry"])
            return self.replacing(start, replace(self.lines[start], body=body["value"]))
        if kind == "insert":
            return self.inserting(self._required_index(body["before"]), LoggedEntry(number, body["value"]))
        return Splice(len(self.lines))

    def inserting(self, start: int, line: LoggedEntry) -> Splice:
        """Return the splice that puts a line before the entry at an index."""
        return Splice(start, (line, *self.lines[start:]), 1)

    def replacing(self, start: int, *lines: LoggedEntry) -> Splice:
        """Return the splice that puts lines in the place of the entry at an index; without lines it is removed."""
        return Splice(start, (*lines, *self.lines[start + 1 :]), len(lines))

    def widening(self, options: Mapping[str, Any]) -> Splice:
        """Return the splice that plays all entries with changed options; `RuleError` if this is not allowed."""
        widening, before = self.game.widening, self.setup
        if widening is None:
            raise RuleError("{game} is played to its end with the options it began with.", game=self.game.title)
        # A seat that is not taken (any more) has a name that nobody can have.
        names = dict(enumerate(self.names))
        newcomers = [names.get(seat, f"\0{seat}") for seat in range(before.seats, widening.seats(before, options))]
        after = read_setup(self.game, [*before.players, *newcomers], {**before.options, **options})
        widened = widening.widen(before, after)
        return Splice(0, tuple([replace(line, body=widened(line.body)) for line in self.lines]), 0, after)

    def play_splice(self, splice: Splice) -> list[Played]:
        """Play the lines of a splice without changing the replay.

        Raises `RuleError` if one of its new lines is invalid, `AmendmentBlocked` if a later line becomes so.
        """
        game, state = self.start_of(splice)
        entries = []
        for index, line in enumerate(splice.lines):
            if index:
                pause()
            try:
                played = play(game, state, line.body)
            except RuleError as error:
                if index < splice.added:
                    raise
                number = len(self.lines) - len(splice.lines) + index + 1
                raise AmendmentBlocked(error.message, number) from error
            entries.append(played)
            state = played.state
        return entries

    def start_of(self, splice: Splice) -> tuple[Game, State]:
        """Return the game and the state from which the lines of a splice are played."""
        if splice.setup is None:
            return self.game, self.states[splice.start]
        game = self.game.with_options(splice.setup.options)
        return game, game.engine.start(splice.setup)

    def apply_splice(self, splice: Splice, played: Sequence[Played]) -> None:
        """Replace the lines from the splice's start on; `played` has the results of the first of them."""
        start = splice.start
        if splice.setup is not None:
            self.game, self.states[0] = self.start_of(splice)
            self.setup = splice.setup
        self._standing = None
        self.scoreless = min(self.scoreless, start)
        self.lines[start:] = splice.lines
        del self.played[start:], self.states[start + 1 :]
        for entry_result in played:
            self._append(entry_result)

    def spliced(self, splice: Splice, played: Sequence[Played]) -> Replay:
        """Return a copy of the replay with a splice that was played."""
        copy = self.copy()
        copy.apply_splice(splice, played)
        return copy

    @property
    def standing(self) -> Standing:
        """The current standing."""
        return self.standing_after(len(self.played))

    def standing_after(self, number: int) -> Standing:
        """The standing after `number` entries; no ranking until somebody has scored, even if the game was ended."""
        is_current = number == len(self.played)
        if is_current and self._standing is not None:
            return self._standing
        standing = self.game.engine.standing(self.states[number])
        if not self._has_ranking(number):
            standing = replace(standing, ranking=(), reasons=())
        if is_current:
            self._standing = standing
        return standing

    def _has_ranking(self, number: int) -> bool:
        """Whether anybody has scored after `number` entries, or the game ended by its own rules without that."""
        is_stopped = number > 0 and self.lines[number - 1].body == END
        return self.scoreless < number or (self.states[number].finished and not is_stopped)

    def index_of(self, number: int) -> int | None:
        """Return the index of the entry that event `number` added, None if it does not stand."""
        # Searched backwards: most calls are for a recent entry.
        return next((index for index in reversed(range(len(self.lines))) if self.lines[index].number == number), None)

    def _required_index(self, number: int) -> int:
        index = self.index_of(number)
        if index is None:
            raise RuleError("That entry does not stand any more.")
        return index


def has_scored(points: Iterable[int | None], steps: Iterable[Step]) -> bool:
    """Whether any seat gained or lost points in an entry; steps have `scored` in games whose totals are not sums."""
    return any(points) or any(step.points or step.values.get("scored") for step in steps)
