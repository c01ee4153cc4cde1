"""The engine of Six Takes: one entry is a round, with the cards that each seat took."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import Message, RuleError, Seat, Setup, Standing, Step, entry_keys, integer, items, rank
from companion_six_takes.deck import CARDS, HAND, HEADS, ROW, ROWS, kind_of
from companion_six_takes.rulebook import NONE, SHARED, TAKEN, TOO_MANY, TWICE


@dataclass(frozen=True)
class State:
    """Each seat's bull heads, and the rounds that are played. It is never changed, only replaced."""

    setup: Setup
    totals: tuple[int, ...]
    rounds: int = 0
    finished: bool = False


def start(setup: Setup) -> State:
    """Return the state before the first round."""
    return State(setup, (0,) * setup.seats)


def read_cards(value: Any, seat: int, taken: Collection[int] = ()) -> list[int]:
    """Return the cards that a seat took, sorted; raises `RuleError` for a card that it cannot have."""
    cards: list[int] = []
    for item in items(value, Message("the cards of {seat}", seat=Seat(seat))):
        card = integer(item, Message("a card of {seat}", seat=Seat(seat)), CARDS[0], CARDS[-1])
        if card in cards:
            raise RuleError(TWICE.of(seat=Seat(seat), card=card))
        if card in taken:
            raise RuleError(TAKEN.of(card=card))
        cards.append(card)
    return sorted(cards)


def read_hands(values: Iterable[Any], seats: int) -> list[list[int]]:
    """Return the cards of each seat; raises `RuleError` for a card of two seats or too many cards in all."""
    hands: list[list[int]] = []
    for seat, cards in enumerate(values):
        hands.append(read_cards(cards, seat, {card for hand in hands for card in hand}))
    count = sum(map(len, hands))
    if count > HAND * seats:  # each row ends with at least as many cards as it started with
        raise RuleError(TOO_MANY.of(count, most=HAND * seats))
    return hands


def least_taken(seats: int) -> int:
    """Return the smallest number of cards taken in a round: all but those in full rows at its end."""
    return HAND * seats + ROWS - ROWS * ROW


def count_cards(cards: Iterable[int], seat: int | None = None) -> list[Step]:
    """Return a step for each kind of these cards, with its bull heads."""
    kinds = {kind: [card for card in cards if kind_of(card) == kind] for kind in HEADS}
    steps = [
        Step(kind, seat, HEADS[kind] * len(cards_of_kind), {"cards": cards_of_kind, "each": HEADS[kind]})
        for kind, cards_of_kind in kinds.items()
        if cards_of_kind
    ]
    return steps or [Step(NONE, seat, 0)]


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Count one round, `{"taken": [[5, 55], [], [103]]}`; raises `RuleError` if it is not possible."""
    entry_keys(entry, Message("the entry"), ("taken",))
    seats = state.setup.seats
    hands = read_hands(items(entry["taken"], Message("the cards taken"), seats), seats)
    steps = [step for seat, cards in enumerate(hands) for step in count_cards(cards, seat)]
    gains = [sum(step.points or 0 for step in steps if step.seat == seat) for seat in range(seats)]
    totals = tuple([total + gain for total, gain in zip(state.totals, gains, strict=True)])
    finished = max(totals) >= state.setup.options["limit"]
    return replace(state, totals=totals, rounds=state.rounds + 1, finished=finished), tuple(steps)


def standing(state: State) -> Standing:
    """Rank by the total, fewest bull heads first; equal totals share the place."""
    ranking, reasons = rank([(total,) for total in state.totals], [SHARED], lowest_wins=True)
    return Standing(state.totals, ranking, reasons, {"rounds": state.rounds})
