"""The overlay: the standings of a table over a picture, such as a stream of the game, at a link that does not join."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "overlay",
    Path(__file__).parent,
    slots={"share": "overlay/share.html"},
    pages={"overlay": f"{__name__}.views:overlay_page"},
    shared={"overlay": "overlay.show"},
    blueprint=f"{__name__}.views:bp",
)
