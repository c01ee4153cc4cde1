"""Imports games from BG Stats or a spreadsheet as finished tables with known totals but no entries."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "past",
    Path(__file__).parent,
    order=170,
    requires=("groups", "history"),
    tables=[f"{__name__}.rows:{table}" for table in ("PAST_IMPORTS", "PAST_PLAYS", "PAST_PLAYERS")],
    migrations=[f"{__name__}.rows:name_parts_of_contents"],
    slots={"import": "past/way-of-import.html", "history": "past/way-of-history.html"},
    serve=f"{__name__}.runner:close_at_end",
    expire=f"{__name__}.rows:expire",
    blueprint=f"{__name__}.views:bp",
)
