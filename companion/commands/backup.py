"""companion backup: a copy of the database, made while the companion may be running."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands.language import catalogue
from companion.commands.output import print_failure, tell
from companion.game import Message
from companion.paths import default_database
from companion.transfer.fields import TransferError
from companion.transfer.online_backup import back_up

FORCE = Message("take the place of a file that is there")
_ABOUT = Message("Copy the database, also while the companion runs.")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    words = catalogue()
    parser = subparsers.add_parser("backup", description=_ABOUT.text(words))
    copy = Message("the copy")
    parser.add_argument("file", metavar="FILE", type=Path, help=copy.text(words))
    parser.add_argument("--force", action="store_true", help=FORCE.text(words))
    add_database(parser)
    parser.set_defaults(func=run)


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option --database to a command."""
    where = Message("where data are kept (default: instance/companion.sqlite)").text(catalogue())
    parser.add_argument("--database", metavar="FILE", type=Path, default=default_database(), help=where)


def run(options: argparse.Namespace) -> int:
    """Copy the database; the exit status."""
    try:
        key = back_up(options.database, options.file, force=options.force)
    except TransferError as error:
        print_failure("backup", error)
        return 2
    path = str(options.file)
    tell(
        Message("Copied to {path}, with its key in {key}. Keep the two together.", path=path, key=str(key))
        if key
        else Message("Copied to {path}. Whoever holds the copy can open every table in it.", path=path)
    )
    return 0
