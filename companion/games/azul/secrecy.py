"""Redaction of Azul: at a table that hides totals, the walls, floor lines and points of other seats are removed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Hidden, Secrecy
from companion.games.azul.drawing import DrawnWall

_LIMITS = Message(
    "Secret in Azul: points, totals, places, and the walls of the others. All walls lie open on the table, so "
    "whoever counts along there can add up."
)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the walls and bonuses of hidden seats."""
    lines, sums = values["ended"]
    return {
        **values,
        "parts": set(values["parts"]),
        "walls": _without(values["walls"], hidden),
        "sights": _without(values["sights"], hidden),
        "final": None,
        "ended": ([(label, _without(points, hidden)) for label, points in lines], _without(sums, hidden)),
    }


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the walls, floor lines and bonuses of hidden seats."""
    shown = {key: _without(values[key], hidden) for key in ("walls", "floors", "lost", "sights")}
    return {**values, **shown, "bonus": None}


def _without(by_seat: Sequence[Any], hidden: Hidden) -> list[Any]:
    """Replace the values of hidden seats by None."""
    return [None if seat in hidden else value for seat, value in enumerate(by_seat)]


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the points from the wall that is being entered."""
    values = {**values, "parts": set(values["parts"])}
    if values["seat"] not in hidden:
        return values
    shown = values["shown"]
    return {**values, "sight": None, "shown": replace(shown, drawn=_unscored(shown.drawn), sum=None, why=())}


def _unscored(drawn: DrawnWall) -> DrawnWall:
    rows = [[replace(space, points=None, is_lit=False) for space in row] for row in drawn.rows]
    return DrawnWall(drawn.wall, rows, ())


def part(slot: str, value: Any) -> Message:
    """Say whose wall was entered."""
    return Message("the wall of {seat}", seat=Seat(int(slot.removeprefix("wall-"))))


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part)
