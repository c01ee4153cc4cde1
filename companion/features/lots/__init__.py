"""Who begins, and dice, for people at no table."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "lots",
    Path(__file__).parent,
    order=5,
    slots={"home ways": "lots/home-way.html"},
    blueprint=f"{__name__}.views:bp",
)
