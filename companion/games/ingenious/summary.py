"""Whose tile of Ingenious it was and what it moved, short enough for a row of the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Step, Values, joined
from companion.games.ingenious.colours import COLOUR_NAMES
from companion.games.ingenious.markers import HALF
from companion.games.ingenious.rules import DOUBLE_LOWEST, LOWEST, OWN_SIDE
from companion.games.ingenious.state import State


def entry_summary(state: State, entry: Mapping[str, Any], steps: Sequence[Step]) -> Message:
    """What an entry did, `state` being the one before it: "Ben: +2 red, +3 green; lowest unchanged"."""
    seat = Seat(entry["seat"])
    if "swap" in entry:
        return Message("{seat} swaps", seat=seat)
    moved = _moved(entry, steps)
    if not any(moved.values()):
        return Message("{seat}: {what}", seat=seat, what=_without_points(entry))
    gains = joined([_gain(points, colour) for colour, points in moved.items()])
    return Message("{seat}: {gains}; {total}", seat=seat, gains=gains, total=_total(state, entry["seat"], steps))


def _moved(entry: Mapping[str, Any], steps: Sequence[Step]) -> dict[str, int]:
    """How far the marker of each colour on the tile moved."""
    moved = dict.fromkeys(entry["tile"] if "tile" in entry else [colour for colour, _ in entry["points"]], 0)
    for step in steps:
        if step.rule == HALF:
            moved[step.values["colour"]] += step.values["to"] - step.values["from"]
    return moved


def _gain(points: int, colour: str) -> Message:
    return Message("{points} {colour}", points=f"+{points}" if points else "0", colour=COLOUR_NAMES[colour])


def _without_points(entry: Mapping[str, Any]) -> Message | joined:
    nothing = Message("no points")
    if "tile" not in entry:
        return nothing
    first, second = [COLOUR_NAMES[colour] for colour in entry["tile"]]
    return joined([Message("{first}-{second}", first=first, second=second), nothing])


def _total(state: State, seat: int, steps: Sequence[Step]) -> Message:
    """What became of the seat's total: its lowest marker, in the duel the markers on its side."""
    now = next((s for s in steps if s.seat == seat and s.rule in (LOWEST, DOUBLE_LOWEST, OWN_SIDE)), None)
    if state.mode == "duel":
        return Message("own side unchanged") if now is None else Message("own side now {total}", **_value(now))
    return Message("lowest unchanged") if now is None else Message("lowest now {total}", **_value(now))


def _value(step: Step) -> Values:
    return {"total": step.values["total"]}
