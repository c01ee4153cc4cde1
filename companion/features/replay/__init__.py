"""The replay: a game moment by moment, at its table, and at a link for people who do not join it."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "replay",
    Path(__file__).parent,
    slots={
        "share": "replay/share.html",
        "entry links": "replay/entry-link.html",
        "act links": "replay/act-link.html",
        "plot links": "replay/plot-link.html",
    },
    shared={"replay": "replay.shared"},
    blueprint=f"{__name__}.views:bp",
)
