"""Steps as people read them: the sentence, the points and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Game, Message, Step


@dataclass(frozen=True)
class Reason:
    """A step as people read it: whom it moves, the sentence, the points, and the rule it stands on."""

    seat: int | None
    sentence: Message
    points: int | None
    rule: str
    title: Message
    place: Message
    is_ruling: bool


def reasons(game: Game, steps: Sequence[Step]) -> list[Reason]:
    """The steps of an entry or of a ranking as people read them."""
    made = []
    for step in steps:
        rule = game.rules[step.rule]
        sentence = rule.sentence(step)
        made.append(Reason(step.seat, sentence, step.points, step.rule, rule.title, rule.place, rule.is_ruling))
    return made
