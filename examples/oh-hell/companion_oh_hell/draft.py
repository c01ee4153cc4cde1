"""The parts of a running deal: the bid of each seat on its own phone, then the tricks of all in one part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Message, Seat, by_seat, joined, whole
from companion.engine.pages.form import Draft, EntryForm, known_slots
from companion.engine.pages.pieces import PieceWords, SeatSlots
from companion_oh_hell.rules import State

BIDS, TRICKS = SeatSlots("bid"), "tricks"


def bids_in(draft: Draft, seats: int) -> list[int | None]:
    """Return the bid of each seat, None if it is missing."""
    return [draft.get(BIDS.of(seat)) for seat in range(seats)]


class DealDraft(EntryForm):
    """The half of the entry form that says which parts make up an entry."""

    slots = BIDS

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the entry once the tricks are entered."""
        bids = bids_in(draft, state.setup.seats)
        return None if None in bids or TRICKS not in draft else {"bids": bids, "tricks": draft[TRICKS]}

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Mapping[str, str]]:
        """Return the parts of an entry."""
        return self.pieces(state, entry), {}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return a draft from another companion after checking it; raises `RuleError`."""
        seats = state.setup.seats
        slots = known_slots(draft, [*BIDS.all(seats), TRICKS])
        for slot in slots:
            if slot == TRICKS:
                by_seat(draft[slot], Message("tricks"), seats, low=0)
            else:
                whole(draft[slot], Message("the bid of {seat}", seat=Seat(BIDS.owner(slot))), low=0)
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: State, entry: Any) -> dict[str, Any]:
        """Return each bid as its own piece, so that two phones can correct two bids at once."""
        return {**{BIDS.of(seat): bid for seat, bid in enumerate(entry["bids"])}, TRICKS: entry["tricks"]}

    def entry_from_pieces(self, state: State, pieces: Mapping[str, Any]) -> Any:
        """Return the entry of these pieces."""
        return self.whole(state, pieces)

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words, for the log."""
        seat = BIDS.seat_of(slot)
        if seat is None:
            return Message("tricks {tricks}", tricks=joined(value))
        return Message("{seat} bids {bid}", seat=Seat(seat), bid=value)

    def describe_piece(self, state: State, name: str, value: Any) -> PieceWords:
        """Describe a piece, for two versions of it side by side."""
        seat = BIDS.seat_of(name)
        if seat is None:
            tricks_by_seat = [
                Message("{seat} {tricks}", seat=Seat(owner), tricks=taken) for owner, taken in enumerate(value)
            ]
            return PieceWords((), tricks_by_seat)
        return PieceWords((seat,), (Message("bids {bid}", bid=value),))
