"""What a table of Azul that hides totals does not show: other seats' walls, floor lines and what they score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message, Seat
from companion.game.redaction import Hidden
from companion.games.azul.drawing import Drawn

LIMITS = Message(
    "Secret in Azul: points, totals, places, and the walls of the others. All walls lie open on the table, so "
    "whoever counts along there can add up."
)


def sheet(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    lines, sums = made["ended"]
    return {
        **made,
        "parts": set(made["parts"]),
        "walls": _without(made["walls"], hidden),
        "sights": _without(made["sights"], hidden),
        "final": None,
        "ended": ([(label, _without(points, hidden)) for label, points in lines], _without(sums, hidden)),
    }


def outcome(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    shown = {key: _without(made[key], hidden) for key in ("walls", "floors", "lost", "sights")}
    return {**made, **shown, "bonus": None}


def _without(by_seat: Sequence[Any], hidden: Hidden) -> list[Any]:
    """A value by seat, None for the hidden ones."""
    return [None if seat in hidden else value for seat, value in enumerate(by_seat)]


def view(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """The wall that is being tiled, without what its tiles score."""
    made = {**made, "parts": set(made["parts"])}
    if made["seat"] not in hidden:
        return made
    shown = made["shown"]
    return {**made, "sight": None, "shown": replace(shown, drawn=_unscored(shown.drawn), sum=None, why=())}


def _unscored(drawn: Drawn) -> Drawn:
    rows = [[replace(space, points=None, is_lit=False) for space in row] for row in drawn.rows]
    return Drawn(drawn.wall, rows, ())


def part(slot: str, value: Any) -> Message:
    return Message("the wall of {seat}", seat=Seat(int(slot.removeprefix("wall-"))))


def fault(message: Message) -> Message:
    """Nothing that is refused in Azul tells of a total."""
    return message
