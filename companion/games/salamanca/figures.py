"""Statistics of a finished game of Salamanca: the sources of each seat's coins, and the estates it sold."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Best, Figures, Json, Message, Split, State, Step
from companion.games.salamanca.sales import FEE, NOBLE_SHARE, NOBLES_TAX, SALE, TAX
from companion.games.salamanca.tiles import BUILDINGS

SOURCES = MappingProxyType({SALE: "sales", NOBLE_SHARE: "shares", TAX: "squires", NOBLES_TAX: "nobles", FEE: "fees"})
_SHOWN = (
    Split(
        "points",
        Message("Where the coins came from"),
        {
            "start": Message("Coins at the start"),
            "sales": Message("Sales"),
            "shares": Message("The noble's share of others' sales"),
            "squires": Message("Taxes of the squires"),
            "nobles": Message("Taxes of the noble"),
            "fees": Message("Fees paid"),
        },
    ),
    Split(
        "sold",
        Message("Estates sold"),
        {"farm": Message("Farms"), "castle": Message("Castles"), "monastery": Message("Monasteries")},
        is_points=False,
    ),
    Best("sale", Message("Dearest sale")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat, the same with and without a board; `points` add up to the seat's coins."""
    all_steps = [step for entry_steps in steps for step in entry_steps]
    return tuple(
        [
            _of_seat(coins, [step for step in all_steps if step.seat == seat])
            for seat, coins in enumerate(states[0].totals)
        ]
    )


def _of_seat(coins: int, steps: Sequence[Step]) -> Json:
    points = {"start": coins, **dict.fromkeys(SOURCES.values(), 0)}
    for step in steps:
        if step.rule in SOURCES:
            points[SOURCES[step.rule]] += step.points or 0
    sales = [step for step in steps if step.rule == SALE]
    return {
        "points": points,
        "sold": {building: sum(step.values["building"] == building for step in sales) for building in BUILDINGS},
        "sale": max((step.points or 0 for step in sales), default=0),
    }


FIGURES = Figures(shown=_SHOWN, count=figures)
