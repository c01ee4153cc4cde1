"""Qwixx: four rows to cross from left to right, and the most points win. 2 to 5 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message
from companion_qwixx.rulebook import RULES
from companion_qwixx.rules import play, standing, start

GAME = Game(
    key="qwixx",
    title=Message("Qwixx"),
    glyph="qwixx-rows",
    seats=range(2, 6),
    options=(),
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    help=f"{__name__}.help:HELP",
    figures=f"{__name__}.figures:FIGURES",
    questions=f"{__name__}.questions:QUESTIONS",
    secrecy=f"{__name__}.figures:SECRECY",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
)
