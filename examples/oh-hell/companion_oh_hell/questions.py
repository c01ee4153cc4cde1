"""The referee's questions about Oh Hell: what a bid scores, and who comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Answer, Message, Question, by_seat, integer, one_of, rank, ranking_answer
from companion_oh_hell.options import MOST
from companion_oh_hell.rulebook import MADE, POINTS, RULES, SHARED
from companion_oh_hell.rules import score

SEATS = range(3, 8)


def _bid(question: Mapping[str, Any]) -> Answer:
    bid = integer(question["bid"], Message("the bid"), 0, MOST)
    tricks = integer(question["tricks"], Message("the tricks"), 0, MOST)
    missed = one_of(question.get("missed", "zero"), Message("missed"), ("zero", "minus"))
    step = score(0, None, bid, tricks, missed)
    points, is_made = step.points or 0, step.rule == MADE
    headline = Message("Made: {points}", points=points) if is_made else Message("Missed: {points}", points=points)
    return Answer({"made": is_made, "points": points}, (step,), headline, number=points)


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("totals"), SEATS)
    return ranking_answer(totals, rank([(total,) for total in totals], [SHARED]), POINTS, RULES)


QUESTIONS = (
    Question(
        key="oh-hell/bid",
        title=Message("What does a bid bring?"),
        help=Message("A bid and the tricks taken: what are they worth?"),
        words=Message("bid, tricks, made, missed, exact"),
        fields=("bid", "tricks"),
        optional=("missed",),
        answer=_bid,
        claims=True,
    ),
    Question(
        key="oh-hell/ranking",
        title=Message("Who comes first?"),
        help=Message("The totals of all players: who wins, and who shares a place?"),
        words=Message("winner, ranking, tie, totals"),
        fields=("totals",),
        answer=_ranking,
    ),
)
