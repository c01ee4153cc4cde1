"""What a table of 5211 that hides totals does not show: who played and keeps which cards, and how far it is to 50."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat
from companion.game.redaction import Hidden

LIMITS = Message(
    "Secret in 5211: who keeps which cards, points, totals and places. Which colour scores is shown to all. "
    "The played cards lie open on the table, so whoever counts along there can add up."
)


def sheet(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    return {**made, "hands": set(made["hands"]), "cards": None, "most": None, "leaders": None}


def outcome(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    """What scored; neither how many cards nor whose, as with two players the other's follow from one's own."""
    judged = {"scored": made["judged"].scored}
    return {"judged": judged, "headline": made["headline"], "pieces": made["pieces"], "counts": None}


def view(made: Mapping[str, Any], hidden: Hidden) -> dict[str, Any]:
    return {**made, "hands": set(made["hands"])}


def part(slot: str, value: Any) -> Message:
    return Message("the cards of {seat}", seat=Seat(int(slot.removeprefix("hand-"))))


def fault(message: Message) -> Message:
    """Nothing that is refused in 5211 tells of a total."""
    return message
