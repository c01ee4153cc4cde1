"""The pieces of a deal of Luz: each bet, and each trick or all tricks together as totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat
from companion.game.pages.pieces import EntryPieces, Pieces, PieceWords
from companion.games.luz.describe import describe_bet, describe_part
from companion.games.luz.draft import ALL_BETS, SLOTS, bets_of, slot_of_trick, winners_of
from companion.games.luz.rules import Bet

_TOTALS = "tricks"
"""One piece, as totals that are right each by itself need not add up to ten."""


def _totals_words(taken: Any) -> PieceWords:
    if taken is None:
        return PieceWords((), (Message("trick by trick"),))
    phrases = [
        Message("{seat} took {count} trick", "{seat} took {count} tricks", count, seat=Seat(seat))
        for seat, count in enumerate(taken)
    ]
    return PieceWords((), phrases)


class DealPieces(EntryPieces):
    """The pieces of a deal, named as the slots of its parts."""

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the bets, and the winner of each trick or the totals."""
        bets = {SLOTS.of(seat): bet for seat, bet in enumerate(entry["bets"])}
        if "winners" in entry:
            return {**bets, **{slot_of_trick(trick): winner for trick, winner in enumerate(entry["winners"], 1)}}
        return {**bets, _TOTALS: entry[_TOTALS]}

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the deal of these pieces."""
        bets = bets_of(pieces, state.setup.seats)
        if pieces.get(_TOTALS) is not None:
            return {"bets": bets, _TOTALS: pieces[_TOTALS]}
        return {"bets": bets, "winners": winners_of(pieces)}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return a bet or a trick, or the bets that were one part in earlier versions."""
        return {SLOTS.of(seat): bet for seat, bet in enumerate(value)} if slot == ALL_BETS else {slot: value}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a bet, the winner of a trick, or the totals."""
        if name == _TOTALS:
            return _totals_words(value)
        seat = SLOTS.seat_of(name)
        if seat is not None:
            return PieceWords((seat,), (_bet_words(value),))
        number = name.removeprefix("trick-")
        text = Message("trick {number}: not told", number=number) if value is None else describe_part(name, value)
        return PieceWords((), (text,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a bet or the winner of a trick."""
        return describe_part(slot, value)


def _bet_words(bet: Mapping[str, Any] | None) -> Message:
    return Message("no bet") if bet is None else describe_bet(Bet(bet["beads"], bet["safety"]))
