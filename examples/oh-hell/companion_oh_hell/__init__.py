"""Oh Hell: say how many tricks you will take, and take exactly so many. 3 to 7 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message
from companion_oh_hell.options import OPTIONS, fits
from companion_oh_hell.rulebook import RULES
from companion_oh_hell.rules import play, standing, start

GAME = Game(
    key="oh-hell",
    title=Message("Oh Hell"),
    glyph="oh-hell-bid",
    seats=range(3, 8),
    options=OPTIONS,
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    help=f"{__name__}.help:HELP",
    figures=f"{__name__}.figures:FIGURES",
    questions=f"{__name__}.questions:QUESTIONS",
    secrecy=f"{__name__}.figures:SECRECY",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
    fits=fits,
)
