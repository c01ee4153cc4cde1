"""What the rules of Kingdomino forbid, each with the rule that does."""

from __future__ import annotations

from companion.engine import Refusal

CONNECTION, SIZE, DOMINOES, TURNS = (
    "kingdomino/connection",
    "kingdomino/size",
    "kingdomino/dominoes",
    "kingdomino/turns",
)

APART = Refusal("a domino covers two squares side by side", rule=CONNECTION)
OCCUPIED = Refusal("a domino covers two free squares", rule=CONNECTION)
UNCONNECTED = Refusal("half of the domino has to touch the castle or a square of its own terrain", rule=CONNECTION)
TOO_LARGE = Refusal("a kingdom is at most {size} squares wide and high", rule=SIZE, title="a kingdom that is too large")
UNKNOWN = Refusal("there is no domino with {first} and {second}", rule=DOMINOES, title="a domino that does not exist")
USED_UP = Refusal(
    "the domino with {first} and {second} already lies in a kingdom",
    "all {count} dominoes with {first} and {second} already lie in kingdoms",
    rule=DOMINOES,
    title="more dominoes of a kind than there are",
)
ALL_TAKEN = Refusal("{seat} has had all {most} dominoes", rule=TURNS, title="a domino more than a player gets")

REFUSALS = (APART, OCCUPIED, UNCONNECTED, TOO_LARGE, UNKNOWN, USED_UP, ALL_TAKEN)
