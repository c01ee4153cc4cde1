"""Kingdomino: dominoes of two terrains around a castle. 2 to 4 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion_kingdomino.rulebook import RULES
from companion_kingdomino.rules import LARGE, SMALL, fits, play, standing, start

_YES_NO = ((True, Message("Yes")), (False, Message("No")))

GAME = Game(
    key="kingdomino",
    title=Message("Kingdomino"),
    glyph="castle",
    seats=range(2, 5),
    options=(
        Option(
            key="size",
            title=Message("Size of the kingdoms"),
            help=Message("7 by 7 is the mighty duel of two players with all 48 dominoes."),
            default=SMALL,
            choices=((SMALL, Message("5 by 5")), (LARGE, Message("7 by 7, two players"))),
        ),
        Option(
            key="middle",
            title=Message("Middle kingdom"),
            help=Message("10 points if the castle is in the middle."),
            default=False,
            choices=_YES_NO,
        ),
        Option(
            key="harmony",
            title=Message("Harmony"),
            help=Message("5 points if no domino was discarded."),
            default=False,
            choices=_YES_NO,
        ),
    ),
    rules=RULES,
    engine=Engine(start, play, standing),
    form=f"{__name__}.form:FORM",
    help=f"{__name__}.help:HELP",
    questions=f"{__name__}.questions:QUESTIONS",
    secrecy=f"{__name__}.figures:SECRECY",
    samples=f"{__name__}.figures:SAMPLES",
    folder=Path(__file__).parent,
    fits=fits,
    board_game_geek=204583,
    why_all_stay=Message("Each player needs a kingdom from the first domino on."),
)
