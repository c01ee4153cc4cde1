"""The past games of a group as a calendar, for a calendar program."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "calendar",
    Path(__file__).parent,
    order=140,
    requires=("groups", "history"),
    slots={"group files": "calendar/file.html", "shared group": "calendar/subscription.html"},
    blueprint=f"{__name__}.views:bp",
)
