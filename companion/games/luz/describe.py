"""Descriptions of the parts of a running deal of Luz."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Message, Seat, joined
from companion.games.luz.draft import ALL_BETS, SLOTS
from companion.games.luz.rules import Bet


def describe_bet(bet: Bet) -> Message:
    """Describe a bet without its seat: "bet 3 with safety"."""
    return (
        Message("bet {beads} with safety", beads=bet.beads) if bet.safety else Message("bet {beads}", beads=bet.beads)
    )


def _bet_announced(seat: int, bet: Mapping[str, Any]) -> Message:
    if bet["safety"]:
        return Message("{seat} bets {beads} with safety", seat=Seat(seat), beads=bet["beads"])
    return Message("{seat} bets {beads}", seat=Seat(seat), beads=bet["beads"])


def _bet_short(seat: int, bet: Mapping[str, Any]) -> Message:
    if bet["safety"]:
        return Message("{seat} {beads} with safety", seat=Seat(seat), beads=bet["beads"])
    return Message("{seat} {beads}", seat=Seat(seat), beads=bet["beads"])


def describe_part(slot: str, value: Any) -> Message:
    """Describe a part of the running deal in a few words."""
    if slot == ALL_BETS:
        beads = joined([_bet_short(seat, bet) for seat, bet in enumerate(value)])
        return Message("bets: {bets}", bets=beads)
    seat = SLOTS.seat_of(slot)
    if seat is not None:
        return _bet_announced(seat, value)
    return Message("trick {number} to {seat}", number=slot.removeprefix("trick-"), seat=Seat(value))
