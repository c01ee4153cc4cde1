"""The rulebook of Oh Hell: each step and each refusal names one of these rules."""

from __future__ import annotations

from companion.engine import Rulebook, by

RULES = Rulebook("oh-hell")
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says

DEALS = rule(
    "deals",
    "The deal",
    "How many cards",
    "Each player gets one card in the first deal, and one more in each that follows, up to the largest; then, "
    "if the table plays it so, one fewer each time down to one. The 52 cards must be enough for all.",
)
TOO_FEW_CARDS = refusal(
    DEALS,
    "with {players} players a deal has at most {cards} cards each: choose a smaller largest deal",
    title="a deal for which the deck is too small",
)
LAST_BID = rule(
    "hook",
    "Bidding",
    "The last bid",
    "Each player bids how many tricks they will take, clockwise from the dealer's left. The dealer bids last, "
    "and may not make all bids together as many as there are tricks, unless the table allows it.",
)
HOOK = refusal(
    LAST_BID,
    "all bids together are {cards}, as many as there are tricks: one of them has to be another",
    title="bids that add up to the number of tricks",
)
ALL_TRICKS = rule(
    "tricks",
    "Play",
    "All tricks are taken",
    "A deal has as many tricks as a hand has cards, and each of them is taken by one player.",
)
TRICKS_MISSING = refusal(
    ALL_TRICKS,
    "the tricks add up to {sum}, not {cards}",
    title="tricks that do not add up to the cards of a hand",
)
MADE = rule(
    "made",
    "Scoring",
    "A bid made",
    "Who takes exactly as many tricks as bid gets 10 points, and 1 more for each trick.",
    says("bid {bid} and took {tricks}: 10 + {tricks}"),
)
MISSED = rule(
    "missed",
    "Scoring",
    "A missed bid",
    "Who takes more or fewer tricks than bid gets nothing; where the table plays it so, each trick too many or "
    "too few costs 1 point.",
    by(
        lambda step: step.points or 0,
        {0: says("bid {bid} and took {tricks}: a missed bid brings nothing")},
        says("bid {bid} and took {tricks}: −1 for each of {off} off"),
    ),
)
POINTS = rule(
    "points",
    "The end",
    "The most points",
    "After the last deal the most points win.",
    says("most points: {seats} with {total}"),
)
SHARED = rule(
    "shared",
    "The end",
    "A shared place",
    "Players with equal points share the place.",
    says("{seats} share the place"),
)
