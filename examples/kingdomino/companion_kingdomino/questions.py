"""The referee's questions about Kingdomino: what an area scores, and who comes first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine import Answer, Message, Question, Step, by_seat, integer, one_of, rank, ranking_answer
from companion_kingdomino.dominoes import TERRAINS
from companion_kingdomino.rulebook import AREA, CROWNS, LARGEST, RULES, SHARED, TOTAL
from companion_kingdomino.rules import LARGE

MOST_SQUARES, MOST_CROWNS = LARGE**2 - 1, 20


def _area(question: Mapping[str, Any]) -> Answer:
    terrain = one_of(question["terrain"], Message("the terrain"), TERRAINS)
    squares = integer(question["squares"], Message("the squares"), 1, MOST_SQUARES)
    crowns = integer(question["crowns"], Message("the crowns"), 0, MOST_CROWNS)
    points = squares * crowns
    counted = {"terrain": terrain, "squares": squares, "crowns": crowns, "value": points, "before": 0}
    headline = Message("{points} point", "{points} points", points, points=points)
    return Answer({"points": points}, (Step(AREA, None, points, counted),), headline, number=points)


def _ranking(question: Mapping[str, Any]) -> Answer:
    totals = by_seat(question["totals"], Message("the totals"), range(2, 5), 0)
    largest = by_seat(question["largest"], Message("the largest areas"), len(totals), 0)
    crowns = by_seat(question["crowns"], Message("the crowns"), len(totals), 0)
    ranked = rank(list(zip(totals, largest, crowns, strict=True)), [LARGEST, CROWNS, SHARED])
    return ranking_answer(totals, ranked, TOTAL, RULES)


QUESTIONS = (
    Question(
        key="kingdomino/area",
        title=Message("What does this area score?"),
        help=Message("Squares of one terrain that touch side by side, and the crowns on them."),
        words=Message("territory, property, squares, crowns, points"),
        fields=("terrain", "squares", "crowns"),
        answer=_area,
        claims=True,
    ),
    Question(
        key="kingdomino/ranking",
        title=Message("Who comes first?"),
        help=Message("Equal totals are settled by the largest area, then by the crowns."),
        words=Message("tie, winner, equal, place"),
        fields=("totals", "largest", "crowns"),
        answer=_ranking,
    ),
)
