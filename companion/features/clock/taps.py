"""What phones do with the clock of a table, and what follows for it from an entry: the next turn, or the end."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
from companion.game import Message, RuleError, State
from companion.sessions.actions import Action, Intent
from companion.sessions.service import Sessions
from companion.sessions.table.draws import ORDER
from companion.sessions.table.table import Table
from companion.storage.records import Event

KIND = "clock"
MAX_CLOCK_EVENTS = 4000
"""Of one session, beside its other events: a turn every ten seconds for eleven hours."""
_ALWAYS = (PAUSE, STOP, END)
NO_CLOCK = Message("This table has no clock any more. It can be started again under Clock.")
ANOTHER = Message("A clock runs already that counts otherwise. Remove it first, or go on with it.")
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
    """What a phone does with the clock.

    A start has the limits in seconds and how turns are counted. The end of a turn has the number of that `turn`, so
    that two phones that end it at once end one turn only, and may have the `seat` whose turn comes. A pause and its end
    have the `halts` of the clock that was seen; None from a page that does not say.
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


def tap_clock(service: Sessions, session: str, action: Action, tap: ClockTap) -> Table:
    """Start, pause, pass on or remove the clock of a table; what is done already is left."""
    return service.act(session, action, lambda table: clock_intent(table, tap, service.moment()))


def clock_intent(table: Table, tap: ClockTap, now: int) -> Intent:
    """The event that a tap on the clock results in, a "nothing" intent where that is done already."""
    body = _body(table, tap, now)
    return Intent("nothing", None) if body is None else Intent(KIND, body)


def _body(table: Table, tap: ClockTap, now: int) -> Mapping[str, Any] | None:
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
        return {**body, "seat": first_seat(table)}  # which may have been drawn since the clock was set
    if tap.do != TURN:
        return body
    return {**body, "turn": clock.turn, "seat": next_seat(table, clock) if tap.seat is None else tap.seat}


def _start(table: Table, tap: ClockTap, now: int) -> Mapping[str, Any] | None:
    if table.state.finished:
        raise RuleError("The game is over; a clock is started while one runs.")
    clock = clock_of(table)
    if clock is not None and not clock.is_over:
        if (clock.game, clock.turns, clock.each) != (tap.game, tap.turns, tap.each if tap.turns != NO_TURNS else 0):
            raise RuleError(ANOTHER)
        return None
    _check_room(table, START)
    body = {"do": START, "at": now, "game": tap.game, "turns": tap.turns, "each": tap.each}
    if tap.turns == NO_TURNS:
        return {**body, "each": 0}
    if table.setup.seats < 2:
        raise RuleError(NO_OPPONENT)
    return {**body, "seat": first_seat(table) if tap.seat is None else tap.seat}


def _is_done(clock: Clock, tap: ClockTap) -> bool:
    """Whether nothing is left to do; raises `RuleError` for what was tapped on a clock that stood otherwise."""
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
    if table.log.counts[KIND] >= MAX_CLOCK_EVENTS and do not in _ALWAYS:
        raise RuleError(FULL)


def first_seat(table: Table) -> int:
    """Return the seat whose turn is first: as the game says, else as it was drawn, else the one that starts."""
    told = table.game.form.seat_on_turn(table.state)
    if told is not None:
        return told
    drawn = [draw.seats[0] for draw in table.draws.values() if not draw.is_of_teams]
    start = table.setup.options.get(table.game.form.start_option or "")
    seat = drawn[-1] if drawn else start
    return seat if type(seat) is int and 0 <= seat < table.setup.seats else 0


def _carried(clock: Clock, rematch: Table, now: int) -> dict[str, Any]:
    """Return the body of the event with which a rematch takes the clock's limits over."""
    used = {"game": 0, "turn": 0, "spent": []}
    start = {"do": START, "at": now, "game": clock.game, "turns": clock.turns, "each": clock.each, "used": used}
    return {**start, "seat": first_seat(rematch)} if clock.counts_turns else start


class SeenClock(NamedTuple):
    """A clock as the table shows it, and the seat whose turn comes next; None where it counts no turns."""

    clock: Clock
    next: int | None


def _visible(table: Table, *_: Any) -> SeenClock | None:
    """Return the clock as the table shows it: none where it never ran in a game that is over."""
    clock: Clock = table.kept[KIND]
    if table.state.finished and clock.length is None:
        return None
    if not clock.counts_turns:
        return SeenClock(clock, None)
    clock = replace(clock, seat=first_seat(table)) if clock.is_new else clock
    return SeenClock(clock, next_seat(table, clock))


def next_seat(table: Table, clock: Clock) -> int:
    """Return the seat whose turn comes next: in the order that was drawn, else in that of the seats."""
    seats = table.setup.seats
    orders = [draw.seats for draw in table.draws.values() if draw.what == ORDER and len(draw.seats) == seats]
    order = orders[-1] if orders else tuple(range(seats))
    place = order.index(clock.seat) if clock.seat in order else -1
    return order[(place + 1) % seats]


def _following(table: Table, state: State, now: int) -> Mapping[str, Any] | None:
    """Return the end of the turn or of the game that follows from an entry.

    An entry ends the turn of the seat that the clock shows, and no other: who taps turns ahead of the entries is not
    sent back by them.
    """
    clock = clock_of(table)
    if clock is None or clock.is_over:
        return None
    body = {"at": max(now, clock.at), "auto": True}
    if state.finished:
        return {"do": END, **body}
    if not clock.counts_turns or table.log.counts[KIND] >= MAX_CLOCK_EVENTS:
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
        bodies=lambda value, game, at: clock_bodies(value, at, finished=game.record.states[-1].finished),
    ),
    is_counted=False,
)
