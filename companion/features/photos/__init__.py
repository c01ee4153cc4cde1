"""The photographs of the end of a game, which people at the table add."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "photos",
    Path(__file__).parent,
    events=(f"{__name__}.album:PHOTO",),
    slots={
        "final links": "photos/way.html",
        "below": "photos/of-table.html",
        "host": "photos/for-host.html",
        "downloads": "photos/downloads.html",
    },
    export=(f"{__name__}.export:LINES",),
    blueprint=f"{__name__}.views:bp",
)
