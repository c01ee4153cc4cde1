"""The referee's questions about Six Takes: what cards count, and who comes first."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine import Answer, Input, Message, Question, who_comes_first
from companion_six_takes.rulebook import FEWEST, RULES, SHARED
from companion_six_takes.rules import count_cards, read_cards


def _cards(cards: Sequence[int]) -> Answer:
    steps = count_cards(cards)
    heads = sum(step.points or 0 for step in steps)
    headline = Message("{count} bull head", "{count} bull heads", heads)
    return Answer({"points": heads}, tuple(steps), headline, number=heads)


QUESTIONS = (
    Question(
        "six-takes/cards",
        title="What do these cards count?",
        help="Tick the cards; the bull heads on them are counted.",
        words="bull heads, points of a card, row",
        inputs=(Input("cards", reads=lambda value: read_cards(value, 0)),),
        answer=_cards,
        claims=True,
    ),
    who_comes_first(
        "six-takes",
        range(2, 11),
        FEWEST,
        RULES,
        ties=(SHARED,),
        help="Enter the total of each player.",
        words="winner, tie, end of the game",
        usual=4,
        lowest_wins=True,
    ),
)
