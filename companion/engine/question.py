"""Question, Answer, Alternative: the referee's questions, answered by the functions that score whole games.

A question declares its inputs. They read its JSON here; `companion.forms.asking` makes its page from them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from companion.engine.game import HasLazy, Lazy, Step
from companion.engine.message import Message
from companion.engine.ranking import Places, best_total_step, rank, ranking_headline, ranking_verdict
from companion.engine.rulebook import Rule
from companion.engine.strict import by_seat, flag, integer, one_of, whole

Known = Mapping[str, Any]
"""The values of a question's inputs by key; on its page None for one that is missing."""


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
class Input:
    """A value that a question takes.

    `name` is what refusals call it, and `field` its name in the address; both are the key by default. `reads` reads its
    JSON, if its kind does not: it gets the value, and those of the keys in `needs`, None for one that is left out.

    On the page, `title` is its label, `asks` the sentence shown while it is missing, and `usual` the value until
    another is tapped. Where `applies` returns false, the page does not ask for it and takes `otherwise`; None leaves it
    out. An input without a kind has no part of a page: one of `Help.forms` reads the form of its question.
    """

    key: str
    _: KW_ONLY
    reads: Callable[..., Any] | None = None
    needs: tuple[str, ...] = ()
    is_optional: bool = False
    name: str = ""
    field: str = ""
    title: str = ""
    asks: str = ""
    usual: Any = None
    applies: Callable[[Known], bool] | None = None
    otherwise: Any = None

    def __post_init__(self) -> None:
        for attribute in ("name", "field"):
            object.__setattr__(self, attribute, getattr(self, attribute) or self.key)

    @property
    def label(self) -> Message:
        """The title."""
        return Message(self.title)

    def read(self, value: Any, known: Known) -> Any:
        """Return the value of plain JSON; `known` are those of the inputs before. Raises `RuleError`."""
        if self.reads is None:
            return self._read(value, Message(self.name), known)
        return self.reads(value, *[known.get(key) for key in self.needs])

    def _read(self, value: Any, what: Message, known: Known) -> Any:
        raise NotImplementedError


@dataclass(frozen=True)
class Number(Input):
    """A whole number from `low` to `high`; without `high` of any size, on the page up to `most`."""

    low: int = 0
    high: int | None = None
    _: KW_ONLY
    most: int = 9999

    def _read(self, value: Any, what: Message, known: Known) -> int:
        return whole(value, what, self.low) if self.high is None else integer(value, what, self.low, self.high)


@dataclass(frozen=True)
class OneSeat(Input):
    """A seat, by default the first: one of as many as `players` or the first list by seat says."""

    usual: int = 0

    def _read(self, value: Any, what: Message, known: Known) -> int:
        return integer(value, what, 0, seats_in(known) - 1)


@dataclass(frozen=True)
class Choice(Input):
    """One of several values, with their labels if they are a mapping. The page accepts those that `offers` returns."""

    choices: Collection[str] | Mapping[str, Message] = ()
    _: KW_ONLY
    offers: Callable[[Known], Collection[str]] | None = None

    @property
    def labels(self) -> dict[str, Message]:
        """The label of each choice."""
        choices = self.choices
        return dict(choices) if isinstance(choices, Mapping) else {each: Message(each) for each in choices}

    def _read(self, value: Any, what: Message, known: Known) -> str:
        return one_of(value, what, self.choices)


@dataclass(frozen=True)
class Several(Choice):
    """At least one of several values, as a list in JSON, which only `reads` can read."""


@dataclass(frozen=True)
class Flag(Input):
    """True or false: a box to tick, or with `asks` an answer to tap; `labels` are those of yes and no."""

    labels: tuple[str, str] = ("Yes", "No")

    def _read(self, value: Any, what: Message, known: Known) -> bool:
        return flag(value, what)


@dataclass(frozen=True)
class Column(Input):
    """A number of every seat, as a list in JSON; each is at least `low`. `asks` may name the `{seat}`.

    The first column of a question has the numbers of `seats` there can be. On the page `below_zero` allows negative
    numbers; with `one_digit` the keypad moves to the next cell after one digit.
    """

    seats: range | None = None
    _: KW_ONLY
    low: int | None = None
    below_zero: bool = False
    one_digit: bool = False

    def _read(self, value: Any, what: Message, known: Known) -> tuple[int, ...]:
        return by_seat(value, what, self.seats or seats_in(known), self.low)


def seats_in(known: Known) -> int:
    """Return how many play: the value of `players`, else the length of the first list by seat."""
    players = known.get("players")
    return players if players is not None else len(next(each for each in known.values() if isinstance(each, tuple)))


class Text(Lazy[Message]):
    """A field with a message, which may be given as its text."""

    def _read(self, given: Message | str) -> Message:
        return Message(given) if isinstance(given, str) else given


@dataclass(frozen=True)
class Question(HasLazy):
    """A question of a game's referee; `key` is its name in JSON.

    `words` are further search words, separated by commas; the companion's games have theirs in words.json. `answer`
    gets the values of the `inputs` as keywords, without optional ones that are not given, and raises `RuleError` for
    invalid ones. `claims` says whether the verdict has points or a value with which a claim can be compared.
    """

    key: str
    _: KW_ONLY
    title: Text = Text()
    help: Text = Text()
    words: Text = Text(Message(""))
    inputs: tuple[Input, ...]
    answer: Callable[..., Answer]
    claims: bool = False

    @property
    def fields(self) -> tuple[str, ...]:
        """The required keys."""
        return tuple([one.key for one in self.inputs if not one.is_optional])

    @property
    def optional(self) -> tuple[str, ...]:
        """The other keys."""
        return tuple([one.key for one in self.inputs if one.is_optional])

    def read(self, value: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of a question given as JSON; raises `RuleError` for an invalid one."""
        known: dict[str, Any] = {}
        for one in self.inputs:
            if one.key in value:
                known[one.key] = one.read(value[one.key], known)
        return known


def who_comes_first(
    game: str,
    seats: range,
    rule: str,
    rules: Mapping[str, Rule],
    *others: Input,
    help: str,
    words: str = "",
    ties: Sequence[str] = (),
    ranking: Callable[..., tuple[Places, Sequence[Step]]] | None = None,
    usual: int | None = None,
    below_zero: bool = False,
    lowest_wins: bool = False,
) -> Question:
    """Return the question who comes first, by the totals and `others`.

    `ties` are the rules of broken ties as in `rank`, one for each of `others` and that of a shared place. If more
    decides, `ranking` gets the totals and the others, and returns what `rank` does. `rule` is the rule of the totals
    and that of the answer's first step: its sentence may use only the values `seats` and `total`. The page shows
    `usual` players first, and accepts totals `below_zero`.
    """

    def answer(totals: Sequence[int], **more: Any) -> Answer:
        if ranking:
            places, reasons = ranking(totals, **more)
        else:
            places, reasons = rank([*zip(totals, *more.values(), strict=True)], ties, lowest_wins=lowest_wins)
        verdict = ranking_verdict(places, reasons, rule)
        steps = (best_total_step(rule, totals, lowest_wins=lowest_wins), *reasons)
        return Answer(verdict, steps, ranking_headline(places), rules[verdict["decided_by"]].title)

    first = Column("totals", seats, title="Total", asks="Tap the total of {seat}", usual=usual, below_zero=below_zero)
    return Question(
        f"{game}/ranking", title="Who comes first?", help=help, words=words, inputs=(first, *others), answer=answer
    )
