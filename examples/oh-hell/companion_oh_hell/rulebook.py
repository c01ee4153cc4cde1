"""The rules of Oh Hell as sentences: each step and each refusal names one of these."""

from __future__ import annotations

from companion.engine import Message, Rule, Step, named_values
from companion_oh_hell.rules import MADE, MISSED, POINTS, SHARED


def _made(step: Step) -> Message:
    return Message("bid {bid} and took {tricks}: 10 + {tricks}", **step.values)


def _missed(step: Step) -> Message:
    if step.points:
        return Message("bid {bid} and took {tricks}: −1 for each of {off} off", **step.values)
    return Message("bid {bid} and took {tricks}: a missed bid brings nothing", **step.values)


def _points(step: Step) -> Message:
    return Message("most points: {seats} with {total}", **named_values(step))


def _shared(step: Step) -> Message:
    return Message("{seats} share the place", **named_values(step))


RULES = {
    "oh-hell/deals": Rule(
        place=Message("The deal"),
        title=Message("How many cards"),
        text=Message(
            "Each player gets one card in the first deal, and one more in each that follows, up to the largest; then, "
            "if the table plays it so, one fewer each time down to one. The 52 cards must be enough for all."
        ),
    ),
    "oh-hell/hook": Rule(
        place=Message("Bidding"),
        title=Message("The last bid"),
        text=Message(
            "Each player bids how many tricks they will take, clockwise from the dealer's left. The dealer bids last, "
            "and may not make all bids together as many as there are tricks, unless the table allows it."
        ),
    ),
    "oh-hell/tricks": Rule(
        place=Message("Play"),
        title=Message("All tricks are taken"),
        text=Message("A deal has as many tricks as a hand has cards, and each of them is taken by one player."),
    ),
    MADE: Rule(
        place=Message("Scoring"),
        title=Message("A bid made"),
        text=Message("Who takes exactly as many tricks as bid gets 10 points, and 1 more for each trick."),
        sentence=_made,
    ),
    MISSED: Rule(
        place=Message("Scoring"),
        title=Message("A missed bid"),
        text=Message(
            "Who takes more or fewer tricks than bid gets nothing; where the table plays it so, each trick too many or "
            "too few costs 1 point."
        ),
        sentence=_missed,
    ),
    POINTS: Rule(
        place=Message("The end"),
        title=Message("The most points"),
        text=Message("After the last deal the most points win."),
        sentence=_points,
    ),
    SHARED: Rule(
        place=Message("The end"),
        title=Message("A shared place"),
        text=Message("Players with equal points share the place."),
        sentence=_shared,
    ),
}
