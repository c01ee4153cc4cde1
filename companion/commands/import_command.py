"""companion import: add the tables of an export to this instance; existing ones stay unchanged."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.backup import add_database
from companion.commands.language import catalogue
from companion.commands.output import print_error, print_failure, tell
from companion.game import Message
from companion.storage import credentials
from companion.storage.error_messages import StoreError
from companion.storage.opening import open_store
from companion.transfer.export_reader import LONGEST_LINE, Export, read
from companion.transfer.fields import TransferError
from companion.transfer.importing import ImportReport, import_data
from companion.transfer.online_backup import check_database

_ABOUT = Message("Add the tables of an export that are not here yet.")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    """Add the command's parser."""
    words = catalogue()
    parser = subparsers.add_parser("import", description=_ABOUT.text(words))
    what = Message("what companion export wrote, - for standard input")
    parser.add_argument("file", metavar="FILE", help=what.text(words))
    add_database(parser)
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    """Import a file and report what was done; the exit status."""
    try:
        report = _import(_parse(options.file), options.database)
    except (TransferError, StoreError, credentials.KeyFileError, OSError) as error:
        print_failure("import", error)
        return 2
    _print_report(report)
    return 0


def _parse(name: str) -> Export:
    if name == "-":
        if sys.stdin is None:
            raise TransferError(Message("standard input cannot be read: it is closed"))
        return read(_lines(sys.stdin.buffer))
    with open(name, "rb") as file:
        return read(_lines(file))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, cut just above the limit, so that the reader refuses a longer one."""
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def _import(export: Export, database: Path) -> ImportReport:
    if database.exists():
        check_database(database)
    else:
        database.parent.mkdir(exist_ok=True)
    store = open_store(database)
    try:
        return import_data(store, export)
    finally:
        store.close()


def _print_report(report: ImportReport) -> None:
    tell(Message("{count} table brought in.", "{count} tables brought in.", report.added))
    if report.left:
        tell(Message("{count} is here already and stays.", "{count} are here already and stay.", report.left))
    for row, fault in report.refused:
        game, day = row.game, row.made[:10]
        left_out = Message(
            "Left out: {session} ({game}, {day}): {fault}.", session=row.id, game=game, day=day, fault=fault
        )
        print_error(left_out)
    if report.renewed:
        tell(Message("This instance has a key of its own, so the links of these tables are new; their codes stay."))
    if report.replaced:
        tell(Message("The key of the export is used from now on; start the companion again if it runs."))
