"""The parts of an open score sheet beside its engine."""

from __future__ import annotations

from companion.game import Json
from companion.game.names import shorten
from companion.game.pages.parts import GameParts
from companion.games.open.figures import FIGURES
from companion.games.open.form import Form
from companion.games.open.options import LONGEST_NAME
from companion.games.open.samples import SAMPLES
from companion.games.open.secrecy import SECRECY
from companion.games.open.setup_form import SheetSetupForm
from companion.games.open.widening import SheetWidening
from companion.games.open.words import WORDS


def _options_for_totals(title: str, *, lowest_wins: bool, halves: bool) -> Json:
    """Return the options of a sheet with one round; its name is the title, cut to the longest allowed name."""
    return {
        "name": shorten(title, LONGEST_NAME),
        "rounds": 1,
        "lowest_wins": lowest_wins,
        "halves": halves,
        "negative": True,
    }


PARTS = GameParts(
    form=Form(),
    figures=FIGURES,
    secrecy=SECRECY,
    samples=SAMPLES,
    words=WORDS,
    teams_option="teams",
    setup_form=SheetSetupForm(),
    widening=SheetWidening(),
    options_for_totals=_options_for_totals,
)
