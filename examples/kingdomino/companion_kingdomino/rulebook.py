"""The rulebook of Kingdomino: each step and each refusal names one of these rules."""

from __future__ import annotations

from companion.engine import Message, Rulebook, Step, by
from companion_kingdomino.dominoes import TERRAINS

RULES = Rulebook("kingdomino")
rule, refusal, says = RULES.rule, RULES.refusal, RULES.says

_PLACING = Message("Placing a domino")
CONNECTION = rule(
    "connection",
    _PLACING,
    "Connection",
    "A domino covers two free squares. At least one half touches the castle, which takes any terrain, or a "
    "square of its own terrain, side by side.",
)
APART = refusal(CONNECTION, "a domino covers two squares side by side")
OCCUPIED = refusal(CONNECTION, "a domino covers two free squares")
UNCONNECTED = refusal(CONNECTION, "half of the domino has to touch the castle or a square of its own terrain")
SIZE = rule(
    "size",
    _PLACING,
    "Size of a kingdom",
    "A kingdom with its castle is at most 5 squares wide and high, in the mighty duel 7.",
)
TOO_LARGE = refusal(SIZE, "a kingdom is at most {size} squares wide and high", title="a kingdom that is too large")
DISCARDED = rule(
    "discarded",
    _PLACING,
    "Discarded dominoes",
    "A domino that fits nowhere is discarded. It scores nothing.",
    says("A domino is discarded"),
)

_DOMINOES = Message("Dominoes")
DOMINOES = rule(
    "dominoes",
    _DOMINOES,
    "The 48 dominoes",
    "Each pair of terrains and crowns exists a certain number of times.",
)
UNKNOWN = refusal(DOMINOES, "there is no domino with {first} and {second}", title="a domino that does not exist")
USED_UP = refusal(
    DOMINOES,
    "the domino with {first} and {second} already lies in a kingdom",
    "all {count} dominoes with {first} and {second} already lie in kingdoms",
    title="more dominoes of a kind than there are",
)
TURNS = rule(
    "turns",
    _DOMINOES,
    "Dominoes for each player",
    "Each player gets 12 dominoes, in the mighty duel 24. The game ends when all are placed.",
)
ALL_TAKEN = refusal(TURNS, "{seat} has had all {most} dominoes", title="a domino more than a player gets")


def area_words(terrain: str, squares: int, crowns: int) -> Message:
    """Say how an area is counted: "forest: 3 squares × 1 crown = 3"."""
    return Message(
        "{terrain}: {squares} × {crowns} = {points}",
        terrain=TERRAINS[terrain],
        squares=Message("{count} square", "{count} squares", squares),
        crowns=Message("{count} crown", "{count} crowns", crowns),
        points=squares * crowns,
    )


def _area(step: Step) -> Message:
    return area_words(step.values["terrain"], step.values["squares"], step.values["crowns"])


AREA = rule(
    "area",
    "Scoring",
    "Areas",
    "Squares of one terrain that touch side by side are an area. It scores its squares times its crowns; "
    "an area without a crown scores nothing.",
    by("before", {0: _area}, says("{area}, before {before}", area=_area)),
)
MIDDLE = rule(
    "middle",
    "Variants",
    "Middle kingdom",
    "10 points at the end if the castle is in the middle of the kingdom.",
    says("The castle is in the middle"),
)
HARMONY = rule(
    "harmony",
    "Variants",
    "Harmony",
    "5 points at the end if the kingdom is complete: no domino was discarded.",
    says("The kingdom is complete"),
)
TOTAL = rule("total", "Scoring", "Most points", "The most points win.", says("Most points: {seats} with {total}"))
LARGEST = rule(
    "largest",
    "Ties",
    "Largest area",
    "With equal totals, the larger largest area comes first, with or without crowns.",
    says("{total} each: the largest area of {seats} has {value} squares, of {over} {other}"),
)
CROWNS = rule(
    "crowns",
    "Ties",
    "Most crowns",
    "If the largest areas are equal too, more crowns in the whole kingdom come first.",
    says("{total} each, equal areas: {seats} has {value} crowns, {over} {other}"),
)
SHARED = rule(
    "shared",
    "Ties",
    "A shared place",
    "If the crowns are equal too, the place is shared.",
    says("{seats} share the place"),
)
