"""Events of a table's clock: those that phones tap, and those that follow an entry (the next turn, or the end)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.engine import Message, RuleError, State
from companion.feature import EventKind, SheetKey
from companion.features.clock.clock import (
    END,
    GO,
    NO_TURNS,
    PAUSE,
    START,
    STOP,
    TURN,
    Clock,
    after,
    clock_bodies,
    clock_json,
    describe_clock,
    read_clock,
    read_clock_json,
)
from companion.storage.records import Event
from companion.table.changes import NO_CHANGE, Change
from companion.table.draws import ORDER
from companion.table.table import Table

KIND = "clock"
MAX_CLOCK_EVENTS = 4000
"""The limit for one session, in addition to its other events: a turn every ten seconds for eleven hours."""
_BEYOND_LIMIT = (PAUSE, STOP, END)
NO_CLOCK = Message("This table has no clock any more. It can be started again under Clock.")
ANOTHER = Message("A clock with other limits runs already. Remove it first, or go on with it.")
MEANWHILE = Message("Another phone has tapped the clock meanwhile. Look at it, and tap again if you still want that.")
OVER = Message("The game is over, so its clock stands still. Once the end is taken back, the clock can go on.")
NO_OPPONENT = Message("Turns are counted where two or more play. Start the clock for the game.")
FULL = Message(
    "The clock of this table has been tapped {most} times and takes no more. Go on without it, or remove it; points"
    " are entered as before.",
    most=MAX_CLOCK_EVENTS,
)


@dataclass(frozen=True)
class ClockTap:
    """A tap on the clock.

    A start has the limits in seconds and how turns are counted. The end of a turn has the number of that `turn`, so
    that two phones that end it at once end only one turn, and may have the next `seat`. A pause and a resumption have
    the `halts` of the clock on the phone's page; None if unknown.
    """

    do: str
    turn: int = 0
    seat: int | None = None
    game: int = 0
    turns: str = NO_TURNS
    each: int = 0
    halts: int | None = None


def clock_of(table: Table) -> Clock | None:
    """Return the clock of a table; None if it has none."""
    clock: Clock | None = table.kept.get(KIND)
    return clock


def tap_change(table: Table, tap: ClockTap, now: int) -> Change:
    """Return the event that starts, pauses, passes on or removes the clock of a table; none if that is done already."""
    body = _body(table, tap, now)
    return NO_CHANGE if body is None else Change(KIND, body)


def _body(table: Table, tap: ClockTap, now: int) -> Mapping[str, Any] | None:
    """Return the body of the event for a tap; None if it is done already."""
    clock = clock_of(table)
    if tap.seat is not None and tap.seat >= table.setup.seats:
        raise RuleError("There is no such seat at this table.")
    if tap.do == START:
        return _start(table, tap, now)
    if clock is None:
        if tap.do == STOP:
            return None
        raise RuleError(NO_CLOCK)
    if tap.do in (GO, STOP) and table.state.finished:
        raise RuleError(OVER)
    if _is_done(clock, tap):
        return None
    _check_room(table, tap.do)
    body = {"do": tap.do, "at": max(now, clock.at)}
    if tap.do == GO and clock.counts_turns and clock.is_new:
        return {**body, "seat": first_seat(table)}  # it may have been drawn after the clock was set
    if tap.do != TURN:
        return body
    return {**body, "turn": clock.turn, "seat": next_seats(table, clock)[0] if tap.seat is None else tap.seat}


def _start(table: Table, tap: ClockTap, now: int) -> Mapping[str, Any] | None:
    if table.state.finished:
        raise RuleError("The game is over; a clock is started while one runs.")
    clock = clock_of(table)
    if clock is not None and not clock.is_over:
        if (clock.game, clock.turns, clock.each) != (tap.game, tap.turns, tap.each):
            raise RuleError(ANOTHER)
        return None
    _check_room(table, START)
    body = {"do": START, "at": now, "game": tap.game, "turns": tap.turns, "each": tap.each}
    if tap.turns == NO_TURNS:
        return body
    if table.setup.seats < 2:
        raise RuleError(NO_OPPONENT)
    return {**body, "seat": first_seat(table) if tap.seat is None else tap.seat}


def _is_done(clock: Clock, tap: ClockTap) -> bool:
    """Whether a tap is done already; raises `RuleError` if the clock has changed since the phone's page showed it."""
    if tap.do == TURN:
        is_ended = tap.seat is None and tap.turn != clock.turn
        is_done = not clock.counts_turns or clock.is_over or tap.seat == clock.seat or is_ended
        seen, now = tap.turn, clock.turn
    else:
        is_done = tap.do in (PAUSE, GO) and clock.is_running == (tap.do == GO)
        seen, now = clock.halts if tap.halts is None else tap.halts, clock.halts
    if not is_done and seen != now:
        raise RuleError(MEANWHILE)
    return is_done


