"""The referee's questions about Kingdomino: what an area scores, and who comes first."""

from __future__ import annotations

from companion.engine import Answer, Choice, Column, Message, Number, Question, Step, who_comes_first
from companion_kingdomino.dominoes import TERRAINS
from companion_kingdomino.rulebook import AREA, CROWNS, LARGEST, RULES, SHARED, TOTAL
from companion_kingdomino.rules import LARGE


def _area(terrain: str, squares: int, crowns: int) -> Answer:
    points = squares * crowns
    counted = {"terrain": terrain, "squares": squares, "crowns": crowns, "value": points, "before": 0}
    headline = Message("{points} point", "{points} points", points, points=points)
    return Answer({"points": points}, (Step(AREA, None, points, counted),), headline, number=points)


QUESTIONS = (
    Question(
        "kingdomino/area",
        title="What does this area score?",
        help="Squares of one terrain that touch side by side, and the crowns on them.",
        words="territory, property, squares, crowns, points",
        inputs=(
            Choice("terrain", TERRAINS, name="the terrain", title="Terrain", usual="wheat"),
            Number(
                "squares", 1, LARGE**2 - 1, name="the squares", title="Squares", asks="How many squares has the area?"
            ),
            Number("crowns", 0, 20, name="the crowns", title="Crowns", asks="How many crowns are on it?"),
        ),
        answer=_area,
        claims=True,
    ),
    who_comes_first(
        "kingdomino",
        range(2, 5),
        TOTAL,
        RULES,
        Column(
            "largest", name="the largest areas", title="Largest area", asks="Enter the largest area of {seat}.", low=0
        ),
        Column("crowns", name="the crowns", title="Crowns", asks="Enter the crowns of {seat}.", low=0),
        ties=(LARGEST, CROWNS, SHARED),
        help="Equal totals are settled by the largest area, then by the crowns.",
        words="tie, winner, equal, place",
    ),
)
