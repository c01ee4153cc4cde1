"""Drafts and pieces of a round of 5211: one hand per seat."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Seat, joined
from companion.game.pages.form import Draft, EntryForm, Filled, known_slots
from companion.game.pages.pieces import Pieces, PieceWords
from companion.game.pages.seat_slots import SeatSlots
from companion.games.g5211.cards import FULL_DECK, Hand, card_name, read_hand, take
from companion.games.g5211.state import State

SLOTS = SeatSlots("hand")


def hands_of(state: State, draft: Draft, excluding: int | None = None) -> dict[int, Hand]:
    """Return the hands in the draft, by seat, without that of the seat `excluding`."""
    parts = SLOTS.parts(draft, state.setup.seats, excluding)
    return {seat: tuple(cards) for seat, cards in parts.items()}


class HandsDraft(EntryForm):
    """The drafts and the pieces of a round: both map the slot of each seat to the cards of its hand."""

    slots = SLOTS

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the hand of each seat."""
        return {SLOTS.of(seat): cards for seat, cards in enumerate(entry["cards"])}, {}

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's cards."""
        return self.entry_from_pieces(state, draft) if len(draft) == state.setup.seats else None

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in seat order; raise `RuleError` if the form could not have produced it."""
        slots = SLOTS.all(state.setup.seats)
        parts = {slot: draft[slot] for slot in known_slots(draft, slots)}
        for slot in parts:
            read_hand(parts[slot], slots.index(slot))
        take(FULL_DECK, list(hands_of(state, parts).values()))
        return parts

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the hands by slot."""
        return self.draft_from_entry(state, entry)[0]

    def entry_from_pieces(self, state: State, pieces: Pieces) -> Any:
        """Return the entry with these hands."""
        return {"cards": [pieces[slot] for slot in SLOTS.all(state.setup.seats)]}

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two hands have the same cards."""
        return sorted(first or ()) == sorted(second or ())

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the cards of a hand."""
        return PieceWords((SLOTS.owner(name),), [card_name(card) for card in sorted(value or ())])

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name a seat's cards."""
        cards = joined([card_name(card) for card in value])
        return Message("{seat}: {cards}", seat=Seat(SLOTS.owner(slot)), cards=cards)
