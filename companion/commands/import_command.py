"""companion import: what `companion export` wrote, put into this instance; what it has already stays as it is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.backup import add_database
from companion.commands.language import catalogue
from companion.commands.output import complain, complain_of, tell
from companion.game import Message
from companion.storage import credentials
from companion.storage.store import Store, StoreError
from companion.transfer.export_reader import LONGEST_LINE, Export, read
from companion.transfer.fields import PortableError
from companion.transfer.importing import Told, bring
from companion.transfer.online_backup import check_database

_ABOUT = Message("Add the tables of an export that are not here yet.")


def add_parser(subparsers: argparse._SubParsersAction[Any]) -> None:
    words = catalogue()
    parser = subparsers.add_parser("import", description=_ABOUT.text(words))
    what = Message("what companion export wrote, - for standard input")
    parser.add_argument("file", metavar="FILE", help=what.text(words))
    add_database(parser)
    parser.set_defaults(func=run)


def run(options: argparse.Namespace) -> int:
    try:
        told = _bring(_parse(options.file), options.database)
    except (PortableError, StoreError, credentials.KeyFileError, OSError) as error:
        complain_of("import", error)
        return 2
    _tell(told)
    return 0


def _parse(name: str) -> Export:
    if name == "-":
        if sys.stdin is None:
            raise PortableError(Message("standard input cannot be read: it is closed"))
        return read(_lines(sys.stdin.buffer))
    with open(name, "rb") as file:
        return read(_lines(file))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; one that is too long comes in pieces, the first of which is refused."""
    return iter(lambda: file.readline(LONGEST_LINE + 1), b"")


def _bring(export: Export, database: Path) -> Told:
    if database.exists():
        check_database(database)
    else:
        database.parent.mkdir(exist_ok=True)
    store = Store(database)
    try:
        return bring(store, export, database)
    finally:
        store.close()


def _tell(told: Told) -> None:
    tell(Message("{count} table brought in.", "{count} tables brought in.", told.added))
    if told.left:
        tell(Message("{count} is here already and stays.", "{count} are here already and stay.", told.left))
    for row, fault in told.refused:
        game, day = row.game, row.made[:10]
        left_out = Message(
            "Left out: {session} ({game}, {day}): {fault}.", session=row.id, game=game, day=day, fault=fault
        )
        complain(left_out)
    if told.renewed:
        tell(Message("This instance has a key of its own, so the links of these tables are new; their codes stay."))
    if told.replaced:
        tell(Message("The key of the export is used from now on; start the companion again if it runs."))
