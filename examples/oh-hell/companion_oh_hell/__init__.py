"""Oh Hell: say how many tricks you will take, and take exactly so many. 3 to 7 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Engine, Game, Message
from companion_oh_hell.options import OPTIONS, fits
from companion_oh_hell.refusals import REFUSALS
from companion_oh_hell.rulebook import RULES
from companion_oh_hell.rules import play, standing, start

if TYPE_CHECKING:
    from companion.game.pages.parts import GameParts


def _parts() -> GameParts:
    from companion_oh_hell.parts import PARTS

    return PARTS


GAME = Game(
    key="oh-hell",
    title=Message("Oh Hell"),
    glyph="oh-hell-bid",
    seats=range(3, 8),
    options=OPTIONS,
    rules=RULES,
    engine=Engine(start, play, standing),
    parts=_parts,
    folder=Path(__file__).parent,
    refusals=REFUSALS,
    fits=fits,
)
