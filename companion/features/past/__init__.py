"""Games that other programs recorded, of BG Stats or a spreadsheet, as finished tables of which totals are known."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "past",
    Path(__file__).parent,
    requires=("groups", "history"),
    slots={"import": "past/way-of-import.html", "history": "past/way-of-history.html"},
    serve=f"{__name__}.runner:close_at_end",
    expire=f"{__name__}.rows:expire",
    blueprint=f"{__name__}.views:bp",
)
