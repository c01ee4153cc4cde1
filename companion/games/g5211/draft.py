"""Drafts of a round of 5211: one hand per seat, restored from an entry, and validated on import."""

from __future__ import annotations

from typing import Any

from companion.game.pages.form import Draft, Filled, known_slots
from companion.games.g5211.cards import Hand, read_hand, spend
from companion.games.g5211.rules import FULL_DECK, State


def slot_of(seat: int) -> str:
    """Return the slot of a seat's hand."""
    return f"hand-{seat}"


def hands_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Hand]:
    """Return the hands in the draft, by seat, without that of the seat `excluding`."""
    seats = [seat for seat in range(state.setup.seats) if seat != excluding]
    return {seat: tuple(draft[slot_of(seat)]) for seat in seats if slot_of(seat) in draft}


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Return the draft of an entry: the hand of each seat."""
    return {slot_of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return the draft in the order of the seats; `RuleError` if the form could not have produced it."""
    slots = [slot_of(seat) for seat in range(state.setup.seats)]
    parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
    for slot in parts:
        read_hand(parts[slot], slots.index(slot))
    spend(FULL_DECK, list(hands_of(state, parts).values()))
    return parts
