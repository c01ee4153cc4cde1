"""A round of 5211 that was entered, back in the form."""

from __future__ import annotations

from typing import Any

from companion.forms import Draft, Filled
from companion.games.g5211.drafts import slot_of
from companion.games.g5211.rules import State


def filled(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The hand of every seat."""
    return {slot_of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}
