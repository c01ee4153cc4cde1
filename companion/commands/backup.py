"""companion backup: a copy of the database, made while the companion may be running."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands.database_option import add_database
from companion.commands.language import catalogue
from companion.commands.output import print_failure, print_message
from companion.game import Message
from companion.paths import is_address
from companion.transfer.fields import TransferError
from companion.transfer.online_backup import back_up

FORCE = Message("take the place of a file that is there")
_NO_FILE = Message("only a database in a file is copied; use pg_dump for PostgreSQL, or companion export.")
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


def run(options: argparse.Namespace) -> int:
    """Copy the database; the exit status."""
    if is_address(options.database):
        print_failure("backup", TransferError(_NO_FILE))
        return 2
    try:
        back_up(Path(options.database), options.file, force=options.force)
    except TransferError as error:
        print_failure("backup", error)
        return 2
    print_message(
        Message("Copied to {path}. Whoever holds the copy can open every table in it.", path=str(options.file))
    )
    return 0
