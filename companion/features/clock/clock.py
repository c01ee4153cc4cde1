"""The state of a table's clock: a pure function of its events and the current moment.

Moments are milliseconds since 1970 by the server's clock, so neither a restart nor the clock of a phone matters. While
a clock runs, the time since its latest event counts for the game, the running turn, and the seat whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import MOST_SEATS, Message, RuleError, Seat, entry_keys, flag, integer, items, one_of

START, PAUSE, GO, TURN, STOP, END = "start", "pause", "go", "turn", "stop", "end"
NO_TURNS, EACH_TURN, EACH_PLAYER = "none", "turn", "player"
MAX_SECONDS = 24 * 3600
"""The longest limit of a clock."""
_LATEST = 2**53
_MOST_TURNS = 1_000_000
_WHAT = Message("the clock")


@dataclass(frozen=True)
class Counter:
    """One of the times on a clock: `base` milliseconds at the moment `at`, and the time since then if it runs.

    With a `limit` in seconds it counts down, even below 0; with a limit of 0 it counts up.
    """

    base: int
    at: int
    is_running: bool
    limit: int

    def elapsed(self, now: int) -> int:
        """The counted milliseconds."""
        return self.base + (max(0, now - self.at) if self.is_running else 0)

    def seconds(self, now: int) -> int:
        """The whole seconds to show: elapsed or, with a limit, left.

        >>> Counter(0, 0, True, 0).seconds(1999), [Counter(0, 0, True, 5).seconds(now) for now in (4999, 7000)]
        (1, [1, -2])
        """
        passed = self.elapsed(now) // 1000
        return self.limit - passed if self.limit else passed

    def is_up(self, now: int) -> bool:
        """Whether its limit is reached."""
        return bool(self.limit) and self.elapsed(now) >= 1000 * self.limit


@dataclass(frozen=True)
class Clock:
    """A clock after its latest event, at the moment `at`; all sums are milliseconds up to then.

    `game` and `each` are limits in seconds, 0 for none; `turns` says whether `each` is for a turn, for all turns of a
    player, or whether turns are not counted. `turn` numbers the turns from 1, `halts` counts pauses and resumptions.
    After the end of the game (`is_over`) it shows times used instead of times left.
    """

    game: int
    turns: str
    each: int
    at: int
    is_running: bool = True
    is_over: bool = False
    seat: int | None = None
    turn: int = 1
    halts: int = 0
    total: int = 0
    turn_total: int = 0
    spent: tuple[int, ...] = ()

    @property
    def counts_turns(self) -> bool:
        """Whether it has a time for each turn."""
        return self.seat is not None

    @property
    def game_time(self) -> Counter:
        """The time of the whole game."""
        return Counter(self.total, self.at, self.is_running, self._limit(self.game))

    @property
    def turn_time(self) -> Counter:
        """The time of the running turn, or of all turns of the player whose turn it is."""
        base = self.spent_by(self.seat) if self.turns == EACH_PLAYER and self.seat is not None else self.turn_total
        return Counter(base, self.at, self.is_running, self.each)

    def player_time(self, seat: int) -> Counter:
        """The time of all turns of a seat."""
        limit = self._limit(self.each) if self.turns == EACH_PLAYER else 0
        return Counter(self.spent_by(seat), self.at, self.is_running and seat == self.seat, limit)

    def _limit(self, seconds: int) -> int:
        return 0 if self.is_over else seconds

    @property
    def is_new(self) -> bool:
        """Whether it never ran yet, such as the clock of a rematch."""
        return not (self.is_running or self.total) and self.turn == 1

    @property
    def length(self) -> int | None:
        """The seconds that the game took; None while it is running, or if the clock never ran."""
        return self.total // 1000 if self.is_over and self.total else None

    def spent_by(self, seat: int) -> int:
        """The milliseconds that a seat has used up to the latest event."""
        return self.spent[seat] if seat < len(self.spent) else 0

    def moved(self, at: int) -> Clock:
        """The same clock with its sums up to a moment, at the earliest that of its latest event."""
        at = max(at, self.at)
        passed = at - self.at if self.is_running else 0
        if self.seat is None:
            return replace(self, at=at, total=self.total + passed)
        spent = [self.spent_by(seat) for seat in range(max(len(self.spent), self.seat + 1))]
        spent[self.seat] += passed
        return replace(self, at=at, total=self.total + passed, turn_total=self.turn_total + passed, spent=tuple(spent))


def read_clock(body: Any) -> None:
    """Check the body of a clock's event; raises `RuleError`."""
    entry_keys(body, _WHAT, ("do", "at"), ("game", "turns", "each", "seat", "turn", "auto", "used"))
    do = one_of(body["do"], _WHAT, (START, PAUSE, GO, TURN, STOP, END))
    integer(body["at"], _WHAT, 0, _LATEST)
    flag(body.get("auto", False), _WHAT)
    if do == START:
        entry_keys(body, _WHAT, ("do", "at", "game", "turns", "each"), ("seat", "used"))
        integer(body["game"], _WHAT, 0, MAX_SECONDS)
        integer(body["each"], _WHAT, 0, MAX_SECONDS)
        one_of(body["turns"], _WHAT, (NO_TURNS, EACH_TURN, EACH_PLAYER))
        if "used" in body:
            _read_used(body["used"])
    if do == TURN:
        entry_keys(body, _WHAT, ("do", "at", "turn", "seat"), ("auto",))
        integer(body["turn"], _WHAT, 1, _MOST_TURNS)
    if do == TURN or "seat" in body or body.get("turns", NO_TURNS) != NO_TURNS:
        integer(body.get("seat"), Message("seat"), 0, MOST_SEATS - 1)


