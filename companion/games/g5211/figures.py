"""Statistics of a finished game of 5211: the cards that each seat kept, and the sources of its points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Best, Count, Figures, Json, Message, Share, Split, State, Step
from companion.games.g5211.cards import COLOURS, HAND, value_of, worth
from companion.games.g5211.drawing import PIECES
from companion.games.g5211.scoring import KEPT, ROOSTERS

_COLOURS = {
    "G": Message("Green"),
    "Y": Message("Yellow"),
    "O": Message("Orange"),
    "B": Message("Dark blue"),
    "T": Message("Teal"),
}
_KINDS: Mapping[str, Message] = MappingProxyType({"long": Message("Long game")})
_SHOWN = (
    Share("scored", Message("Rounds with points"), of="rounds"),
    Share("kept", Message("Cards kept"), of="played"),
    Share("points_kept", Message("Points kept of what was played"), of="points_played"),
    Best("round", Message("Best round")),
    Count("roosters", Message("Roosters played")),
    Split(
        "points",
        Message("Where the points came from"),
        {**_COLOURS, "roosters": Message("Roosters alone")},
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
    points = dict.fromkeys((*COLOURS, "roosters"), 0)
    kept_by_round = []
    for _, all_steps in rounds:
        steps = [step for step in all_steps if step.rule == ROOSTERS or step.seat == seat]
        is_roosters = any(step.rule == ROOSTERS and step.values["roosters"] == step.values["needed"] for step in steps)
        kept_by_round.append([card for step in steps if step.rule == KEPT for card in step.values["cards"]])
        for card in kept_by_round[-1]:
            points["roosters" if is_roosters else card[0]] += value_of(card)
    return {
        "rounds": len(rounds),
        "scored": sum(bool(cards) for cards in kept_by_round),
        "played": HAND * len(rounds),
        "kept": sum(len(cards) for cards in kept_by_round),
        "points_played": worth(played),
        "points_kept": sum(points.values()),
        "round": max((worth(cards) for cards in kept_by_round), default=0),
        "roosters": sum(value_of(card) == 1 for card in played),
        "points": points,
    }


FIGURES = Figures(shown=_SHOWN, count=figures, kinds=_KINDS)
