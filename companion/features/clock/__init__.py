"""The clock of a table, for the game and for turns."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "clock",
    Path(__file__).parent,
    order=100,
    sheet_keys=("clock",),
    events=(f"{__name__}.taps:CLOCK",),
    slots={
        "head": "clock/head.html",
        "overlay": "clock/overlay.html",
        "table links": "clock/way.html",
        "preview": "clock/preview.html",
        "hand-over": "clock/handover.html",
    },
    handlers={"csv": f"{__name__}.views:with_length"},
    blueprint=f"{__name__}.views:bp",
)
