"""Statistics of a finished game of Azul: for each seat the sources of its points, and its tiles."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Best, Count, Figures, Json, Message, Split, State, Step
from companion.games.azul.rules import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS
from companion.games.azul.tiling import FLOOR, TILE

SOURCES = MappingProxyType(
    {TILE: "tiles", BONUS_ROWS: "rows", BONUS_COLUMNS: "columns", BONUS_COLOURS: "colours", FLOOR: "floor"}
)
_SHOWN = (
    Split(
        "points",
        Message("Where the points came from"),
        {
            "tiles": Message("Tiles"),
            "rows": Message("Full rows"),
            "columns": Message("Full columns"),
            "colours": Message("Full colours"),
            "floor": Message("Floor line"),
        },
    ),
    Count("tiles", Message("Tiles on the wall")),
    Best("tile", Message("Most points with one tile")),
    Count("markers", Message("Start marker taken")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat. Bonuses count only if a full row ended the game."""
    all_steps = [step for entry_steps in steps for step in entry_steps]
    return tuple(
        [
            {
                **_of_seat([step for step in all_steps if step.seat == seat]),
                "markers": sum(entry.get("first") == seat for entry in entries),
            }
            for seat in range(states[0].setup.seats)
        ]
    )


def _of_seat(steps: Sequence[Step]) -> Json:
    points = dict.fromkeys(SOURCES.values(), 0)
    for step in steps:
        if step.rule in SOURCES:
            points[SOURCES[step.rule]] += step.points or 0
    tiles = [step.points or 0 for step in steps if step.rule == TILE]
    return {"points": points, "tiles": len(tiles), "tile": max(tiles, default=0)}


FIGURES = Figures(shown=_SHOWN, count=figures)
