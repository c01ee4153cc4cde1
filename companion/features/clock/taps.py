"""Events of a table's clock: those that phones tap, and those that follow an entry (the next turn, or the end)."""

from collections.abc import Mapping
from dataclasses import replace
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
"""The limit for one session, in addition to its other events: a turn every ten seconds for eleven hours.

Beyond it a clock is still paused, removed and ended.
"""
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


def clock_of(table: Table) -> Clock | None:
    """Return the clock of a table; None if it has none."""
    clock: Clock | None = table.kept.get(KIND)
    return clock


def start_clock(table: Table, now: int, game: int, turns: str, each: int) -> Change:
    """Return the event that starts a clock with these limits in seconds; none if it runs already."""
    if table.state.finished:
        raise RuleError("The game is over; a clock is started while one runs.")
    clock = clock_of(table)
    if clock is not None and not clock.is_over:
        if (clock.game, clock.turns, clock.each) != (game, turns, each):
            raise RuleError(ANOTHER)
        return NO_CHANGE
    _check_room(table)
    body = {"do": START, "at": now, "game": game, "turns": turns, "each": each}
    if turns == NO_TURNS:
        return Change(KIND, body)
    if table.setup.seats < 2:
        raise RuleError(NO_OPPONENT)
    return Change(KIND, {**body, "seat": first_seat(table)})


def end_turn(table: Table, now: int, turn: int, seat: int | None) -> Change:
    """Return the event that ends a turn, by its number, so that two phones that end it at once end only one turn.

    Without the next `seat` it is the next in order.
    """
    if seat is not None and seat >= table.setup.seats:
        raise RuleError("There is no such seat at this table.")
    clock = _clock_at(table)
    is_ended = seat is None and turn != clock.turn
    if not clock.counts_turns or clock.is_over or seat == clock.seat or is_ended:
        return NO_CHANGE
    if turn != clock.turn:
        raise RuleError(MEANWHILE)
    _check_room(table)
    following = next_seats(table, clock)[0] if seat is None else seat
    return Change(KIND, {"do": TURN, "at": max(now, clock.at), "turn": turn, "seat": following})


def halt_clock(table: Table, now: int, do: str, halts: int | None) -> Change:
    """Return the event that pauses, resumes or removes a clock; none if that is done already.

    `halts` are those of the clock on the phone's page; None if unknown.
    """
    if do == STOP and clock_of(table) is None:
        return NO_CHANGE
    clock = _clock_at(table)
    if do != PAUSE and table.state.finished:
        raise RuleError(OVER)
    if do != STOP and clock.is_running == (do == GO):
        return NO_CHANGE
    if halts not in (None, clock.halts):
        raise RuleError(MEANWHILE)
    body = {"do": do, "at": max(now, clock.at)}
    if do == GO:
        _check_room(table)
        if clock.counts_turns and clock.is_new:
            body["seat"] = first_seat(table)  # it may have been drawn after the clock was set
    return Change(KIND, body)


def _clock_at(table: Table) -> Clock:
    if (clock := clock_of(table)) is None:
        raise RuleError(NO_CLOCK)
    return clock


def _check_room(table: Table) -> None:
    if table.log.count(KIND) >= MAX_CLOCK_EVENTS:
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
