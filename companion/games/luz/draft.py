"""Drafts and pieces of a deal of Luz: bets and tricks by slot."""

from collections.abc import Mapping
from typing import Any

from companion.game import Json, Message, RuleError, Seat, integer, shown
from companion.game.pages.form import Draft, EntryForm, Filled, consecutive_slots, known_slots
from companion.game.pages.pieces import Pieces, PieceWords, SeatSlots
from companion.games.luz.rules import TRICKS, Bet, State, read_bet

_TOTALS = "tricks"
"""The slot of the tricks as totals: one part, because totals that are valid separately may not add up to ten."""

TRICK = "trick-"
SLOTS = SeatSlots("bet")
"""The slots of the seats' bets."""


def bets_of(draft: Mapping[str, Any], seats: int) -> list[Any]:
    """Return each seat's bet as JSON, None if it is missing."""
    return [bet_of(draft, seat) for seat in range(seats)]


def missing_bets(draft: Mapping[str, Any], seats: int) -> list[int]:
    """Return the seats whose bet is missing, without reading any bet, which may be hidden."""
    return [seat for seat in range(seats) if SLOTS.of(seat) not in draft]


def bet_of(draft: Mapping[str, Any], seat: int) -> Mapping[str, Any] | None:
    """Return a seat's bet as JSON, None if it is missing."""
    bet: Mapping[str, Any] | None = draft.get(SLOTS.of(seat))
    return bet


def slot_of_trick(trick: int) -> str:
    """Return the slot of the winner of a trick."""
    return f"{TRICK}{trick}"


def winners_of(draft: Mapping[str, Any]) -> list[int | None]:
    """Return the seat that took each of the ten tricks, None for missing ones."""
    return [draft.get(slot_of_trick(trick)) for trick in range(1, TRICKS + 1)]


def describe_bet(bet: Bet) -> Message:
    """Describe a bet without its seat: "bet 3 with safety"."""
    return (
        Message("bet {beads} with safety", beads=bet.beads) if bet.safety else Message("bet {beads}", beads=bet.beads)
    )


def _bet_announced(seat: int, bet: Mapping[str, Any]) -> Message:
    if bet["safety"]:
        return Message("{seat} bets {beads} with safety", seat=Seat(seat), beads=bet["beads"])
    return Message("{seat} bets {beads}", seat=Seat(seat), beads=bet["beads"])


def describe_part(slot: str, value: Any) -> Message:
    """Describe a part of the running deal in a few words."""
    seat = SLOTS.seat_of(slot)
    if seat is not None:
        return _bet_announced(seat, value)
    return Message("trick {number} to {seat}", number=slot.removeprefix(TRICK), seat=Seat(value))


def _totals_words(taken: Any) -> PieceWords:
    if taken is None:
        return PieceWords((), (Message("trick by trick"),))
    phrases = [
        Message("{seat} took {count} trick", "{seat} took {count} tricks", count, seat=Seat(seat))
        for seat, count in enumerate(taken)
    ]
    return PieceWords((), phrases)


def _bet_words(bet: Mapping[str, Any] | None) -> Message:
    return Message("no bet") if bet is None else describe_bet(Bet(bet["beads"], bet["safety"]))


class DealDraft(EntryForm):
    """The drafts and the pieces of a deal: both map slots of seats to bets, and slots of tricks to winners."""

    slots = SLOTS

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry, and the query parameters, which only an entry with totals needs."""
        draft: Json = {SLOTS.of(seat): bet for seat, bet in enumerate(entry["bets"])}
        if "winners" in entry:
            return draft | {slot_of_trick(number): winner for number, winner in enumerate(entry["winners"], 1)}, {}
        fields = {f"t{seat}": str(taken) for seat, taken in enumerate(entry[_TOTALS])}
        return draft | {_TOTALS: entry[_TOTALS]}, {"totals": "1", **fields}

    def entry_from_draft(self, state: State, draft: Draft) -> Any | None:
        """Return the deal once the draft has all bets and all tricks."""
        bets = bets_of(draft, state.setup.seats)
        if None in bets:
            return None
        if _TOTALS in draft:
            return {"bets": bets, "tricks": draft[_TOTALS]}
        winners = winners_of(draft)
        return None if None in winners else {"bets": bets, "winners": winners}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in the order of entering; raise `RuleError` if the form could not have produced it."""
        seats = state.setup.seats
        tricks = [slot_of_trick(trick) for trick in range(1, TRICKS + 1)]
        known_slots(draft, [*SLOTS.all(seats), *tricks])
        bets = bets_of(draft, seats)
        for seat, bet in enumerate(bets):
            if bet is not None:
                read_bet(bet, seat)
        trick_slots = consecutive_slots({slot: value for slot, value in draft.items() if slot in tricks}, tricks)
        if trick_slots and None in bets:
            raise RuleError(Message("a part is missing before {slot}", slot=shown(trick_slots[0])))
        for trick, slot in enumerate(trick_slots, 1):
            integer(draft[slot], Message("the winner of trick {number}", number=trick), 0, seats - 1)
        bet_parts = {SLOTS.of(seat): bet for seat, bet in enumerate(bets) if bet is not None}
        return bet_parts | {slot: draft[slot] for slot in trick_slots}

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the bets, and the winner of each trick or the totals."""
        return self.draft_from_entry(state, entry)[0]

    def entry_from_pieces(self, state: Any, pieces: Pieces) -> Any:
        """Return the entry with these pieces."""
        bets = bets_of(pieces, state.setup.seats)
        if pieces.get(_TOTALS) is not None:
            return {"bets": bets, _TOTALS: pieces[_TOTALS]}
        return {"bets": bets, "winners": winners_of(pieces)}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a bet, the winner of a trick, or the totals."""
        if name == _TOTALS:
            return _totals_words(value)
        seat = SLOTS.seat_of(name)
        if seat is not None:
            return PieceWords((seat,), (_bet_words(value),))
        number = name.removeprefix(TRICK)
        text = Message("trick {number}: not told", number=number) if value is None else describe_part(name, value)
        return PieceWords((), (text,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a bet or the winner of a trick."""
        return describe_part(slot, value)
