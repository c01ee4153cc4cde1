"""Game, State, Step, Standing, Option: the arguments and results of a game's engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, dataclass_transform

from companion.engine.halves import Halves, decimal
from companion.engine.message import Message
from companion.engine.results import StepResult
from companion.engine.strict import Json, flag, integer, one_of

if TYPE_CHECKING:
    from companion.engine.figure import Figures
    from companion.engine.question import Question
    from companion.engine.rulebook import Rule
    from companion.forms.form import EntryForm
    from companion.forms.help import Help
    from companion.forms.parts import Samples, SetupForm, Widening, Words
    from companion.forms.secrecy import Secrecy

MOST_SEATS = 12
"""The most players that a game can have: the pages have marks and lines for this many."""
T = TypeVar("T")


@dataclass(frozen=True)
class Setup:
    """The players' names in seat order, clockwise, and the value of every option."""

    players: tuple[str, ...]
    options: Mapping[str, Any]

    @cached_property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)


class State(Protocol):
    """What the frozen state of every game has in common."""

    @property
    def setup(self) -> Setup:
        """The players and the options."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Make a class a dataclass with slots whose fields never change; mypy rejects assignments to them.

    With `frozen=True` Python would reject them too, but creating an instance would take eight times as long, and
    scoring a scoresheet 7 to 23 % longer. Named tuples are slower to create and to read, too.

    >>> from dataclasses import replace
    >>> @record
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> replace(Point(1), y=2)
    Point(x=1, y=2)
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


@record
class Step:
    """One step of an explanation: the id of its rule, the seat, its points, and the values of the rule's sentence."""

    rule: str
    seat: int | None = None
    points: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> StepResult:
        """Return the step as a JSON object, without `seat` or `points` where they are None."""
        step: Json = {"rule": self.rule}
        if self.seat is not None:
            step["seat"] = self.seat
        if self.points is not None:
            step["points"] = self.points
        step.update(self.values)
        return step  # type: ignore[return-value]  # a cast would take a fifth of the time


@record
class Standing:
    """The result of a state: `ranking` holds the seats of each place, best first; `reasons` explain broken ties.

    `won` is the outcome of a finished cooperative game, in which all seats share the first place whether they won or
    lost. It is None in other games and before the end. `sides` are the seats of each team; empty without teams.
    """

    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reasons: tuple[Step, ...]
    details: Mapping[str, Any]
    won: bool | None = None
    sides: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Option:
    """A setting of a game.

    `choices` are the values with their labels; None if the choices are the seats. `check(value, seats)`, if given,
    replaces the test against `choices`: it returns the value or raises `RuleError`. `default` is a value, or a
    function of the number of players. The page of a new table shows only options that are `asked`.
    """

    key: str
    title: Message
    help: Message
    default: Any
    choices: Sequence[tuple[Any, Message]] | None
    check: Callable[[Any, int], Any] | None = None
    is_ruling: bool = False
    asked: bool = True

    def default_for(self, seats: int) -> Any:
        """Return the default for this number of players."""
        return self.default(seats) if callable(self.default) else self.default

    def read(self, value: Any, seats: int) -> Any:
        """Return the value if it is allowed for this number of players; `RuleError` otherwise."""
        if self.check is not None:
            return self.check(value, seats)
        what = Message("the option {key}", key=self.key)
        if self.choices is None:
            return integer(value, what, 0, seats - 1)
        if type(self.default) is bool:
            return flag(value, what)
        return one_of(value, what, tuple([choice for choice, _ in self.choices]))


@dataclass(frozen=True)
class Engine:
    """The functions that play a game; all are pure and deterministic.

    `start(setup)` returns the first state. `play(state, entry)` returns the next state and the steps, or raises
    `RuleError`; the entry `{"end": true}` is never passed to it. `standing(state)` ranks the seats.
    """

    start: Callable[[Setup], Any]
    play: Callable[[Any, Any], tuple[Any, tuple[Step, ...]]]
    standing: Callable[[Any], Standing]


class Lazy(Generic[T]):
    """A field of a `HasLazy`, required without a default; text, "module:name", is imported when it is first read."""

    def __init__(self, *default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: HasLazy | None, owner: type) -> T:
        if instance is None:  # `dataclass` asks for the default
            if not self._default:
                raise AttributeError(self._name)
            return self._default[0]
        # Python looks here first, and asks the descriptor no more.
        value = vars(instance)[self._name] = self._read(instance.given[self._name])
        return value  # type: ignore[no-any-return]

    if TYPE_CHECKING:  # what a constructor takes

        def __set__(self, instance: HasLazy, value: T | str) -> None: ...

    def _read(self, given: Any) -> Any:
        return resolve_name(given) if isinstance(given, str) else given


