"""Game, State, Step, Standing, Rule, Option: what an engine takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.game.message import Message
from companion.game.strict import flag, integer, one_of


@dataclass(frozen=True)
class Setup:
    """Who sits where and what was chosen: names in seat order, clockwise, and every option's value."""

    players: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def seats(self) -> int:
        return len(self.players)


class State(Protocol):
    """What every engine's frozen state has beside its own: totals, one a seat, and whether the game is over."""

    @property
    def setup(self) -> Setup: ...

    @property
    def totals(self) -> tuple[int, ...]: ...

    @property
    def finished(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One reason, as data: the rule it stands on, the seat and points it moves, and what its sentence needs."""

    rule: str
    seat: int | None = None
    points: int | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        step: dict[str, Any] = {"rule": self.rule}
        if self.seat is not None:
            step["seat"] = self.seat
        if self.points is not None:
            step["points"] = self.points
        step.update(self.values)
        return step


@dataclass(frozen=True, slots=True)
class Standing:
    """How things stand: `ranking` holds places, best first; `reasons` say what settled the close ones."""

    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reasons: tuple[Step, ...]
    details: Mapping[str, Any]


@dataclass(frozen=True)
class Rule:
    """A rule of the catalogue: where it stands in the rulebook, its short name, what it says, and its sentence.

    `sentence` turns a step that names this rule into the sentence people read beside their points.
    """

    place: Message
    title: Message
    text: Message
    sentence: Callable[[Step], Message]
    is_ruling: bool = False


@dataclass(frozen=True)
class Option:
    """A setting of a game.

    `choices` are what a person can pick, each with its label; None where the choices are the seats. A value is one of
    these, unless `check(value, seats)` says otherwise: it returns the value or raises `RuleError`. `default` may
    depend on the number of players. One that is not `asked` keeps its default at a table.
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
        return self.default(seats) if callable(self.default) else self.default

    def read(self, value: Any, seats: int) -> Any:
        """The value for so many players, or `RuleError`."""
        if self.check is not None:
            return self.check(value, seats)
        what = Message("the option {key}", key=self.key)
        if self.choices is None:
            return integer(value, what, 0, seats - 1)
        if type(self.default) is bool:
            return flag(value, what)
        return one_of(value, what, tuple([choice for choice, _ in self.choices]))


@dataclass(frozen=True)
class Game:
    """The declaration of a game: its name, its seats, its options, its rules and the three functions of its engine.

    `start(setup)` gives the first state; `play(state, entry)` gives the next state and the steps or raises
    `RuleError`, never changing what it was given; `standing(state)` ranks. The same entry on the same state
    always gives the same answer. `{"end": true}` is not the engine's business. `fits(setup)` raises `RuleError`
    where options, each right alone, do not go together. `board_game_geek` is its number in that catalogue, if known.
    With `lowest_wins` a smaller total is the better one, as in golf.
    """

    key: str
    title: Message
    glyph: str
    seats: range
    options: tuple[Option, ...]
    rules: Mapping[str, Rule]
    start: Callable[[Setup], Any]
    play: Callable[[Any, Any], tuple[Any, tuple[Step, ...]]]
    standing: Callable[[Any], Standing]
    package: str
    fits: Callable[[Setup], None] | None = None
    board_game_geek: int | None = None
    lowest_wins: bool = False
