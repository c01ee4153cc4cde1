"""The overlay: a page with a table's standings for a video stream, at a link for people who have not joined."""

import re
from argparse import Namespace
from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.feature import Feature

# A source of a Content-Security-Policy: scheme, host (its first part may be *) and port, without a path.
_ORIGIN = r"https?://(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?"


def add_options(parser: Any) -> None:
    """Add the option that lets pages of other sites frame overlays."""
    help = Message("a site whose pages may show overlays in a frame, such as https://club.example; may be several")
    parser.add_argument("--frame-ancestors", metavar="URL", nargs="+", action="extend", default=[], help=help)


def config(args: Namespace) -> dict[str, Any]:
    """Return the configuration value of the option. Raises `ServeError`."""
    from companion.commands.serving.options import ServeError

    for origin in args.frame_ancestors:
        if not re.fullmatch(_ORIGIN, origin):
            raise ServeError(
                "--frame-ancestors: {text} is not a site without a path, such as https://club.example.",
                text=repr(origin),
            )
    return {"FRAME_ANCESTORS": args.frame_ancestors}


FEATURE = Feature(
    "overlay",
    Path(__file__).parent,
    order=50,
    needs_server=True,
    slots={"share": "overlay/share.html"},
    pages={"overlay": f"{__name__}.views:overlay_page"},
    shared={"overlay": "overlay.show"},
    options=f"{__name__}:add_options",
    config=f"{__name__}:config",
    blueprint=f"{__name__}.views:bp",
)