def _check_room(table: Table, do: str) -> None:
    if table.log.count(KIND) >= MAX_CLOCK_EVENTS and do not in _BEYOND_LIMIT:
        raise RuleError(FULL)


def first_seat(table: Table) -> int:
    """Return the seat with the first turn: by the game's entries, else by the latest draw, else by the options."""
    told = table.game.form.seat_on_turn(table.state)
    if told is not None:
        return told
    drawn = [draw.seats[0] for draw in table.draws.values() if not draw.is_of_teams]
    start = table.setup.options.get(table.game.form.start_option or "")
    seat = drawn[-1] if drawn else start
    return seat if type(seat) is int and 0 <= seat < table.setup.seats else 0


def _carried(clock: Clock, rematch: Table, now: int) -> dict[str, Any]:
    """Return the body of the event that sets a rematch's clock to the same limits."""
    limits = {"game": clock.game, "turns": clock.turns, "each": clock.each, "seat": first_seat(rematch)}
    return next(clock_bodies(limits, now, finished=False))


class SeenClock(NamedTuple):
    """A clock as pages show it, and the seats whose turns come next, in order; none if it counts no turns."""

    clock: Clock
    next: tuple[int, ...]


def _visible(table: Table, *_: Any) -> SeenClock | None:
    """Return the clock for pages: None if the game is over and the clock never ran."""
    clock: Clock = table.kept[KIND]
    if table.state.finished and clock.length is None:
        return None
    if not clock.counts_turns:
        return SeenClock(clock, ())
    clock = replace(clock, seat=first_seat(table)) if clock.is_new else clock
    return SeenClock(clock, next_seats(table, clock))


def next_seats(table: Table, clock: Clock) -> tuple[int, ...]:
    """Return the seats whose turns come next, in the drawn order or else in the order of the seats."""
    seats = table.setup.seats
    orders = [draw.seats for draw in table.draws.values() if draw.what == ORDER and len(draw.seats) == seats]
    order = orders[-1] if orders else tuple(range(seats))
    place = order.index(clock.seat) if clock.seat in order else -1
    return tuple(order[(place + turns) % seats] for turns in range(1, seats + 1))


def _following(table: Table, state: State, now: int) -> Mapping[str, Any] | None:
    """Return the body of the event that an entry causes: the next turn, or the end of the game.

    An entry ends only the turn of the seat that the clock shows, so the clock does not go back if somebody tapped Next
    before the entries were made.
    """
    clock = clock_of(table)
    if clock is None or clock.is_over:
        return None
    body = {"at": max(now, clock.at), "auto": True}
    if state.finished:
        return {"do": END, **body}
    if not clock.counts_turns or table.log.count(KIND) >= MAX_CLOCK_EVENTS:
        return None
    before, seat = (table.game.form.seat_on_turn(each) for each in (table.state, state))
    if seat is None or seat == clock.seat or before not in (None, clock.seat):
        return None
    return {"do": TURN, **body, "turn": clock.turn, "seat": seat}


def _fold(clock: Clock | None, event: Event) -> Clock | None:
    read_clock(event.body)
    return after(clock, event.body)


CLOCK = EventKind(
    KIND,
    _fold,
    describe=lambda _, event: describe_clock(event.body),
    visible=_visible,
    follows=_following,
    carry=_carried,
    length=lambda clock: clock.length,
    sheet=SheetKey(
        KIND,
        write=lambda table, now: clock_json(table.kept[KIND], table.setup.seats, now),
        read=lambda value, record: read_clock_json(value, record.setup.seats),
        bodies=lambda value, game, at: clock_bodies(value, at, finished=game.replay.states[-1].finished),
    ),
    is_counted=False,
)
