"""The rulebook of a game as one table: each rule with its text, the sentence of its steps, and what it refuses."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.game import Step
from companion.engine.message import Message, Seat, Values, joined
from companion.engine.strict import Refusal

Sentence = Callable[[Step], Message]
"""Turns a step of a rule into the sentence shown beside the points."""

_SEATS = ("seats", "over", "leaders")


def named_values(step: Step, **names: Any) -> Values:
    """Return the values of a step for its sentence, with players for seats and each list `joined` into one value.

    A keyword with the name of a value is a mapping or function that gives the text for it, or for each item of a list.
    Other keywords are additional values; a function is called with the step.
    """
    values = {key: name(step) if callable(name) and key not in step.values else name for key, name in names.items()}
    for key, value in step.values.items():
        name = names.get(key, Seat if key in _SEATS else None)
        if name is not None:
            look_up = name if callable(name) else name.__getitem__
            value = [look_up(each) for each in value] if isinstance(value, list) else look_up(value)
        values[key] = joined(value) if isinstance(value, list) else value
    return values


def _without_steps(step: Step) -> Message:
    raise AssertionError(f"{step.rule} only forbids")


@dataclass(frozen=True)
class Rule:
    """A rule of a game: its place in the rulebook, its short name, its text, its sentence, and what it refuses.

    A rule that only forbids something has no sentence. `is_ruling` marks a decision of the companion or the table where
    the rulebook is silent.
    """

    place: Message
    title: Message
    text: Message
    sentence: Sentence = _without_steps
    is_ruling: bool = False
    refusals: list[Refusal] = field(default_factory=list)


def has_sentence(rule: Rule) -> bool:
    """Whether a rule can have steps; one that only forbids something has none."""
    return rule.sentence is not _without_steps


class Rulebook(dict[str, Rule]):
    """The rules of a game by their ids, in the order in which they are declared.

    `names` are for all sentences in which a field has this name: see `named_values`.

    >>> RULES = Rulebook("golf", where={"n": "in the north", "s": "in the south"})
    >>> rule, refusal, says = RULES.rule, RULES.refusal, RULES.says
    >>> STROKES = rule("strokes", "Golf 2", "strokes", "Each stroke counts one.", says("{count} strokes {where}"))
    >>> TOO_MANY = refusal(STROKES, "{seat} has {count} strokes", title="more strokes than ten")
    >>> STROKES, str(RULES[STROKES].title), RULES[STROKES].refusals == [TOO_MANY]
    ('golf/strokes', 'strokes', True)
    """

    def __init__(self, key: str, **names: Any) -> None:
        super().__init__()
        self._key = key
        self._names = names

    def says(self, singular: str, plural: str | None = None, *, counted: str = "count", **names: Any) -> Sentence:
        """Return a function from a step to this sentence, whose fields are `seat`, `points` and the `named_values`.

        `counted` is the value that selects the plural form; of a list, its length does.

        >>> says = Rulebook("golf", where={"n": "in the north", "s": "in the south"}).says
        >>> birdies = says("{seat}: {count} birdie {where}", "{seat}: {count} birdies {where}")
        >>> str(birdies(Step("golf/birdies", 1, values={"count": 2, "where": "n"})))
        'seat 1: 2 birdies in the north'
        """
        names = {key: name for key, name in self._names.items() if f"{{{key}}}" in singular} | names

        def sentence(step: Step) -> Message:
            values = {"seat": Seat(step.seat or 0), "points": step.points, **named_values(step, **names)}
            number = {"points": step.points, **step.values}.get(counted)
            values.pop("count", None)
            return Message(singular, plural, len(number) if isinstance(number, list) else number, **values)

        return sentence

    def rule(
        self,
        name: str,
        place: Message | str,
        title: str,
        text: str,
        sentence: Sentence = _without_steps,
        *,
        is_ruling: bool = False,
    ) -> str:
        """Add a rule and return its id; `make translations` finds the texts in calls of it."""
        rule = f"{self._key}/{name}"
        if rule in self:
            raise ValueError(f"the rule {rule} is declared twice")
        place = Message(place) if isinstance(place, str) else place
        self[rule] = Rule(place, Message(title), Message(text), sentence, is_ruling)
        return rule

    def refusal(
        self,
        rule: str,
        singular: str,
        plural: str | None = None,
        *,
        title: str | None = None,
        allowed_by: str | None = None,
    ) -> Refusal:
        """Add what a rule refuses and return it; the parameters are those of `Refusal`."""
        refusal = Refusal(singular, plural, rule=rule, title=title, allowed_by=allowed_by)
        self[rule].refusals.append(refusal)
        return refusal


def by(
    value: str | Callable[[Step], Any], sentences: Mapping[Any, Sentence], otherwise: Sentence | None = None
) -> Sentence:
    """Return a function from a step to one of several sentences, chosen by a value of the step or a function of it.

    A list counts as its length, a missing value as None.

    >>> says = Rulebook("golf").says
    >>> hazard = by("strokes", {None: says("in the sand"), 1: says("out of the sand")}, says("out in {strokes}"))
    >>> [str(hazard(Step("golf/sand", values=values))) for values in ({}, {"strokes": 1}, {"strokes": 3})]
    ['in the sand', 'out of the sand', 'out in 3']
    """

    def sentence(step: Step) -> Message:
        case = value(step) if callable(value) else step.values.get(value)
        chosen = sentences.get(len(case) if isinstance(case, list) else case, otherwise)
        if chosen is None:
            raise KeyError(f"{step.rule} has no sentence for {case!r}")
        return chosen(step)

    return sentence
