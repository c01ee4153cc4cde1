"""Photographs of the end of a game, added by people at the table."""

import os
from argparse import Namespace
from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.feature import Feature


def add_options(parser: Any) -> None:
    """Add the option that allows photographs."""
    photos = Message(
        "tables may have photographs of the end of a game, where the host of the table allows them"
        " (default: COMPANION_PHOTOS=1)"
    )
    has_photos = os.environ.get("COMPANION_PHOTOS", "") not in ("", "0")
    parser.add_argument("--photos", action="store_true", default=has_photos, help=photos)


def config(args: Namespace) -> dict[str, bool]:
    """Return the configuration value of the option."""
    return {"PHOTOS": args.photos}


FEATURE = Feature(
    "photos",
    Path(__file__).parent,
    order=80,
    events=(f"{__name__}.album:PHOTO",),
    slots={
        "final links": "photos/way.html",
        "below": "photos/of-table.html",
        "host": "photos/for-host.html",
        "downloads": "photos/downloads.html",
    },
    tables=(f"{__name__}.rows:PHOTOS",),
    export=(f"{__name__}.edits:LINES",),
    options=f"{__name__}:add_options",
    config=f"{__name__}:config",
    blueprint=f"{__name__}.views:bp",
)
