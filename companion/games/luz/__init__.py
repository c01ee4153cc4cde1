"""Luz: bet on your tricks without seeing your cards. 3 to 5 players, four deals."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion.games.luz.rulebook import RULES
from companion.games.luz.rules import play, standing, start

GAME = Game(
    key="luz",
    title=Message("Luz"),
    glyph="sun",
    seats=range(3, 6),
    options=(
        Option(
            key="start",
            title=Message("Who has the start card?"),
            help=Message("That seat bets and leads first in deal 1."),
            default=0,
            choices=None,
        ),
        Option(
            key="final_start",
            title=Message("Whose start card ends the last tie?"),
            help=Message("Same total, same last deal: first clockwise from there wins."),
            default="deal-4",
            choices=(("deal-4", Message("Deal 4")), ("deal-1", Message("Deal 1"))),
            is_ruling=True,
        ),
        Option(
            key="negative_totals",
            title=Message("Can a total fall below 0?"),
            help=Message("Missed bets cost points; the rulebook does not say where that ends."),
            default=True,
            choices=((True, Message("Yes")), (False, Message("No, stops at 0"))),
            is_ruling=True,
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
    why_all_stay=Message("The deck, and so the cards of each hand, follows the number of players."),
    who_begins=Message("By the rulebook the start card goes to a player by lot."),
)
