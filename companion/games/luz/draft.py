"""Drafts of a deal of Luz: bets and tricks by slot, restored from an entry, and validated on import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Json, Message, RuleError, integer, items, shown
from companion.game.pages.form import Draft, Filled, consecutive_slots, known_slots
from companion.game.pages.seat_slots import SeatSlots
from companion.games.luz.rules import TRICKS, read_bet
from companion.games.luz.state import State

ALL_BETS = "bets"
"""The slot in which drafts of earlier versions hold the bets of all seats as one part."""


SLOTS = SeatSlots("bet")
"""The slots of the seats' bets."""


def bets_of(draft: Mapping[str, Any], seats: int) -> list[Any]:
    """Return each seat's bet as JSON, None if it is missing."""
    return [bet_of(draft, seat) for seat in range(seats)]


def missing_bets(draft: Mapping[str, Any], seats: int) -> list[int]:
    """Return the seats whose bet is missing; no bet is read for that."""
    return [] if ALL_BETS in draft else [seat for seat in range(seats) if SLOTS.of(seat) not in draft]


def bet_of(draft: Mapping[str, Any], seat: int) -> Mapping[str, Any] | None:
    """Return a seat's bet as JSON, None if it is missing."""
    slot = SLOTS.of(seat)
    together: Sequence[Any] | None = None if slot in draft else draft.get(ALL_BETS)
    bet: Mapping[str, Any] | None = draft.get(slot) if together is None else together[seat]
    return bet


def slot_of_trick(trick: int) -> str:
    """Return the slot of the winner of a trick."""
    return f"trick-{trick}"


def winners_of(draft: Mapping[str, Any]) -> list[int | None]:
    """Return the seat that took each of the ten tricks, None for missing ones."""
    return [draft.get(slot_of_trick(trick)) for trick in range(1, TRICKS + 1)]


_TRICKS = "tricks"


def draft_from_entry(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Return the draft of an entry, and the fields of the address; an entry with totals only needs them."""
    draft: Json = {SLOTS.of(seat): bet for seat, bet in enumerate(entry["bets"])}
    if "winners" in entry:
        return draft | {slot_of_trick(number): winner for number, winner in enumerate(entry["winners"], 1)}, {}
    tricks = entry["tricks"]
    return draft | {_TRICKS: tricks}, {"totals": "1", **{f"t{seat}": str(taken) for seat, taken in enumerate(tricks)}}


def entry_from_draft(state: State, draft: Draft) -> Any | None:
    """Return the deal once the draft has all bets and all tricks."""
    bets = bets_of(draft, state.setup.seats)
    if None in bets:
        return None
    if _TRICKS in draft:
        return {"bets": bets, "tricks": draft[_TRICKS]}
    winners = winners_of(draft)
    return None if None in winners else {"bets": bets, "winners": winners}


def validate_draft(state: State, draft: Draft) -> Draft:
    """Return the draft in the order of entering; `RuleError` if the form could not have produced it."""
    seats = state.setup.seats
    tricks = [slot_of_trick(trick) for trick in range(1, TRICKS + 1)]
    known_slots(draft, [ALL_BETS, *SLOTS.all(seats), *tricks])
    if ALL_BETS in draft:
        items(draft[ALL_BETS], Message("bets"), seats)
    bets = bets_of(draft, seats)
    for seat, bet in enumerate(bets):
        if bet is not None:
            read_bet(bet, seat)
    won = consecutive_slots({slot: value for slot, value in draft.items() if slot in tricks}, tricks)
    if won and None in bets:
        raise RuleError(Message("a part is missing before {slot}", slot=shown(won[0])))
    for trick, slot in enumerate(won, 1):
        integer(draft[slot], Message("the winner of trick {number}", number=trick), 0, seats - 1)
    placed = {SLOTS.of(seat): bet for seat, bet in enumerate(bets) if bet is not None}
    return placed | {slot: draft[slot] for slot in won}
