"""The parts of a running round: each seat's cards, in a slot of their own."""

from __future__ import annotations

from typing import Any

from companion.engine import Message, Seat, joined
from companion.engine.pages.form import Draft, EntryForm, Filled, known_slots
from companion.engine.pages.pieces import Pieces, PieceWords, SeatSlots
from companion_six_takes.rules import State, read_hands

SLOTS = SeatSlots("taken")


class CardsDraft(EntryForm):
    """The half of the entry form about drafts and corrections: each seat's cards are a part and a piece."""

    slots = SLOTS

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the cards of all seats are entered."""
        return self.entry_from_pieces(state, draft) if len(draft) == state.setup.seats else None

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the cards of each seat; the form needs no further fields."""
        return {SLOTS.of(seat): cards for seat, cards in enumerate(entry["taken"])}, {}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft of another companion in the order of the seats; raises `RuleError` like an entry."""
        seats = state.setup.seats
        slots = known_slots(draft, SLOTS.all(seats))
        read_hands([draft.get(slot, []) for slot in SLOTS.all(seats)], seats)
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the cards of each seat as its own piece, so that two phones can correct two seats at once."""
        return self.draft_from_entry(state, entry)[0]

    def entry_from_pieces(self, state: State, pieces: Pieces) -> Any:
        """Return the round of these cards."""
        return {"taken": [pieces[slot] for slot in SLOTS.all(state.setup.seats)]}

    def is_same_piece(self, name: str, one: Any, other_cards: Any) -> bool:
        """Whether two phones entered the same cards, in any order."""
        return sorted(one or ()) == sorted(other_cards or ())

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """List the cards of a seat."""
        return PieceWords((SLOTS.owner(name),), (_words(value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a seat's cards."""
        return Message("{seat}: {cards}", seat=Seat(SLOTS.owner(slot)), cards=_words(value))


def _words(cards: Any) -> Message | joined:
    return joined(sorted(cards)) if cards else Message("no card")
