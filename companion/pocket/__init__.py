"""The companion without a server: the same application in a phone's browser, from a folder of static files.

`FEATURE` is what its pages have besides; only the archive in the folder that `companion pocket` writes registers it.
"""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature(
    "pocket",
    Path(__file__).parent,
    order=5,
    requires=("downloads", "takeout"),
    slots={"home notice": "pocket/kept.html", "setup first": "pocket/kept.html", "alone": "pocket/share.html"},
    blueprint=(f"{__name__}.pages:bp",),
)
