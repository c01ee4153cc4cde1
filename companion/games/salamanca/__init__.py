"""Salamanca: build estates, let others' lands pay you, and keep the hazards away. 2 to 5 players."""

from pathlib import Path
from typing import Any

from companion.engine import Engine, Game, Message, Option, RuleError, Setup, integer, shown
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.rules import play, standing, start

MOST_MONEY = 10**15


def _money(value: Any, seats: int) -> Any:
    if type(value) is int and value < 0:
        raise RuleError("nobody starts with less than 0 coins, so not with {value}", value=shown(value))
    return integer(value, Message("the option {key}", key="money"), 0, MOST_MONEY)


def _fits(setup: Setup) -> None:
    """The board is 8 by 9, whichever side is the longer one."""
    rows, columns = setup.options["rows"], setup.options["columns"]
    if rows == columns:
        raise RuleError("the board has 8 rows and 9 columns, or 9 rows and 8 columns, but not {rows} and {columns}",
                rows=rows, columns=columns)  # fmt: skip


GAME = Game(
    key="salamanca",
    title=Message("Salamanca"),
    glyph="castle",
    seats=range(2, 6),
    options=(
        Option(
            key="board",
            title=Message("What do you enter?"),
            help=Message("The sales and taxes that you count yourselves, or every turn, and the coins are counted."),
            default=False,
            choices=((False, Message("Sales and taxes")), (True, Message("The board"))),
        ),
        Option(
            key="rows",
            title=Message("How many rows has the board?"),
            help=Message("Only with the board: turn it as it lies before you. The other side has the other number."),
            default=8,
            choices=((8, Message("8 rows")), (9, Message("9 rows"))),
            asked=False,
        ),
        Option(
            key="columns",
            title=Message("How many columns has the board?"),
            help=Message("9 where it has 8 rows, 8 where it has 9."),
            default=9,
            choices=((9, Message("9 columns")), (8, Message("8 columns"))),
            asked=False,
        ),
        Option(
            key="money",
            title=Message("How many coins does everyone start with?"),
            help=Message("The rulebook gives none."),
            default=0,
            check=_money,
            choices=((0, Message("None")), (5, Message("5 coins")), (10, Message("10 coins"))),
        ),
        Option(
            key="noble_limit",
            title=Message("Where may no noble be put?"),
            help=Message(
                "The rulebook says: not where the estate is worth more than 7. Some tables draw the line at 7."
            ),
            default="over-7",
            choices=(("over-7", Message("From 8 on")), ("from-7", Message("From 7 on"))),
            is_ruling=True,
        ),
        Option(
            key="sold_building",
            title=Message("What becomes of a building that is sold?"),
            help=Message("The rulebook does not say whether it stays on the board, where nobody can occupy it again."),
            default="stays",
            choices=(("stays", Message("It stays")), ("leaves", Message("It leaves the board"))),
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
    why_all_stay=Message(
        "The number cards, the tiles on display in each round and the number of rounds follow the number of players."
    ),
    fits=_fits,
    who_begins=Message("By the rulebook the players choose who begins."),
)
