"""The clock of a table in its scoresheet and session file: its limits and what was used of them, in whole seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.game import Message, RuleError, Seat, entry_keys, integer, items, one_of
from companion.sessions.table.clock import EACH_PLAYER, EACH_TURN, END, MAX_SECONDS, NO_TURNS, START, Clock

LONGEST = 10**9
"""The most seconds of a time in a file; a database keeps them in 32 bits."""
_SECOND = 1000
_CLOCK = Message("the clock")
_OF_TURNS = ("each", "turn", "spent")


def clock_json(clock: Clock, seats: int, now: int) -> dict[str, Any]:
    """Return a clock of so many seats at a moment as plain JSON values: without what is 0, so that it is short."""
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
    """Read what `clock_json` returns of a game with so many seats; raise `RuleError` where it is not so."""
    try:
        return _read(value, seats)
    except RuleError as error:
        raise RuleError(Message("the key clock: {reason}", reason=error.message)) from None


def _read(value: Any, seats: int) -> Mapping[str, Any]:
    entry_keys(value, _CLOCK, ("game",), ("used", "turns", "seat", *_OF_TURNS))
    integer(value["game"], Message("game"), 0, MAX_SECONDS)
    integer(value.get("used", 0), Message("used"), 0, LONGEST)
    turns = one_of(value.get("turns", NO_TURNS), Message("turns"), (NO_TURNS, EACH_TURN, EACH_PLAYER))
    if turns == NO_TURNS:
        entry_keys(value, _CLOCK, ("game",), ("used", "turns"))
        return {**value}
    if seats < 2:
        raise RuleError(Message("turns are counted where two or more play"))
    entry_keys(value, _CLOCK, ("game", "turns", "seat"), ("used", *_OF_TURNS))
    integer(value["seat"], Message("seat"), 0, seats - 1)
    integer(value.get("each", 0), Message("each"), 0, MAX_SECONDS)
    integer(value.get("turn", 0), Message("turn"), 0, LONGEST)
    if "spent" in value:
        for seat, seconds in enumerate(items(value["spent"], Message("spent"), seats)):
            integer(seconds, Message("{what} of {seat}", what=Message("spent"), seat=Seat(seat)), 0, LONGEST)
    return {**value}


def clock_bodies(value: Mapping[str, Any], at: int, *, finished: bool) -> Iterator[dict[str, Any]]:
    """Yield the bodies of the events that make the clock of a file, paused; it ends with a game that is over."""
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
