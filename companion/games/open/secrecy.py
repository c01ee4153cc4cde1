"""Redaction of an open score sheet: at a table that hides totals, the numbers of other sides are removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Hidden, Secrecy

_LIMITS = Message(
    "Secret in Open score sheet: points, totals and places. The form shows those who keep score what is entered. A "
    "limit that ends the rounds tells all that a total has reached it."
)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove how far the highest total is from the limit."""
    return {**values, "most": None, "most_int": None}


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the numbers of hidden sides; whether all won is no secret."""
    if "rows" not in values:
        return dict(values)
    shows = [not hidden.intersection(side) for side in values["sides"]]
    rows = [
        {**row, "cells": [cell if is_shown else None for cell, is_shown in zip(row["cells"], shows, strict=True)]}
        for row in values["rows"]
    ]
    tie = values["tie"] and (
        values["tie"][0],
        [number if is_shown else None for number, is_shown in zip(values["tie"][1], shows, strict=True)],
    )
    return {**values, "rows": rows, "tie": tie}


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Keep the numbers, which are entered there; remove what lines of hidden sides are worth."""
    if "cells" not in values or not hidden.intersection(values["side"]):
        return dict(values)
    return {**values, "cells": [{**cell, "worth": None, "is_told": False} for cell in values["cells"]]}


def part(slot: str, value: Any) -> Message:
    """Say whose numbers were entered."""
    return Message("the points of {side}", side=Seat(int(slot.removeprefix("seat-"))))


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part)
