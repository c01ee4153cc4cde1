"""A running round of 5211 that comes from another companion: a hand a seat."""

from __future__ import annotations

from companion.forms import Draft, known_slots
from companion.games.g5211.cards import read_hand, spend
from companion.games.g5211.drafts import hands_of, slot_of
from companion.games.g5211.rules import FULL_DECK, State


def carried(state: State, draft: Draft) -> Draft:
    """The draft in the order of the seats, or `RuleError` where the form could not have made it."""
    slots = [slot_of(seat) for seat in range(state.setup.seats)]
    made = {slot: draft[slot] for slot in known_slots(draft, slots)}
    for slot in made:
        read_hand(made[slot], slots.index(slot))
    spend(FULL_DECK, list(hands_of(state, made).values()))
    return made
