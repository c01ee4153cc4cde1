"""The overlay: a page with a table's standings for a video stream, at a link for people who have not joined."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "overlay",
    Path(__file__).parent,
    order=50,
    needs_server=True,
    slots={"share": "overlay/share.html"},
    pages={"overlay": f"{__name__}.views:overlay_page"},
    shared={"overlay": "overlay.show"},
    options=f"{__name__}.options:add_options",
    config=f"{__name__}.options:config",
    blueprint=f"{__name__}.views:bp",
)
