"""The open score sheet: any game, counted by rounds, by lines at the end, or both. 1 to 12 players."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.game import MOST_SEATS, Engine, Game, Halves, Message
from companion.game.game import parts_in
from companion.games.open.numbers import REFUSALS
from companion.games.open.options import OPTIONS, check_together
from companion.games.open.rulebook import RULES
from companion.games.open.rules import play, standing, start


def _as_played(options: Mapping[str, Any]) -> Game:
    """The game under the name of the sheet, which is not translated; an option that is missing has its default."""
    return replace(
        GAME,
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
    parts=parts_in(__name__),
    folder=Path(__file__).parent,
    refusals=REFUSALS,
    fits=check_together,
    as_played=_as_played,
)
