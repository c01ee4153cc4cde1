"""The engine of Skull King: one entry is a round, with the bid, the tricks and the bonus of each seat."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, RuleError, Setup, Standing, Step, by_seat, entry_keys, rank
from companion_skull_king.rulebook import BONUS, LOST, MADE, MISSED, OTHER_SUM, SHARED, TENS, TOO_HIGH, ZERO

ROUNDS, MOST_BONUS = 10, 300


@dataclass(frozen=True)
class State:
    """Each seat's total, and how many rounds are played. It is never changed, only replaced."""

    setup: Setup
    totals: tuple[int, ...]
    played: int = 0
    finished: bool = False


def start(setup: Setup) -> State:
    """Return the state before the first round."""
    return State(setup, (0,) * setup.seats)


def cards_of(state: State) -> int:
    """Return how many cards each player has in the running round, which is the number of its tricks."""
    return min(state.played + 1, 8 if state.setup.seats == 8 else ROUNDS)


def check_tricks(state: State, tricks: list[int]) -> None:
    """Raise `RuleError` unless the tricks of all seats are those of the round."""
    cards, total = cards_of(state), sum(tricks)
    if total > cards or (total < cards and not state.setup.options["beasts"]):
        raise RuleError(OTHER_SUM.of(sum=total, cards=cards))


def check_bonus(bonus: list[int | None]) -> None:
    """Raise `RuleError` if captures cannot make one of these numbers; None is none."""
    if any(value is None or value % 10 or value > MOST_BONUS for value in bonus):
        raise RuleError(TENS.of(most=MOST_BONUS))


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Count a round, `{"bids": [1, 0], "tricks": [1, 0], "bonus": [30, 0]}`; raises `RuleError` if it cannot be."""
    entry_keys(entry, Message("the entry"), ("bids", "tricks", "bonus"))
    seats, cards = state.setup.seats, cards_of(state)
    bids = by_seat(entry["bids"], Message("bids"), seats, low=0)
    tricks = by_seat(entry["tricks"], Message("tricks"), seats, low=0)
    bonus = by_seat(entry["bonus"], Message("bonus"), seats, low=0)
    if max(bids) > cards:
        raise RuleError(TOO_HIGH.of(cards=cards))
    check_tricks(state, list(tricks))
    check_bonus(list(bonus))
    steps = [step for seat in range(seats) for step in score(seat, bids[seat], tricks[seat], bonus[seat], cards)]
    totals = list(state.totals)
    for step in steps:
        totals[step.seat or 0] += step.points or 0
    played = state.played + 1
    return replace(state, totals=tuple(totals), played=played, finished=played == ROUNDS), tuple(steps)


def score(seat: int, bid: int, tricks: int, bonus: int, cards: int) -> Iterator[Step]:
    """Yield the steps of a seat in a round of so many cards."""
    off = abs(bid - tricks)
    if not bid:
        yield Step(ZERO, seat, -10 * cards if off else 10 * cards, {"cards": cards})
    elif off:
        yield Step(MISSED, seat, -10 * off, {"bid": bid, "tricks": tricks, "off": off})
    else:
        yield Step(MADE, seat, 20 * bid, {"bid": bid, "tricks": tricks})
    if bonus:
        yield Step(LOST, seat, 0, {"value": bonus}) if off else Step(BONUS, seat, bonus)


def standing(state: State) -> Standing:
    """Rank by the total, most points first; equal totals share the place."""
    ranking, reasons = rank([(total,) for total in state.totals], [SHARED])
    return Standing(state.totals, ranking, reasons, {"rounds": state.played})
