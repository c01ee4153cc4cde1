"""Steps as people read them: the sentence, the points and the rule, without what a table hides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.game import Game, Message, Step

_SECRET = Message("The reason leans on a total; totals are hidden until the end.")


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


def reasons(game: Game, steps: Sequence[Step], shows: Callable[[int | None], bool] = lambda seat: True) -> list[Reason]:
    """The steps of an entry or of a ranking as people read them; `shows` tells whose total may be seen."""
    made = []
    for step in steps:
        rule = game.rules[step.rule]
        sentence = rule.sentence(step)
        if "total" in sentence.values and not shows(step.seat):
            sentence = _SECRET
        made.append(Reason(step.seat, sentence, step.points, step.rule, rule.title, rule.place, rule.is_ruling))
    return made
