"""The types and functions that all games share. Games import no other package of the companion."""

from companion.game.figure import Best, Count, Figure, Figures, Pairs, Share, Split
from companion.game.game import MOST_SEATS, Engine, Game, Option, Rule, Setup, Standing, State, Step
from companion.game.halves import Halves
from companion.game.lift import Lift
from companion.game.message import ENGLISH, MINUS, Catalogue, Message, MessageError, Seat, Values, joined, joined_seats
from companion.game.question import Alternative, Answer, Question, ranking_answer
from companion.game.ranking import (
    Places,
    best_total_step,
    decided_by,
    named_values,
    rank,
    ranking_headline,
    ranking_verdict,
)
from companion.game.record import record
from companion.game.refusal import Refusal, refusal_in
from companion.game.strict import (
    Json,
    RuleError,
    by_seat,
    entry_keys,
    flag,
    integer,
    items,
    one_of,
    raise_if,
    shown,
    whole,
)

__all__ = [
    "ENGLISH",
    "MINUS",
    "MOST_SEATS",
    "Alternative",
    "Answer",
    "Best",
    "Catalogue",
    "Count",
    "Engine",
    "Figure",
    "Figures",
    "Game",
    "Halves",
    "Json",
    "Lift",
    "Message",
    "MessageError",
    "Option",
    "Pairs",
    "Places",
    "Question",
    "Refusal",
    "Rule",
    "RuleError",
    "Seat",
    "Setup",
    "Share",
    "Split",
    "Standing",
    "State",
    "Step",
    "Values",
    "best_total_step",
    "by_seat",
    "decided_by",
    "entry_keys",
    "flag",
    "integer",
    "items",
    "joined",
    "joined_seats",
    "named_values",
    "one_of",
    "raise_if",
    "rank",
    "ranking_answer",
    "ranking_headline",
    "ranking_verdict",
    "record",
    "refusal_in",
    "shown",
    "whole",
]
