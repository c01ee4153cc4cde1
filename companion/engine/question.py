"""Question, Answer, Alternative: the referee's questions, answered by the functions that score whole games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Step
from companion.engine.message import Message
from companion.engine.ranking import Places, best_total_step, ranking_headline, ranking_verdict
from companion.engine.rulebook import Rule


@dataclass(frozen=True)
class Alternative:
    """The verdict under the other choice of a ruling.

    `rule` is the ruling that decided. `option` and `value` select the other choice; `option` is None if no option does.
    """

    rule: str
    option: str | None
    value: Any
    headline: Message


@dataclass(frozen=True)
class Answer:
    """The answer to a question: the verdict as plain JSON, its steps, and the text to show.

    `headline` is the verdict in one line, `subline` a short second line. `number` is compared with a claim: the sum
    of the verdict's points, or its value; None if it has neither. `judge(claim)` is set if several numbers can be
    right: it returns whether the claim is possible, and a sentence that says so. Players are seats, since a question
    has no names.
    """

    verdict: Mapping[str, Any]
    steps: tuple[Step, ...]
    headline: Message
    subline: Message | None = None
    number: int | None = None
    alternatives: tuple[Alternative, ...] = ()
    judge: Callable[[int], tuple[bool, Message]] | None = None


@dataclass(frozen=True)
class Question:
    """A question of a game's referee; `key` is its name in JSON.

    `words` are further search words, separated by commas. `fields` are the required keys, `optional` the others;
    `answer` gets a mapping of only these and raises `RuleError` for invalid values. `claims` says whether the verdict
    has points or a value with which a claim can be compared.
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
    """Answer who comes first. `ranked` is the result of `rank`; `rule` is the rule of the totals.

    The first step of the answer is `best_total_step` with `rule`, so the sentence of `rule` may use only the values
    `seats` and `total`.
    """
    places, reasons = ranked
    verdict = ranking_verdict(places, reasons, rule)
    steps = (best_total_step(rule, totals, lowest_wins=lowest_wins), *reasons)
    return Answer(verdict, steps, ranking_headline(places), rules[verdict["decided_by"]].title)
