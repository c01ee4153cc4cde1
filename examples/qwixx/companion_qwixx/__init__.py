"""Qwixx: four rows to cross from left to right, and the most points win. 2 to 5 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import Engine, Game, Message
from companion_qwixx.refusals import EARLY, ERASED, LEFT, LOCKED
from companion_qwixx.rulebook import RULES
from companion_qwixx.rules import play, standing, start

if TYPE_CHECKING:
    from companion.game.pages.parts import GameParts


def _parts() -> GameParts:
    from companion_qwixx.parts import PARTS

    return PARTS


GAME = Game(
    key="qwixx",
    title=Message("Qwixx"),
    glyph="qwixx-rows",
    seats=range(2, 6),
    options=(),
    rules=RULES,
    engine=Engine(start, play, standing),
    parts=_parts,
    folder=Path(__file__).parent,
    refusals=(LEFT, EARLY, LOCKED, ERASED),
)
