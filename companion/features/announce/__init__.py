"""A name in the local network: phones find the companion at companion.local as well."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.feature import Feature
from companion.game import Message

if TYPE_CHECKING:
    from argparse import Namespace

    from companion.commands.cli import Parser
    from companion.commands.serving.background_jobs import Stop


def _add_options(parser: Parser) -> None:
    silent = Message("do not announce the site in the local network as companion.local")
    parser.add_argument("--no-announce", action="store_true", help=silent)


def _serve(args: Namespace, config: dict[str, Any], stop: Stop) -> None:
    from companion.features.announce.announcing import announce

    announce(args, config, stop)


FEATURE = Feature(
    "announce",
    Path(__file__).parent,
    slots={"address": "announce/address.html"},
    options=_add_options,
    serve=_serve,
)
