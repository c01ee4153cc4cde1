"""The running round of 5211: a hand a seat, read back from an entry, and checked where it comes from elsewhere."""

from __future__ import annotations

from typing import Any

from companion.game.form import Draft, Filled, known_slots
from companion.games.g5211.cards import Hand, read_hand, spend
from companion.games.g5211.rules import FULL_DECK, State


def slot_of(seat: int) -> str:
    return f"hand-{seat}"


def hands_of(state: State, draft: Draft, but: int | None = None) -> dict[int, Hand]:
    """The hands that are in, by seat, without that of `but`."""
    return {
        seat: tuple(draft[slot_of(seat)]) for seat in range(state.setup.seats) if seat != but and slot_of(seat) in draft
    }


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """The hand of every seat."""
    return {slot_of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}


def validate_draft(state: State, draft: Draft) -> Draft:
    """The draft in the order of the seats, or `RuleError` where the form could not have made it."""
    slots = [slot_of(seat) for seat in range(state.setup.seats)]
    made = {slot: draft[slot] for slot in known_slots(draft, slots)}
    for slot in made:
        read_hand(made[slot], slots.index(slot))
    spend(FULL_DECK, list(hands_of(state, made).values()))
    return made
