"""Skull King: bid how many tricks you will take, and capture what brings a bonus. 2 to 8 players, ten rounds."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion_skull_king.rulebook import RULES
from companion_skull_king.rules import play, standing, start

GAME = Game(
    key="skull-king",
    title=Message("Skull King"),
    glyph="skull-king-sword",
    seats=range(2, 9),
    options=(
        Option(
            key="beasts",
            title=Message("The Kraken and the White Whale"),
            help=Message("With them a trick may go to nobody."),
            default=False,
            choices=((False, Message("not in the deck")), (True, Message("in the deck"))),
        ),
    ),
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    figures=f"{__name__}.figures:FIGURES",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
)
