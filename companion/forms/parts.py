"""The types of what a game has beside its engine, form and help: samples, words, its own setup form, widening."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.engine import Json, Message, Setup, joined
from companion.forms.form import Draft, Filled, FormError, Posted


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


@dataclass(frozen=True)
class SetupForm:
    """A game's own form for a new table; its templates are setup.html, and setup-first.html above the players.

    `view(query, players)` returns what the templates see as `setup`; `query` holds the fields as they were typed.
    `read(posted, players)` returns the chosen options; it raises `FieldError` for a field, `RuleError` for options that
    do not fit. `fields(options)` returns the query parameters that fill the form with these options.
    `to_keep(options)` returns the options to save, without those about the players of one table; they may be invalid.
    `title_field` is the field for the title that a table gives the game, and `title_option` the option that has it.
    """

    view: Callable[[Posted, Sequence[str]], object]
    read: Callable[[Posted, Sequence[str]], Json]
    fields: Callable[[Mapping[str, Any]], Filled]
    to_keep: Callable[[Mapping[str, Any]], Json]
    title_field: str
    title_option: str


@dataclass(frozen=True)
class Newcomer:
    """A player who joins a running game; `side` is a seat of their team, if there are teams."""

    name: str
    side: int | None = None


@dataclass(frozen=True)
class Widening:
    """Changes that the host of a running table may make: wider options and late players. Its form is widening.html.

    `view(query, setup)` returns what the template sees as `widening`: the typed values, else those of the table.
    `read(posted, setup)` returns the chosen options, and the late player if there is one; it raises `FieldError`.
    `join(state, draft, newcomer)` returns the options that change when somebody joins, `seats(before, options)` the
    number of seats with changed options. `widen(before, after)` returns a function that converts an entry of one setup
    to the other, with equal points. Both raise `RuleError` if the change is not allowed. `describe(options, stands)`
    describes changed options for the log; if the change was undone (not `stands`), without names. `labels` has, by
    option, the label of the host's button that allows it, for options that a refusal names.
    """

    view: Callable[[Posted | None, Setup], object]
    read: Callable[[Posted, Setup], tuple[Json, Newcomer | None]]
    join: Callable[[Any, Draft, Newcomer], Mapping[str, Any]]
    seats: Callable[[Setup, Mapping[str, Any]], int]
    widen: Callable[[Setup, Setup], Callable[[Any], Any]]
    describe: Callable[[Mapping[str, Any], bool], Message | joined]
    labels: Mapping[str, Message] = field(default_factory=dict)
