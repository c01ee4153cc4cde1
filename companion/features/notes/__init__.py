"""Texts about a game: notes at the game and its entries, expansions, house rules, and the place."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "notes",
    Path(__file__).parent,
    order=90,
    sheet_keys=("notes",),
    events=(f"{__name__}.written:KIND",),
    slots={
        "table links": "notes/way.html",
        "below": "notes/of-table.html",
        "entry": "notes/at-entry.html",
        "entry ways": "notes/way-of-entry.html",
        "totals only": "notes/of-totals-only.html",
        "preview": "notes/preview.html",
    },
    handlers={"csv": f"{__name__}.views:with_notes", "printed": f"{__name__}.views:printed_notes"},
    blueprint=f"{__name__}.views:bp",
)
