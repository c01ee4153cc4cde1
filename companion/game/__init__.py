"""The words all engines share; a game imports this package and nothing else of ours."""

from companion.game.figure import Best, Count, Figure, Pairs, Share, Split
from companion.game.game import Game, Option, Rule, Setup, Standing, State, Step
from companion.game.message import ENGLISH, MINUS, Catalogue, Message, Seat, joined
from companion.game.question import Alternative, Answer, Question
from companion.game.ranking import rank
from companion.game.strict import (
    RuleError,
    entry_keys,
    flag,
    integer,
    items,
    one_of,
    shown,
)

__all__ = [
    "ENGLISH",
    "MINUS",
    "Alternative",
    "Answer",
    "Best",
    "Catalogue",
    "Count",
    "Figure",
    "Game",
    "Message",
    "Option",
    "Pairs",
    "Question",
    "Rule",
    "RuleError",
    "Seat",
    "Setup",
    "Share",
    "Split",
    "Standing",
    "State",
    "Step",
    "entry_keys",
    "flag",
    "integer",
    "items",
    "joined",
    "one_of",
    "rank",
    "shown",
]
