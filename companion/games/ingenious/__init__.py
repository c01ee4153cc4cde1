"""Ingenious: lay tiles so that symbols meet, and mind your lowest colour. 1 to 4 players, alone, in teams or a duel."""

from pathlib import Path
from typing import Any

from companion.engine import Engine, Game, Message, Option, one_of, raise_if
from companion.games.ingenious import board
from companion.games.ingenious.rulebook import BASE_SEATS, COLOUR_NAMES, DUEL_SEATS, RULES, SOLO_SEATS, TEAM_SEATS
from companion.games.ingenious.rules import play, standing, start
from companion.games.ingenious.tracks import MODE_NAMES, MODES, PLAYERS

_OTHER_SEATS = {"base": BASE_SEATS, "solo": SOLO_SEATS, "team": TEAM_SEATS, "duel": DUEL_SEATS}


def _mode(value: Any, seats: int) -> Any:
    mode = one_of(value, Message("the option {key}", key="mode"), MODES)
    raise_if(None if seats in PLAYERS[mode] else _OTHER_SEATS[mode])
    return mode


def _symbols(value: Any, seats: int) -> Any:
    """Six different colours as a tuple, so that nobody can change a setup; a setup's own tuple is taken too."""
    return board.read_symbols(
        list(value) if type(value) is tuple else value, Message("the option {key}", key="symbols")
    )


GAME = Game(
    key="ingenious",
    title=Message("Ingenious"),
    glyph="ingenious",
    seats=range(1, 5),
    options=(
        Option(
            key="mode",
            title=Message("How do you play?"),
            help=Message("Solo is for one, two teams are for four (who sit across play together), a duel is for two."),
            default=lambda seats: "solo" if seats == 1 else "base",
            check=_mode,
            choices=tuple(MODE_NAMES.items()),
        ),
        Option(
            key="board",
            title=Message("What do you enter?"),
            help=Message("The points that you count yourselves, or where each tile lies, and the points are counted."),
            default=False,
            choices=((False, Message("The points")), (True, Message("The board"))),
        ),
        Option(
            key="start",
            title=Message("Who begins?"),
            help=Message("The youngest; from there it goes on clockwise."),
            default=0,
            choices=None,
        ),
        Option(
            key="symbols",
            title=Message("How does the board lie?"),
            help=Message(
                "Only with the board: its six printed symbols. Tap the turn that matches yours, by the upper left one."
            ),
            default=board.COLOURS,
            check=_symbols,
            choices=tuple((turn, COLOUR_NAMES[turn[0]]) for turn in board.ROTATIONS),
        ),
        Option(
            key="first_turn",
            title=Message("Where may a first tile lie?"),
            help=Message("Beside a printed symbol; the rulebook can be read in two ways about the rest."),
            default="apart",
            choices=(("apart", Message("Away from other tiles")), ("own-symbol", Message("At a symbol of one's own"))),
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
    why_all_stay=Message("The number of players says from the first tile on which spaces of the board may be covered."),
    board_game_geek=9674,
    who_begins=Message("By the rulebook the youngest begins."),
)
