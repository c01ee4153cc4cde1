"""The running round of 5211 as far as it is in: a hand a seat."""

from __future__ import annotations

from companion.forms import Draft
from companion.games.g5211.cards import Hand
from companion.games.g5211.rules import State


def slot_of(seat: int) -> str:
    return f"hand-{seat}"


def hands_of(state: State, draft: Draft, but: int | None = None) -> dict[int, Hand]:
    """The hands that are in, by seat, without that of `but`."""
    return {
        seat: tuple(draft[slot_of(seat)]) for seat in range(state.setup.seats) if seat != but and slot_of(seat) in draft
    }
