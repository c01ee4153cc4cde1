"""Redaction of 5211: at a table that hides totals, cards, their owners and the progress to 50 are removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat
from companion.game.pages.secrecy import Hidden, Secrecy

_LIMITS = Message(
    "Secret in 5211: who keeps which cards, points, totals and places. Which colour scores is shown to all. "
    "The played cards lie open on the table, so whoever counts along there can add up."
)


def sheet(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the cards and the totals; keep whose hands are entered."""
    return {**values, "hands": set(values["hands"]), "cards": None, "most": None, "leaders": None}


def outcome(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Keep only what scored; with two players the other's cards would follow from counts and one's own cards."""
    judged = {"scored": values["judged"].scored}
    return {"judged": judged, "headline": values["headline"], "pieces": values["pieces"], "counts": None}


def view(values: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """Remove the hands; keep whose are entered."""
    return {**values, "hands": set(values["hands"])}


def part(slot: str, value: Any) -> Message:
    """Say whose cards were entered."""
    return Message("the cards of {seat}", seat=Seat(int(slot.removeprefix("hand-"))))


SECRECY = Secrecy(limits=_LIMITS, sheet=sheet, outcome=outcome, view=view, part=part)
