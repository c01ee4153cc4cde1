"""Announces the site in the local network, so that phones also find it at companion.local."""

from pathlib import Path
from typing import Any

from companion.engine import Message
from companion.feature import Feature


def add_options(parser: Any) -> None:
    """Add the option that switches the announcement off."""
    about = Message("do not announce the site in the local network as companion.local")
    parser.add_argument("--no-announce", action="store_true", help=about)


FEATURE = Feature(
    "announce",
    Path(__file__).parent,
    order=210,
    needs_server=True,
    extra=("ifaddr", "zeroconf"),
    slots={"address": "announce/address.html"},
    options=f"{__name__}:add_options",
    serve=f"{__name__}.announcing:announce",
)
