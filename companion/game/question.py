"""Question, Answer, Alternative: one disputed point of a game, settled by the functions that score its sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.game import Rule, Step
from companion.game.message import Message
from companion.game.ranking import Places, best_total_step, ranking_headline, ranking_verdict


@dataclass(frozen=True)
class Alternative:
    """What the verdict would be where a table settles a ruling the other way.

    `rule` is the ruling that decided; `option` and `value` choose the other reading, None where no option does.
    """

    rule: str
    option: str | None
    value: Any
    headline: Message


@dataclass(frozen=True)
class Answer:
    """A verdict as plain JSON values, the steps that led to it, and both as people read them.

    `headline` is the verdict in one line, `subline` a short second one. `number` is what a claim is compared with:
    the verdict's points added up, or its value; None where it has none. Players are seats, since a question has
    no names.
    """

    verdict: Mapping[str, Any]
    steps: tuple[Step, ...]
    headline: Message
    subline: Message | None = None
    number: int | None = None
    alternatives: tuple[Alternative, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question of a game: its `key` as JSON names it, how people find it, what it asks for, and who answers.

    `words` are further words that people search for, separated by commas. `fields` are the keys that it needs,
    `optional` those that may be left out; `answer` gets these alone and raises `RuleError` where they cannot be.
    `claims` says whether the verdict has points or a value, so that a claim can be compared with it.
    """

    key: str
    title: Message
    help: Message
    words: Message
    fields: tuple[str, ...]
    answer: Callable[[Mapping[str, Any]], Answer]
    optional: tuple[str, ...] = ()
    claims: bool = False


def ranking_answer(
    totals: Sequence[int],
    ranked: tuple[Places, Sequence[Step]],
    rule: str,
    rules: Mapping[str, Rule],
    *,
    lowest_wins: bool = False,
) -> Answer:
    """Who comes first, as an answer: `ranked` are the places with their reasons, `rule` is that of the totals."""
    places, reasons = ranked
    verdict = ranking_verdict(places, reasons, rule)
    steps = (best_total_step(rule, totals, lowest_wins=lowest_wins), *reasons)
    return Answer(verdict, steps, ranking_headline(places), rules[verdict["decided_by"]].title)
