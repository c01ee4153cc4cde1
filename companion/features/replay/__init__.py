"""The replay: a game entry by entry, for the members of its table and, by a link, for others."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "replay",
    Path(__file__).parent,
    order=30,
    slots={
        "share": "replay/share.html",
        "entry links": "replay/entry-link.html",
        "act links": "replay/act-link.html",
        "plot links": "replay/plot-link.html",
    },
    shared={"replay": "replay.shared"},
    blueprint=f"{__name__}.views:bp",
)
