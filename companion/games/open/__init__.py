"""The open score sheet: any game, counted by rounds, by lines at the end, or both. 1 to 12 players."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.engine import MOST_SEATS, Engine, Game, Halves, Message
from companion.games.open.options import OPTIONS, check_together
from companion.games.open.rulebook import RULES
from companion.games.open.rules import play, standing, start


def _as_played(options: Mapping[str, Any]) -> Game:
    """The game under the name of the sheet, which is not translated; an option that is missing has its default."""
    return GAME.changed(
        title=Message("{game}", game=options["name"]) if options.get("name") else GAME.title,
        lowest_wins=options.get("lowest_wins", False),
        points=Halves if options.get("halves") else int,
    )


GAME = Game(
    key="open",
    title=Message("Open score sheet"),
    glyph="book",
    seats=range(1, MOST_SEATS + 1),
    options=OPTIONS,
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    figures=f"{__name__}.figures:FIGURES",
    secrecy=f"{__name__}.figures:SECRECY",
    setup_form=f"{__name__}.setup_form:SETUP_FORM",
    widening=f"{__name__}.widening:WIDENING",
    samples=f"{__name__}.figures:SAMPLES",
    options_for_totals=f"{__name__}.figures:options_for_totals",
    folder=Path(__file__).parent,
    fits=check_together,
    as_played=_as_played,
)
