"""GameParts: the parts of a game beside its engine, as typed values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.game import Json, Message
from companion.game.figure import Figures
from companion.game.pages.form import EntryForm
from companion.game.pages.help import Help
from companion.game.pages.samples import Samples
from companion.game.pages.secrecy import Secrecy
from companion.game.pages.setup_form import SetupForm
from companion.game.pages.widening import Widening
from companion.game.pages.words import Words
from companion.game.question import Question


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
