"""Drafts of a round of 5211: one hand per seat, restored from an entry, and validated on import."""

from __future__ import annotations

from typing import Any

from companion.game.pages.form import Draft, Filled, known_slots
from companion.game.pages.seat_slots import SeatSlots
from companion.games.g5211.cards import Hand, read_hand, spend
from companion.games.g5211.rules import FULL_DECK
from companion.games.g5211.state import State

SLOTS = SeatSlots("hand")


def hands_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Hand]:
    """Return the hands in the draft, by seat, without that of the seat `excluding`."""
    parts = SLOTS.parts(draft, state.setup.seats, excluding)
    return {seat: tuple(cards) for seat, cards in parts.items()}


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Return the draft of an entry: the hand of each seat."""
    return {SLOTS.of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return the draft in the order of the seats; `RuleError` if the form could not have produced it."""
    slots = SLOTS.all(state.setup.seats)
    parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
    for slot in parts:
        read_hand(parts[slot], slots.index(slot))
    spend(FULL_DECK, list(hands_of(state, parts).values()))
    return parts