class LazyList(Lazy[Sequence[T]]):
    """A `Lazy` field of several values, empty by default. Each may be given as text; a single text is a list of one."""

    def __init__(self) -> None:
        super().__init__(())

    if TYPE_CHECKING:

        def __set__(self, instance: HasLazy, value: Sequence[T | str] | str) -> None: ...

    def _read(self, given: Any) -> Any:
        return [super(LazyList, self)._read(each) for each in ([given] if isinstance(given, str) else given)]


class HasLazy:
    """Base of a dataclass with `Lazy` fields; `given` are their values as they were given, by name."""

    given: ClassVar[Mapping[str, Any]]

    def __post_init__(self) -> None:
        own = vars(self)
        lazy = [name for kind in type(self).__mro__ for name, value in vars(kind).items() if isinstance(value, Lazy)]
        own["given"] = {name: own.pop(name) for name in dict.fromkeys(lazy)}


@dataclass(frozen=True)
class Game(HasLazy):
    """A game: its name, seats, options, rules, engine, and what its pages need.

    `seats` are the allowed numbers of players. `folder` holds the templates and other files. `fits(setup)` raises
    `RuleError` for options that are valid alone but not together. `board_game_geek` is the game's id on BoardGameGeek,
    if known. With `lowest_wins` the smaller total is better. `points` converts a stored integer to the number to show.
    `as_played(options)` returns the game for a table with these options, where the title, `lowest_wins` or `points`
    depend on them. `why_all_stay` explains why players cannot join or leave a running game: what depends on the number
    of players. `who_begins` is the rulebook's sentence about the first player.

    What a scoresheet does not need is `Lazy`; all but the form is optional. `form` reads and shows entries. `help` has
    the guide, the forms of `questions`, and the needs of each seat. `figures` are the game's own statistics, `words`
    the vocabulary of the referee's search. `secrecy` says what may be read where totals are hidden; without it tables
    cannot hide them. `setup_form` is the game's own form for a new table; without it the page shows each option with
    its choices. `widening` are the options that a running table may widen, and late players. `samples` are the sample
    tables of a demo. `options_for_totals(title, lowest_wins=False, halves=False)` returns the options for a game of any
    title whose totals alone are known; only the game that stands in for unknown games has it.
    """

    key: str
    title: Message
    glyph: str
    seats: range
    options: tuple[Option, ...]
    rules: Mapping[str, Rule]
    engine: Engine
    form: Lazy[EntryForm] = Lazy()
    folder: Path = field(kw_only=True)
    fits: Callable[[Setup], None] | None = None
    board_game_geek: int | None = None
    lowest_wins: bool = False
    points: Callable[[int], int] = int
    as_played: Callable[[Mapping[str, Any]], Game] | None = None
    why_all_stay: Message | None = None
    who_begins: Message | None = None
    help: Lazy[Help | None] = Lazy(None)
    questions: Lazy[tuple[Question, ...]] = Lazy(())
    figures: Lazy[Figures | None] = Lazy(None)
    words: Lazy[Words | None] = Lazy(None)
    secrecy: Lazy[Secrecy | None] = Lazy(None)
    setup_form: Lazy[SetupForm | None] = Lazy(None)
    widening: Lazy[Widening | None] = Lazy(None)
    samples: Lazy[Samples | None] = Lazy(None)
    options_for_totals: Lazy[Callable[..., Json] | None] = Lazy(None)

    def changed(self, **changes: Any) -> Game:
        """Return the game with other values for some fields. `dataclasses.replace` would import all `Lazy` ones."""
        fields = {**self.given, **vars(self), **changes}
        return Game(**{name: value for name, value in fields.items() if name != "given"})

    @property
    def has_guide(self) -> bool:
        """Whether the game has a page that explains its scoring."""
        return self.help is not None and bool(self.help.guide)

    def value_of(self, stored: float) -> float:
        """Return the points for a stored integer or for a mean of stored integers."""
        unit = self.points(1)
        return stored * (decimal(unit) if isinstance(unit, Halves) else unit)

    def with_options(self, options: Mapping[str, Any]) -> Game:
        """Return the game for a table with these options."""
        return self if self.as_played is None else self.as_played(options)


LAZY = tuple(name for name, value in vars(Game).items() if isinstance(value, Lazy))
"""The fields of a game that are `Lazy`."""
