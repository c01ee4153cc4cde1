"""A deal of Luz that was entered, back in the form."""

from __future__ import annotations

from typing import Any

from companion.forms import Draft, Filled
from companion.games.luz.progress import bet_slot, bets_of, slot_of, winners_of
from companion.games.luz.rules import State

_TRICKS = "tricks"


def filled(state: State, entry: Any) -> tuple[Draft, Filled]:
    """Bets and who took each trick; where only totals were told, these, and the address that shows them."""
    draft: dict[str, Any] = {bet_slot(seat): bet for seat, bet in enumerate(entry["bets"])}
    if "winners" in entry:
        return draft | {slot_of(number): winner for number, winner in enumerate(entry["winners"], 1)}, {}
    tricks = entry["tricks"]
    return draft | {_TRICKS: tricks}, {"totals": "1", **{f"t{seat}": str(taken) for seat, taken in enumerate(tricks)}}


def complete(state: State, draft: Draft) -> Any | None:
    """The deal, once the bets and all tricks are in."""
    bets = bets_of(draft, state.setup.seats)
    if None in bets:
        return None
    if _TRICKS in draft:
        return {"bets": bets, "tricks": draft[_TRICKS]}
    winners = winners_of(draft)
    return None if None in winners else {"bets": bets, "winners": winners}
