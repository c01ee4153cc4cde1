"""GameParts: what a game has beside its engine, each part a typed value."""

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
    """Makes the options of a table of any game of which only the totals are known."""

    def __call__(self, title: str, *, lowest_wins: bool, halves: bool) -> Json:
        """Return the options; `halves` says that totals are stored in halves of a point."""


@dataclass(frozen=True)
class GameParts:
    """The parts that an engine does without; what a game has not is None, no questions are an empty tuple.

    `form` reads and shows entries. `help` has the guide, the forms of `questions`, and what each seat needs. `figures`
    are its own statistics, `words` those of the referee's search. `secrecy` says what all may read where totals are
    hidden; without it no table hides them. `setup_form` is its own form for a new table; without it the page asks for
    each option by its choices. `widening` is what a table may allow beyond its options while it runs, and who comes
    late. `samples` are its sample tables, for a demo; without them a demo has none of this game.
    `options_for_totals` makes the options of a table of any game, known by its title, of which only totals are
    known; a game that stands for itself alone has none. `who_begins` is the sentence of the rulebook that says so.
    `teams_option` is the option with the seats of each team, where teams can be drawn by lot.
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
