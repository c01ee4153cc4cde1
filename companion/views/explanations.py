"""Turn steps into reasons to show: sentence, points and rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Game, Message, Step


@dataclass(frozen=True)
class Reason:
    """A step to show: its seat, sentence and points, and the id, title and rulebook section of its rule."""

    seat: int | None
    sentence: Message
    points: int | None
    rule: str
    title: Message
    place: Message
    is_ruling: bool


def reasons(game: Game, steps: Sequence[Step]) -> list[Reason]:
    """Turn the steps of an entry or of a ranking into reasons."""
    rows = []
    for step in steps:
        rule = game.rules[step.rule]
        sentence = rule.sentence(step)
        rows.append(Reason(step.seat, sentence, step.points, step.rule, rule.title, rule.place, rule.is_ruling))
    return rows
