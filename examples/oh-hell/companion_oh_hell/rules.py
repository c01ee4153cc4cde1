"""The engine of Oh Hell: one entry is a deal, with the bid and the tricks of each seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, RuleError, Seat, Setup, Standing, Step, entry_keys, integer, items, rank
from companion_oh_hell.options import cards_by_deal
from companion_oh_hell.rulebook import HOOK, MADE, MISSED, SHARED, TRICKS_MISSING

EXACT = 10


@dataclass(frozen=True)
class State:
    """Each seat's total, and how many deals are played. It is never changed, only replaced."""

    setup: Setup
    totals: tuple[int, ...]
    played: int = 0
    finished: bool = False


def start(setup: Setup) -> State:
    """Return the state before the first deal."""
    return State(setup, (0,) * setup.seats)


def cards_of(state: State) -> int:
    """Return how many cards each player has in the running deal, which is the number of its tricks."""
    return cards_by_deal(state.setup.options)[state.played]


def dealer_of(state: State) -> int:
    """Return the seat that deals now and bids last."""
    return int(state.setup.options["dealer"] + state.played) % state.setup.seats


def score(deal: int, seat: int | None, bid: int, tricks: int, missed: str) -> Step:
    """Return the step of a bid with its points; `missed` is the option of that name."""
    values = {"deal": deal, "bid": bid, "tricks": tricks}
    if bid == tricks:
        return Step(MADE, seat, EXACT + tricks, values)
    off = abs(bid - tricks)
    return Step(MISSED, seat, -off if missed == "minus" else 0, {**values, "off": off})


def check_bids(state: State, bids: tuple[int, ...]) -> None:
    """Raise `RuleError` if the bids add up to the tricks and the table does not allow this."""
    cards = cards_of(state)
    if state.setup.options["hook"] and sum(bids) == cards:
        raise RuleError(HOOK.of(cards=cards))


def check_tricks(state: State, tricks: tuple[int, ...]) -> None:
    """Raise `RuleError` unless the tricks of all seats add up to the cards of a hand."""
    cards = cards_of(state)
    if sum(tricks) != cards:
        raise RuleError(TRICKS_MISSING.of(sum=sum(tricks), cards=cards))


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Count a deal, `{"bids": [1, 0, 0], "tricks": [0, 0, 1]}`; raises `RuleError` if it is not possible."""
    entry_keys(entry, Message("the entry"), ("bids", "tricks"))
    bids = _numbers(state, entry["bids"], Message("bids"), lambda seat: Message("the bid of {seat}", seat=seat))
    tricks = _numbers(
        state, entry["tricks"], Message("tricks"), lambda seat: Message("the tricks of {seat}", seat=seat)
    )
    check_bids(state, bids)
    check_tricks(state, tricks)
    missed, deal = state.setup.options["missed"], state.played + 1
    steps = [score(deal, seat, bids[seat], tricks[seat], missed) for seat in range(state.setup.seats)]
    totals = tuple([total + (step.points or 0) for total, step in zip(state.totals, steps, strict=True)])
    is_last = deal == len(cards_by_deal(state.setup.options))
    return replace(state, totals=totals, played=deal, finished=is_last), tuple(steps)


def _numbers(state: State, value: Any, what: Message, of_seat: Callable[[Seat], Message]) -> tuple[int, ...]:
    numbers, cards = items(value, what, state.setup.seats), cards_of(state)
    return tuple([integer(number, of_seat(Seat(seat)), 0, cards) for seat, number in enumerate(numbers)])


def standing(state: State) -> Standing:
    """Rank by the total, most points first; equal totals share the place."""
    ranking, reasons = rank([(total,) for total in state.totals], [SHARED])
    return Standing(state.totals, ranking, reasons, {"deals": state.played})
