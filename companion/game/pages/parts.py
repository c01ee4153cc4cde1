"""GameParts: the parts of a game beside its engine, and the types of the smaller ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from companion.game import Json, Message, Setup, joined
from companion.game.figure import Figures
from companion.game.pages.form import Draft, EntryForm, Filled, FormError, Posted
from companion.game.pages.help import Help
from companion.game.pages.secrecy import Secrecy
from companion.game.question import Question


@dataclass(frozen=True)
class SampleSetup:
    """A sample table: the number of players, its options, and whether totals are hidden until the end."""

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class Samples:
    """The sample tables of a game: some played to the end, some still running.

    `next_entry(state, random)` returns an entry that the rules allow in an unfinished state, as plain JSON. The same
    state and random numbers always give the same entry, and every game must end.
    """

    next_entry: Callable[[Any, Random], Any]
    finished: tuple[SampleSetup, ...]
    running: tuple[SampleSetup, ...]


@dataclass(frozen=True)
class Words:
    """The search vocabulary of a game, in all languages; terms are separated by commas.

    `same` are groups of synonyms. `about` has short phrases for a rule, or for a question by its key with "?", as
    people say them: the more of them share a word, the more this word leads there.
    """

    same: Sequence[str] = ()
    about: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def from_file(cls, file: Path) -> Words:
        """Read a JSON object with the keys `same` and `about`."""
        return cls(**json.loads(file.read_text("utf-8")))


class FieldError(FormError):
    """A field of a setup form that cannot be read; the page shows the message at the field with this name."""

    def __init__(self, field: str, message: Message) -> None:
        super().__init__(message)
        self.field = field


class SetupForm:
    """Base class of a game's own setup form; its templates are setup.html, and setup-first.html above the players."""

    title_field: str | None = None
    """The field for the title that a table gives the game, if the form has one; the page offers those used before."""

    def view(self, query: Posted, players: Sequence[str]) -> object:
        """Return what the templates see as `setup`; `query` holds the fields as they were typed."""
        raise NotImplementedError

    def read(self, posted: Posted, players: Sequence[str]) -> Json:
        """Return the chosen options; raise `FieldError` for a field, `RuleError` for options that do not fit."""
        raise NotImplementedError

    def fields(self, options: Mapping[str, Any]) -> Filled:
        """Return the query parameters that fill the form with these options."""
        raise NotImplementedError

    def name(self, options: Mapping[str, Any]) -> str:
        """Return the name under which a setup with these options is saved."""
        raise NotImplementedError

    def to_keep(self, options: Mapping[str, Any]) -> Json:
        """Return the options to save, without those about the players of one table; they may be invalid."""
        return dict(options)


@dataclass(frozen=True)
class Newcomer:
    """A player who joins a running game; `side` is a seat of their team, if there are teams."""

    name: str
    side: int | None = None


class Widening:
    """Base class of a game's widening; its template is widening.html."""

    def check(self, before: Setup, after: Setup) -> None:
        """Raise `RuleError` if an option in `after` is narrower than in `before`, or may not change."""
        raise NotImplementedError

    def seats(self, before: Setup, options: Mapping[str, Any]) -> int:
        """Return the number of seats with changed options; it grows when somebody joins late."""
        return before.seats

    def newcomer(self, posted: Posted, setup: Setup) -> Newcomer | None:
        """Return the late player that the form adds, None without one; raise `FieldError` for a field."""
        return None

    def options_with(self, state: Any, draft: Draft, newcomer: Newcomer) -> Mapping[str, Any]:
        """Return the options that change when somebody joins late; raise `RuleError` if nobody can."""
        raise NotImplementedError

    def entry(self, entry: Any, before: Setup, after: Setup) -> Any:
        """Return an entry made under the setup `before` as an entry for the setup `after`, with equal points."""
        return entry

    def describe(self, options: Mapping[str, Any], *, stands: bool) -> Message | joined:
        """Describe changed options in a few words, for the log; without `stands` (taken back) leave out names."""
        raise NotImplementedError

    def view(self, query: Posted | None, setup: Setup) -> object:
        """Return what the template sees as `widening`: the typed values, else those of the table."""
        raise NotImplementedError

    def read(self, posted: Posted, setup: Setup) -> Json:
        """Return the chosen options; raise `FieldError` for a field."""
        raise NotImplementedError

    def allowed(self, option: str) -> Message | None:
        """Return the label of the host's button that allows an option named by a refusal; None without a button."""
        return None


class TotalsOptions(Protocol):
    """Returns the options of a table for a game whose totals alone are known, whatever game it is."""

    def __call__(self, title: str, *, lowest_wins: bool, halves: bool) -> Json:
        """Return the options; `halves` says that totals are stored in halves of a point."""


@dataclass(frozen=True)
class GameParts:
    """The parts of a game that its engine does not need. All but `form` are optional.

    `form` reads and shows entries. `help` has the guide, the forms of `questions`, and the needs of each seat.
    `figures` are the game's own statistics, `words` the vocabulary of the referee's search. `secrecy` says what may be
    read where totals are hidden; without it tables cannot hide them. `setup_form` is the game's own form for a new
    table; without it the page shows each option with its choices. `widening` are the options that a running table may
    widen, and late players. `samples` are the sample tables of a demo. `options_for_totals` returns the options for a
    game of any title whose totals alone are known; only the game that stands in for unknown games has it.
    `who_begins` is the rulebook's sentence about the first player. `teams_option` is the key of the option with the
    seats of each team, if teams can be drawn by lot.
    """

    form: EntryForm
    help: Help | None = None
    figures: Figures | None = None
    questions: tuple[Question, ...] = ()
    secrecy: Secrecy | None = None
    words: Words | None = None
    setup_form: SetupForm | None = None
    widening: Widening | None = None
    samples: Samples | None = None
    options_for_totals: TotalsOptions | None = None
    who_begins: Message | None = None
    teams_option: str | None = None
