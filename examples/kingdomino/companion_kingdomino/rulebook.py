"""The rulebook of Kingdomino as sentences: each step names one of these rules."""

from __future__ import annotations

from companion.engine import Message, Rule, Step, named_values
from companion_kingdomino.dominoes import TERRAINS
from companion_kingdomino.refusals import CONNECTION, DOMINOES, SIZE, TURNS
from companion_kingdomino.rules import AREA, CROWNS, DISCARDED, HARMONY, LARGEST, MIDDLE, SHARED, TOTAL

_PLACING, _SCORING, _TIES = Message("Placing a domino"), Message("Scoring"), Message("Ties")
_VARIANTS, _DOMINOES = Message("Variants"), Message("Dominoes")


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
    values = step.values
    counted = area_words(values["terrain"], values["squares"], values["crowns"])
    if values["before"]:
        return Message("{area}, before {before}", area=counted, before=values["before"])
    return counted


def _largest(step: Step) -> Message:
    values = named_values(step)
    return Message("{total} each: the largest area of {seats} has {value} squares, of {over} {other}", **values)


def _crowns(step: Step) -> Message:
    return Message("{total} each, equal areas: {seats} has {value} crowns, {over} {other}", **named_values(step))


RULES = {
    CONNECTION: Rule(
        place=_PLACING,
        title=Message("Connection"),
        text=Message(
            "A domino covers two free squares. At least one half touches the castle, which takes any terrain, or a "
            "square of its own terrain, side by side."
        ),
    ),
    SIZE: Rule(
        place=_PLACING,
        title=Message("Size of a kingdom"),
        text=Message("A kingdom with its castle is at most 5 squares wide and high, in the mighty duel 7."),
    ),
    DISCARDED: Rule(
        place=_PLACING,
        title=Message("Discarded dominoes"),
        text=Message("A domino that fits nowhere is discarded. It scores nothing."),
        sentence=lambda step: Message("A domino is discarded"),
    ),
    DOMINOES: Rule(
        place=_DOMINOES,
        title=Message("The 48 dominoes"),
        text=Message("Each pair of terrains and crowns exists a certain number of times."),
    ),
    TURNS: Rule(
        place=_DOMINOES,
        title=Message("Dominoes for each player"),
        text=Message("Each player gets 12 dominoes, in the mighty duel 24. The game ends when all are placed."),
    ),
    AREA: Rule(
        place=_SCORING,
        title=Message("Areas"),
        text=Message(
            "Squares of one terrain that touch side by side are an area. It scores its squares times its crowns; "
            "an area without a crown scores nothing."
        ),
        sentence=_area,
    ),
    MIDDLE: Rule(
        place=_VARIANTS,
        title=Message("Middle kingdom"),
        text=Message("10 points at the end if the castle is in the middle of the kingdom."),
        sentence=lambda step: Message("The castle is in the middle"),
    ),
    HARMONY: Rule(
        place=_VARIANTS,
        title=Message("Harmony"),
        text=Message("5 points at the end if the kingdom is complete: no domino was discarded."),
        sentence=lambda step: Message("The kingdom is complete"),
    ),
    TOTAL: Rule(
        place=_SCORING,
        title=Message("Most points"),
        text=Message("The most points win."),
        sentence=lambda step: Message("Most points: {seats} with {total}", **named_values(step)),
    ),
    LARGEST: Rule(
        place=_TIES,
        title=Message("Largest area"),
        text=Message("With equal totals, the larger largest area comes first, with or without crowns."),
        sentence=_largest,
    ),
    CROWNS: Rule(
        place=_TIES,
        title=Message("Most crowns"),
        text=Message("If the largest areas are equal too, more crowns in the whole kingdom come first."),
        sentence=_crowns,
    ),
    SHARED: Rule(
        place=_TIES,
        title=Message("A shared place"),
        text=Message("If the crowns are equal too, the place is shared."),
        sentence=lambda step: Message("{seats} share the place", **named_values(step)),
    ),
}
