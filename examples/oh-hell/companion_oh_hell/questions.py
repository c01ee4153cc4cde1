"""The referee's questions about Oh Hell: what a bid scores, and who comes first."""

from __future__ import annotations

from companion.engine import Answer, Choice, Message, Number, Question, who_comes_first
from companion_oh_hell.options import MOST
from companion_oh_hell.rulebook import MADE, POINTS, RULES, SHARED
from companion_oh_hell.rules import score


def _bid(bid: int, tricks: int, missed: str = "zero") -> Answer:
    step = score(0, None, bid, tricks, missed)
    points, is_made = step.points or 0, step.rule == MADE
    headline = Message("Made: {points}", points=points) if is_made else Message("Missed: {points}", points=points)
    return Answer({"made": is_made, "points": points}, (step,), headline, number=points)


QUESTIONS = (
    Question(
        "oh-hell/bid",
        title="What does a bid bring?",
        help="A bid and the tricks taken: what are they worth?",
        words="bid, tricks, made, missed, exact",
        inputs=(
            Number("bid", 0, MOST, name="the bid", title="Bid", asks="Tap the bid."),
            Number("tricks", 0, MOST, name="the tricks", title="Tricks taken", asks="Tap the tricks taken."),
            Choice(
                "missed",
                {"zero": Message("nothing"), "minus": Message("−1 per trick off")},
                title="A missed bid",
                usual="zero",
                is_optional=True,
            ),
        ),
        answer=_bid,
        claims=True,
    ),
    who_comes_first(
        "oh-hell",
        range(3, 8),
        POINTS,
        RULES,
        ties=(SHARED,),
        help="The totals of all players: who wins, and who shares a place?",
        words="winner, ranking, tie, totals",
        usual=4,
        below_zero=True,
    ),
)
