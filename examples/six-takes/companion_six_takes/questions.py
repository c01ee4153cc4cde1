"""The referee's questions about Six Takes: what cards count, and who comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Answer, Message, Question, by_seat, rank, ranking_answer
from companion_six_takes.rulebook import FEWEST, RULES, SHARED
from companion_six_takes.rules import count_cards, read_cards

SEATS = range(2, 11)


def _cards(question: Mapping[str, Any]) -> Answer:
    steps = count_cards(read_cards(question["cards"], 0))
    heads = sum(step.points or 0 for step in steps)
    headline = Message("{count} bull head", "{count} bull heads", heads)
    return Answer({"points": heads}, tuple(steps), headline, number=heads)


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("the totals"), SEATS, low=0)
    ranked = rank([(total,) for total in totals], [SHARED], lowest_wins=True)
    return ranking_answer(totals, ranked, FEWEST, RULES, lowest_wins=True)


QUESTIONS = (
    Question(
        key="six-takes/cards",
        title=Message("What do these cards count?"),
        help=Message("Tick the cards; the bull heads on them are counted."),
        words=Message("bull heads, points of a card, row"),
        fields=("cards",),
        answer=_cards,
        claims=True,
    ),
    Question(
        key="six-takes/ranking",
        title=Message("Who comes first?"),
        help=Message("Enter the total of each player."),
        words=Message("winner, tie, end of the game"),
        fields=("totals",),
        answer=_ranking,
    ),
)
