"""The figures of 5211, its sample games, and its secrecy."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Count, Figures, Json, Message, Seat, Share, Split, Step
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy
from companion.games.g5211 import rulebook, rules
from companion.games.g5211.form import PIECES, SLOTS, latest, scored
from companion.games.g5211.rules import CAPITALS, State

SECRECY = Secrecy(
    limits=Message(
        "Secret in 5211: who keeps which cards, points, totals and places. Which colour scores is shown to all. "
        "The played cards lie open on the table, so whoever counts along there can add up."
    ),
    types={State: Readable(open=("setup", "finished", "deck", "round"), by_seat=("totals", "cards", "pile"))},
    entry=Readable(open=(), by_seat=("cards",)),
    part_access=SLOTS.owner,
    part=lambda slot, _: Message("the cards of {seat}", seat=Seat(SLOTS.owner(slot))),
    disclosed=(rules.copies_left, latest, rules.rounds_played, scored),
    open_rules=(rulebook.NEW_DECK,),
)


def _next_entry(state: State, random: Random) -> Any:
    deck = [card for card, copies in rules.copies_left(state).items() for _ in range(copies)]
    dealt = random.sample(deck, rules.HAND * state.setup.seats)
    return {"cards": [dealt[seat * rules.HAND : (seat + 1) * rules.HAND] for seat in range(state.setup.seats)]}


_KINDS: Mapping[str, Message] = {"long": Message("Long game")}
_SHOWN = (
    Share("scored", Message("Rounds with points"), of="rounds"),
    Share("kept", Message("cards kept"), of="played"),
    Share("points_kept", Message("Points kept of what was played"), of="points_played"),
    Best("round", Message("Best round")),
    Count("roosters", Message("Roosters played")),
    Split(
        "points",
        Message("Where the points came from"),
        {**CAPITALS, "roosters": Message("Roosters alone")},
        {**PIECES, "roosters": ("gold", "rooster")},
    ),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; `points` are by colour, with a separate sum for rounds won by roosters."""
    setup = states[0].setup
    rounds = [(entry["cards"], played) for entry, played in zip(entries, steps, strict=True) if "cards" in entry]
    kind = {"kind": "long"} if setup.options["long"] else {}
    return tuple([{**kind, **_of_seat(rounds, seat)} for seat in range(setup.seats)])


def _of_seat(rounds: Sequence[tuple[Any, Sequence[Step]]], seat: int) -> Json:
    played = [card for hands, _ in rounds for card in hands[seat]]
    points = dict.fromkeys((*rules.COLOURS, "roosters"), 0)
    kept_by_round = []
    for _, all_steps in rounds:
        steps = [step for step in all_steps if step.rule == rulebook.ROOSTERS or step.seat == seat]
        is_roosters = any(
            step.rule == rulebook.ROOSTERS and step.values["roosters"] == step.values["needed"] for step in steps
        )
        kept_by_round.append([card for step in steps if step.rule == rulebook.KEPT for card in step.values["cards"]])
        for card in kept_by_round[-1]:
            points["roosters" if is_roosters else card[0]] += rules.value_of(card)
    return {
        "rounds": len(rounds),
        "scored": sum(bool(cards) for cards in kept_by_round),
        "played": rules.HAND * len(rounds),
        "kept": sum(len(cards) for cards in kept_by_round),
        "points_played": rules.worth(played),
        "points_kept": sum(points.values()),
        "round": max((rules.worth(cards) for cards in kept_by_round), default=0),
        "roosters": sum(rules.value_of(card) == 1 for card in played),
        "points": points,
    }


FIGURES = Figures(shown=_SHOWN, count=figures, kinds=_KINDS)

SAMPLES = Samples(
    next_entry=_next_entry,
    finished=(SampleSetup(5), SampleSetup(3, {"long": True})),
    running=(SampleSetup(4, {"long": True}),),
)
