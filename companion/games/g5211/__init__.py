"""5211: play cards in secret, and hope that your colour has the most but not too many. 2 to 5 players."""

from pathlib import Path

from companion.engine import Engine, Game, Message, Option
from companion.games.g5211.rulebook import RULES
from companion.games.g5211.rules import SEATS, play, standing, start

GAME = Game(
    key="5211",
    title=Message("5211"),
    glyph="rooster",
    seats=SEATS,
    options=(
        Option(
            key="long",
            title=Message("How long do you play?"),
            help=Message(
                "To 50 points: the first deck is always played to its end, then more decks follow until somebody has "
                "50."
            ),
            default=False,
            choices=((False, Message("One deck")), (True, Message("To 50 points"))),
        ),
        Option(
            key="long_tiebreak",
            title=Message("Which score piles settle a tie in the long game?"),
            help=Message("Same points: more cards in the score pile comes first. Earlier decks may count or not."),
            default="all-decks",
            choices=(("all-decks", Message("All decks")), ("last-deck", Message("Last deck"))),
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
        "How many cards are removed from the deck, how many roosters score and how many cards of a colour are too many "
        "follow the number of players."
    ),
)
