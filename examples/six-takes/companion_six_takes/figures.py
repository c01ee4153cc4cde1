"""Statistics of Six Takes, what all may read at a table that hides totals, and sample games of random rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Count, Figures, Message, Seat, Split, Step
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy
from companion_six_takes.deck import CARDS, HAND, HEADS
from companion_six_takes.form import SLOTS
from companion_six_takes.rulebook import ELEVENS, FIFTY_FIVE, FIVES, OTHERS, TENS
from companion_six_takes.rules import State, least_taken

_LABELS = {
    FIFTY_FIVE: Message("the 55"),
    ELEVENS: Message("multiples of eleven"),
    TENS: Message("multiples of ten"),
    FIVES: Message("other fives"),
    OTHERS: Message("all others"),
}


def _count(
    states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
) -> tuple[Mapping[str, Any], ...]:
    return tuple([_of_seat(seat, entries, steps) for seat in range(states[-1].setup.seats)])


def _of_seat(seat: int, entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> Mapping[str, Any]:
    rounds = [{step.rule: step.points or 0 for step in of_round if step.seat == seat} for of_round in steps]
    return {
        "cards": sum(len(entry["taken"][seat]) for entry in entries if "taken" in entry),
        "fewest": min((sum(heads.values()) for heads in rounds if heads), default=0),
        "heads": {kind: sum(heads.get(kind, 0) for heads in rounds) for kind in HEADS},
    }


FIGURES = Figures(
    shown=(
        Count("cards", Message("Cards taken")),
        Best("fewest", Message("Best round"), is_least=True),
        Split("heads", Message("Bull heads"), _LABELS),
    ),
    count=_count,
)


def _part(slot: str, value: Any) -> Message:
    return Message("the cards of {seat}", seat=Seat(SLOTS.owner(slot)))


SECRECY = Secrecy(
    limits=Message(
        "Secret in Six Takes: the cards that others took, their bull heads and places. Everybody sees at the table who "
        "takes a row; and whoever enters sees which cards are not free any more, as they are crossed out."
    ),
    types={State: Readable(open=("setup", "rounds", "finished"), by_seat=("totals",))},
    entry=Readable(open=(), by_seat=("taken",)),
    part_access=SLOTS.owner,
    part=_part,
)


def _next_entry(state: State, random: Random) -> Any:
    seats = state.setup.seats
    taken: list[list[int]] = [[] for _ in range(seats)]
    for card in random.sample(CARDS, random.randint(least_taken(seats), HAND * seats)):
        taken[random.randrange(seats)].append(card)
    return {"taken": [sorted(cards) for cards in taken]}


SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(4), SampleSetup(2, {"limit": 33})),
    running=(SampleSetup(5, {"limit": 100}), SampleSetup(3, {"limit": 100}, hidden=True)),
)
