"""The option --database of a command: the path of a file, or the address of a database on PostgreSQL."""

from __future__ import annotations

import argparse
import re

from companion.commands.language import catalogue
from companion.game import Message
from companion.paths import default_database, is_address

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option --database to a command."""
    where = Message(
        "where data are kept: a file, or a postgresql:// address (default: COMPANION_DATABASE, or"
        " instance/companion.sqlite)"
    ).text(catalogue())
    parser.add_argument("--database", metavar="FILE", type=_database, default=default_database(), help=where)


def _database(name: str) -> str:
    """The name as it is; an address of another kind is refused without being shown, as it may hold a password."""
    if _SCHEME.match(name) and not is_address(name):
        raise argparse.ArgumentTypeError(
            Message("an address of a database begins with postgresql://").text(catalogue())
        )
    return name