def _read_used(used: Any) -> None:
    entry_keys(used, _WHAT, ("game", "turn", "spent"))
    for milliseconds in (used["game"], used["turn"], *items(used["spent"], _WHAT)):
        integer(milliseconds, _WHAT, 0, _LATEST)
    integer(len(used["spent"]), _WHAT, 0, MOST_SEATS)


def after(clock: Clock | None, body: Any) -> Clock | None:
    """Return the clock after an event with this body; None if the table then has no clock.

    A start with `used` times, in milliseconds, makes a paused clock.
    """
    do, at = body["do"], body["at"]
    if do == START:
        return _started(body)
    if clock is None or do == STOP:
        return None
    clock = clock.moved(at)
    if do == TURN:
        if not clock.counts_turns or body["turn"] != clock.turn:
            return clock
        return replace(clock, seat=body["seat"], turn=clock.turn + 1, turn_total=0)
    seat = body.get("seat", clock.seat) if clock.counts_turns else None
    return replace(clock, is_running=do == GO, is_over=do == END, seat=seat, halts=clock.halts + 1)


def _started(body: Any) -> Clock:
    seat = None if body["turns"] == NO_TURNS else body["seat"]
    clock = Clock(body["game"], body["turns"], body["each"], body["at"], seat=seat)
    used = body.get("used")
    if used is None:
        return clock
    spent = tuple(used["spent"])
    return replace(clock, is_running=False, total=used["game"], turn_total=used["turn"], spent=spent)


def describe_clock(body: Any) -> Message:
    """Describe a clock's event in a few words."""
    if body["do"] == TURN:
        return Message("the turn of {seat}", seat=Seat(body["seat"]))
    if "used" in body:
        return Message("the clock is taken over, paused")
    return _DESCRIBED[body["do"]]


_DESCRIBED = {
    START: Message("the clock starts"),
    PAUSE: Message("the clock is paused"),
    GO: Message("the clock goes on"),
    STOP: Message("the clock is removed"),
    END: Message("the clock stops"),
}


LONGEST = 10**9
"""The largest number of seconds in a file; the database has 32 bits for them."""
_SECOND = 1000
_OF_TURNS = ("each", "turn", "spent")


def clock_json(clock: Clock, seats: int, now: int) -> dict[str, Any]:
    """Return a clock at a moment as plain JSON values for a scoresheet; most zeros are left out."""
    clock = clock.moved(now)
    times: dict[str, Any] = {"game": clock.game, "used": _seconds(clock.total)}
    if clock.counts_turns and seats > 1:
        times |= {"turns": clock.turns, "each": clock.each, "turn": _seconds(clock.turn_total)}
        times["seat"] = clock.seat if clock.seat in range(seats) else 0
        spent = [_seconds(clock.spent_by(seat)) for seat in range(seats)]
        times["spent"] = spent if any(spent) else None
    return {key: value for key, value in times.items() if value or key in ("game", "seat")}


def _seconds(milliseconds: int) -> int:
    return min(milliseconds // _SECOND, LONGEST)


def read_clock_json(value: Any, seats: int) -> Mapping[str, Any]:
    """Check a value of the form that `clock_json` returns, for a game with so many seats; raise `RuleError`."""
    try:
        return _read(value, seats)
    except RuleError as error:
        raise RuleError("the key clock: {reason}", reason=error.message) from None


def _read(value: Any, seats: int) -> Mapping[str, Any]:
    entry_keys(value, _WHAT, ("game",), ("used", "turns", "seat", *_OF_TURNS))
    integer(value["game"], Message("game"), 0, MAX_SECONDS)
    integer(value.get("used", 0), Message("used"), 0, LONGEST)
    turns = one_of(value.get("turns", NO_TURNS), Message("turns"), (NO_TURNS, EACH_TURN, EACH_PLAYER))
    if turns == NO_TURNS:
        entry_keys(value, _WHAT, ("game",), ("used", "turns"))
        return {**value}
    if seats < 2:
        raise RuleError("turns are counted where two or more play")
    entry_keys(value, _WHAT, ("game", "turns", "seat"), ("used", *_OF_TURNS))
    integer(value["seat"], Message("seat"), 0, seats - 1)
    integer(value.get("each", 0), Message("each"), 0, MAX_SECONDS)
    integer(value.get("turn", 0), Message("turn"), 0, LONGEST)
    if "spent" in value:
        for seat, seconds in enumerate(items(value["spent"], Message("spent"), seats)):
            integer(seconds, Message("{what} of {seat}", what=Message("spent"), seat=Seat(seat)), 0, LONGEST)
    return {**value}


def clock_bodies(value: Mapping[str, Any], at: int, *, finished: bool) -> Iterator[dict[str, Any]]:
    """Yield the bodies of events that restore a clock from a file: paused, or stopped if the game is over."""
    turns = value.get("turns", NO_TURNS)
    used = {
        "game": value.get("used", 0) * _SECOND,
        "turn": value.get("turn", 0) * _SECOND,
        "spent": [seconds * _SECOND for seconds in value.get("spent", ())],
    }
    start = {"do": START, "at": at, "game": value["game"], "turns": turns, "each": value.get("each", 0), "used": used}
    yield start if turns == NO_TURNS else {**start, "seat": value["seat"]}
    if finished:
        yield {"do": END, "at": at, "auto": True}
