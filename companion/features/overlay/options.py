"""The option of `companion serve` that lets pages of other sites frame overlays."""

import re
from argparse import Namespace
from typing import Any

from companion.commands.serving.options import ServeError
from companion.engine import Message

# A source of a Content-Security-Policy: scheme, host (its first part may be *) and port, without a path.
_ORIGIN = re.compile(r"https?://(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?")


def add_options(parser: Any) -> None:
    """Add the option for the origins."""
    help = Message("a site whose pages may show overlays in a frame, such as https://club.example; may be several")
    parser.add_argument("--frame-ancestors", metavar="URL", nargs="+", action="extend", default=[], help=help)


def config(args: Namespace) -> dict[str, Any]:
    """Return the configuration value of the option. Raises `ServeError`."""
    for origin in args.frame_ancestors:
        if not _ORIGIN.fullmatch(origin):
            raise ServeError(
                "--frame-ancestors: {text} is not a site without a path, such as https://club.example.",
                text=repr(origin),
            )
    return {"FRAME_ANCESTORS": args.frame_ancestors}
