"""Fill the form from an entry; a tile is sent as a whole, so there are no drafts."""

from __future__ import annotations

from typing import Any

from companion.game.pages.form import Draft, Filled, known_slots
from companion.games.ingenious.form_state import Chosen
from companion.games.ingenious.state import State


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The fields that say where the tile lies, what its halves scored, or who swapped."""
    if "swap" in entry:
        return {}, {"swapped": str(entry["seat"])}
    if "tile" in entry:
        first, second = (colour[0] for colour in entry["tile"])
        (q, r), (other_q, other_r) = entry["at"]
        return {}, Chosen((first, second), ((q, r), (other_q, other_r))).fields()
    scored = [f"{colour[0]}{points}" for colour, points in entry.get("points", [])]
    marks = (*scored, None, None)
    return {}, Chosen((marks[0], marks[1])).fields()


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return an empty draft; raise `RuleError` if there is any slot."""
    known_slots(draft, ())
    return {}
