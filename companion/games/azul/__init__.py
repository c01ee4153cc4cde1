"""Azul: tile your wall, each tile beside as many others as you can. 2 to 4 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion.games.azul.rulebook import RULES
from companion.games.azul.rules import play, standing, start
from companion.games.azul.walls import COLOURED, GREY

GAME = Game(
    key="azul",
    title=Message("Azul"),
    glyph="azul",
    seats=range(2, 5),
    options=(
        Option(
            key="wall",
            title=Message("Which side of the boards do you play on?"),
            help=Message(
                "On the coloured wall each colour has its space. "
                "On the grey wall you choose the column, each colour once in a row and once in a column."
            ),
            default=COLOURED,
            choices=((COLOURED, Message("Coloured wall")), (GREY, Message("Grey wall"))),
        ),
    ),
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    help=f"{__name__}.help:HELP",
    questions=f"{__name__}.questions:QUESTIONS",
    figures=f"{__name__}.figures:FIGURES",
    secrecy=f"{__name__}.figures:SECRECY",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
    why_all_stay=Message(
        "The number of factory displays follows the number of players: 5, 7 or 9 for two, three or four."
    ),
    board_game_geek=230802,
    who_begins=Message("By the rulebook whoever was in Portugal most recently begins."),
)
