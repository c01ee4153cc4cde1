"""Six Takes: 104 cards, and the fewest bull heads win. 2 to 10 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion_six_takes.rulebook import RULES
from companion_six_takes.rules import play, standing, start

_LIMIT = Option(
    key="limit",
    title=Message("Limit"),
    help=Message("The round that brings somebody to so many bull heads is the last."),
    default=66,
    choices=((33, Message("33, a short game")), (66, Message("66")), (100, Message("100, a long game"))),
)

GAME = Game(
    key="six-takes",
    title=Message("Six Takes"),
    glyph="bull-head",
    seats=range(2, 11),
    options=(_LIMIT,),
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    help=f"{__name__}.help:HELP",
    figures=f"{__name__}.figures:FIGURES",
    questions=f"{__name__}.questions:QUESTIONS",
    secrecy=f"{__name__}.figures:SECRECY",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
    lowest_wins=True,
)
