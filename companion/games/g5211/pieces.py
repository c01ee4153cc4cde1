"""The pieces of a round of 5211: the hand of each seat."""

from __future__ import annotations

from typing import Any

from companion.game import Message, Seat, joined
from companion.game.pages.pieces import EntryPieces, Pieces, PieceWords
from companion.games.g5211.cards import card_name
from companion.games.g5211.draft import SLOTS


class HandPieces(EntryPieces):
    """The pieces of a round: the four cards of a seat, in any order."""

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the hands by their slots."""
        return {SLOTS.of(seat): cards for seat, cards in enumerate(entry["cards"])}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the round of these hands."""
        return {"cards": [pieces[SLOTS.of(seat)] for seat in range(state.setup.seats)]}

    def is_same_piece(self, name: str, one: Any, other: Any) -> bool:
        """Whether two hands have the same cards."""
        return sorted(one or ()) == sorted(other or ())

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Name the cards of a hand."""
        return PieceWords((int(name.removeprefix("hand-")),), [card_name(card) for card in sorted(value or ())])

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name a seat's cards."""
        seat = Seat(int(slot.removeprefix("hand-")))
        return Message("{seat}: {cards}", seat=seat, cards=joined([card_name(card) for card in value]))
