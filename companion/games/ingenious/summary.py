"""Whose tile of Ingenious it was and which, short enough for a row of the score pad."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Step, joined
from companion.games.ingenious.colours import COLOUR_NAMES
from companion.games.ingenious.state import State


def entry_summary(state: State, entry: Mapping[str, Any], steps: Sequence[Step]) -> Message:
    """What an entry was, `state` being the one before it: "Ben: red-blue"; without a board "Ben: red 2, blue 1"."""
    seat = Seat(entry["seat"])
    if "swap" in entry:
        return Message("{seat} swaps", seat=seat)
    return Message("{seat}: {what}", seat=seat, what=_tile(entry))


def _tile(entry: Mapping[str, Any]) -> Message | joined:
    if "tile" in entry:
        first, second = [COLOUR_NAMES[colour] for colour in entry["tile"]]
        return Message("{first}-{second}", first=first, second=second)
    scored = [Message("{colour} {points}", colour=COLOUR_NAMES[colour], points=n) for colour, n in entry["points"] if n]
    return joined(scored) if scored else Message("no points")
