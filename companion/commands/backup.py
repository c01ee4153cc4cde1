"""companion backup: a copy of the database and its key, made while the companion may be running."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.commands.output import complain_of, tell
from companion.game import Message
from companion.language import catalogue
from companion.paths import default_database
from companion.portable.backup import back_up, key_of
from companion.portable.fields import PortableError

FORCE = Message("take the place of a file that is there")
_ABOUT = Message("Copy the database and its key, also while the companion runs.")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    words = catalogue()
    parser = subparsers.add_parser("backup", description=_ABOUT.text(words), allow_abbrev=False)
    copy = Message("the copy; its key is put beside it under the same name with .key")
    parser.add_argument("file", metavar="FILE", type=Path, help=copy.text(words))
    parser.add_argument("--force", action="store_true", help=FORCE.text(words))
    add_database(parser)
    parser.set_defaults(func=run)


def add_database(parser: argparse.ArgumentParser) -> None:
    """Let a command be told where the data are."""
    where = Message("where data are kept (default: instance/companion.sqlite)").text(catalogue())
    parser.add_argument("--database", metavar="FILE", type=Path, default=default_database(), help=where)


def run(options: argparse.Namespace) -> int:
    try:
        has_key = back_up(options.database, options.file, force=options.force)
    except PortableError as error:
        complain_of("backup", error)
        return 2
    path, key = str(options.file), str(key_of(options.file))
    tell(
        Message("Copied to {path}, with its key in {key}. Keep the two together.", path=path, key=key)
        if has_key
        else Message("Copied to {path}. There was no key file beside the database.", path=path)
    )
    return 0
