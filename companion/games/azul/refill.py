"""A round of Azul that was entered, back in the form."""

from __future__ import annotations

from typing import Any

from companion.forms import Draft, Filled
from companion.games.azul.drafts import slot_of
from companion.games.azul.rules import State


def filled(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The tiles and the floor of every seat, and whose the start marker is."""
    first = entry.get("first")
    return {slot_of(seat): {**told, "marker": seat == first} for seat, told in enumerate(entry["tiling"])}, {}
