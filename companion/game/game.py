"""Game, State, Step, Standing, Rule, Option: the arguments and results of a game's engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.game.lift import FIRST_VERSION, Lift
from companion.game.message import Message
from companion.game.record import record
from companion.game.refusal import Refusal
from companion.game.results import StepResult
from companion.game.strict import Json, flag, integer, one_of

if TYPE_CHECKING:
    from companion.game.figure import Figures
    from companion.game.pages.form import EntryForm
    from companion.game.pages.help import Help
    from companion.game.pages.parts import GameParts, TotalsOptions
    from companion.game.pages.samples import Samples
    from companion.game.pages.secrecy import Secrecy
    from companion.game.pages.setup_form import SetupForm
    from companion.game.pages.widening import Widening
    from companion.game.pages.words import Words
    from companion.game.question import Question

MOST_SEATS = 12
"""The most players that a game can have: the pages have marks and lines for so many."""


@dataclass(frozen=True)
class Setup:
    """The players' names in seat order, clockwise, and the value of every option."""

    players: tuple[str, ...]
    options: Mapping[str, Any]

    @property
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


@record
class Step:
    """One step of an explanation: the id of its rule, the seat, its points, and the values of the rule's sentence."""

    rule: str
    seat: int | None = None
    points: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> StepResult:
        """Return the step as a JSON object; keys without a value are left out."""
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

    `won` says how a game ended that all play together: all share the first place of the ranking either way. It is None
    in all other games, and before the end. `sides` are the seats of each team; empty where everybody plays alone.
    """

    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reasons: tuple[Step, ...]
    details: Mapping[str, Any]
    won: bool | None = None
    sides: tuple[tuple[int, ...], ...] = ()


def _without_steps(step: Step) -> Message:
    raise AssertionError(f"{step.rule} only forbids")


@dataclass(frozen=True)
class Rule:
    """A rule of a game: its place in the rulebook, its short name, its text and its sentence.

    `sentence` turns a step of this rule into the sentence shown beside the points; a rule that only forbids has no
    steps. `is_ruling` marks a decision of the companion or the table where the rulebook is silent.
    """

    place: Message
    title: Message
    text: Message
    sentence: Callable[[Step], Message] = _without_steps
    is_ruling: bool = False


@dataclass(frozen=True)
class Option:
    """A setting of a game.

    `choices` are the values with their labels; None if the choices are the seats. `check(value, seats)`, if given,
    replaces the test against `choices`: it returns the value or raises `RuleError`. `default` is a value, or a
    function of the number of players. An option that is not `asked` is not on the page of a new table.
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


@dataclass(frozen=True)
class Game:
    """A game: its name, its seats, its options, its rules with all that they refuse, its engine, and its parts.

    `parts` imports and returns all else that it has; it is called when the first of them is needed, so that a
    scoresheet is scored without the pages. `folder` holds its templates and other files.
    `fits(setup)` raises `RuleError` for options that are valid alone but not together.
    `board_game_geek` is the id of the game on BoardGameGeek, if known. With `lowest_wins` the smaller total is better.
    `points` makes the number to show of an integer that is stored. `as_played(options)` is the game as a table with
    these options plays it, where its title, `lowest_wins` or `points` depend on them. `why_all_stay` says why nobody
    can come or leave: what follows the number of players from the start on. `rules_version` is raised with each change
    of the rules that takes other entries; `lift` then makes of those of earlier versions what is taken now.
    """

    key: str
    title: Message
    glyph: str
    seats: range
    options: tuple[Option, ...]
    rules: Mapping[str, Rule]
    engine: Engine
    parts: Callable[[], GameParts]
    folder: Path
    refusals: tuple[Refusal, ...] = ()
    fits: Callable[[Setup], None] | None = None
    board_game_geek: int | None = None
    lowest_wins: bool = False
    points: Callable[[int], int] = int
    as_played: Callable[[Mapping[str, Any]], Game] | None = None
    why_all_stay: Message | None = None
    rules_version: int = FIRST_VERSION
    lift: Lift | None = None

    @cached_property
    def form(self) -> EntryForm:
        """The entry form."""
        return self.parts().form

    @cached_property
    def help(self) -> Help | None:
        """The guide, the forms of the questions, and what each seat needs."""
        return self.parts().help

    @cached_property
    def figures(self) -> Figures | None:
        """The game's own statistics."""
        return self.parts().figures

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The questions that the referee answers."""
        return self.parts().questions

    @cached_property
    def secrecy(self) -> Secrecy | None:
        """What a table that hides totals leaves out; None if no table can."""
        return self.parts().secrecy

    @cached_property
    def words(self) -> Words | None:
        """The words of the referee's search."""
        return self.parts().words

    @cached_property
    def setup_form(self) -> SetupForm | None:
        """The game's own form for the options of a new table."""
        return self.parts().setup_form

    @cached_property
    def widening(self) -> Widening | None:
        """What a table may allow beyond its options while it runs; None if they stay as they are."""
        return self.parts().widening

    @cached_property
    def samples(self) -> Samples | None:
        """The sample tables of a demo; None for a game without."""
        return self.parts().samples

    @cached_property
    def options_for_totals(self) -> TotalsOptions | None:
        """Makes the options of a table of any game of which only totals are known; None for a game of its own."""
        return self.parts().options_for_totals

    @cached_property
    def who_begins(self) -> Message | None:
        """Who begins, as the rulebook says; None where it says nothing."""
        return self.parts().who_begins

    @cached_property
    def teams_option(self) -> str | None:
        """The option with the seats of each team, where teams can be drawn."""
        return self.parts().teams_option

    @property
    def has_guide(self) -> bool:
        """Whether the game has a page that says how it is scored."""
        return self.help is not None and bool(self.help.guide)

    @property
    def has_needs(self) -> bool:
        """Whether the game says what each seat needs."""
        return self.help is not None and self.help.needs is not None

    @property
    def has_questions(self) -> bool:
        """Whether the referee's pages have a question of the game."""
        return self.help is not None and bool(self.help.forms)

    def value_of(self, stored: float) -> float:
        """Return the points that a stored integer, or a mean of some, stands for."""
        return stored * float(str(self.points(1)))

    def with_options(self, options: Mapping[str, Any]) -> Game:
        """Return the game as a table with these options plays it."""
        return self if self.as_played is None else self.as_played(options)
