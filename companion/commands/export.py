"""companion export: all data of the instance as text, to standard output or into a file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.backup import FORCE
from companion.commands.database_option import add_database
from companion.commands.language import catalogue
from companion.commands.output import ProgressBar, is_terminal, print_failure, standard_output
from companion.game import Message
from companion.storage.error_messages import StoreError
from companion.storage.opening import open_store
from companion.storage.rows.instance_key import instance_key
from companion.transfer.exporting import lines
from companion.transfer.fields import TransferError
from companion.transfer.new_file import new_file
from companion.transfer.online_backup import check_database

_ABOUT = Message("All tables with their logs, phones and links as lines of JSON.")
_EXPORTED = Message("exported: {done} of {total} tables")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    words = catalogue()
    parser = subparsers.add_parser("export", description=_ABOUT.text(words))
    where = Message("where to (default: standard output)")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help=where.text(words))
    parser.add_argument("--force", action="store_true", help=FORCE.text(words))
    add_database(parser)
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Write the export; the exit status."""
    try:
        check_database(options.database)
        store = open_store(options.database)
        try:
            key = instance_key(store.database)
            is_wanted = options.file != "-" or not is_terminal(sys.stdout)  # where the bar mixes with no lines
            bar = ProgressBar(_EXPORTED, is_wanted=is_wanted)
            with _output(options.file, options.force) as output, bar as progress:
                output.writelines(line.encode("ascii") + b"\n" for line in lines(store, key, progress))
        finally:
            store.close()
    except (TransferError, StoreError, OSError) as error:
        print_failure("export", error)
        return 2
    return 0


@contextmanager
def _output(name: str, force: bool) -> Iterator[BinaryIO]:
    if name == "-":
        with standard_output() as output:
            yield output
    else:
        with new_file(Path(name), force) as path, open(path, "wb") as file:
            yield file
