"""companion import: add the tables of an export to this instance; existing ones stay unchanged."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.database_option import add_database
from companion.commands.language import catalogue
from companion.commands.output import ProgressBar, print_error, print_failure, print_message
from companion.commands.termination import Terminated
from companion.game import Message
from companion.paths import is_address
from companion.storage.error_messages import StoreError
from companion.storage.opening import open_store
from companion.transfer.checked_export import CheckedExport, check_export
from companion.transfer.fields import TransferError
from companion.transfer.import_counts import Comparison
from companion.transfer.importing import ImportReport, import_data
from companion.transfer.online_backup import check_database

_ABOUT = Message("Add the tables of an export that are not here yet.")
_CHECKED = Message("checked: {done} of {total} tables")
_IMPORTED = Message("imported: {done} of {total} tables")
_RESUME = Message("What was imported stays; the same command imports the rest.")


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
        with _opened(options.file) as file:
            with ProgressBar(_CHECKED) as progress:
                export = check_export(file, progress)
            report = _import(export, options.database)
    except (TransferError, StoreError, OSError) as error:
        print_failure("import", error)
        return 2
    _print_report(report)
    return 0 if _print_counts(report.comparison) else 2


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """The file, or a temporary copy of what can be read once only."""
    if name == "-" and sys.stdin is None:
        raise TransferError(Message("standard input cannot be read: it is closed"))
    with open(sys.stdin.fileno() if name == "-" else name, "rb", closefd=name != "-") as file:
        if name != "-" and file.seekable():
            yield file
            return
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(file, copy)
            copy.seek(0)
            yield copy


def _import(export: CheckedExport, database: str) -> ImportReport:
    if not is_address(database):
        _prepare_file(Path(database))
    store = open_store(database)
    try:
        with ProgressBar(_IMPORTED) as progress:
            return import_data(store, export, progress)
    except (StoreError, Terminated):
        print_error(_RESUME)
        raise
    finally:
        store.close()


def _prepare_file(database: Path) -> None:
    if database.exists():
        check_database(database)
    else:
        database.parent.mkdir(exist_ok=True)


def _print_report(report: ImportReport) -> None:
    print_message(Message("{count} table brought in.", "{count} tables brought in.", report.added))
    if report.left:
        print_message(Message("{count} is here already and stays.", "{count} are here already and stay.", report.left))
    for row, fault in report.refused:
        game, day = row.game, row.made[:10]
        left_out = Message(
            "Left out: {session} ({game}, {day}): {fault}.", session=row.id, game=game, day=day, fault=fault
        )
        print_error(left_out)
    for evening, fault in report.refused_evenings:
        day = evening.made[:10]
        print_error(Message("Left out: the evening {name} ({day}): {fault}.", name=evening.name, day=day, fault=fault))
    if report.renewed:
        print_message(
            Message("This instance has a key of its own, so the links of these tables are new; their codes stay.")
        )
    if report.replaced:
        print_message(Message("The key of the export is used from now on; start the companion again if it runs."))


def _print_counts(comparison: Comparison) -> bool:
    """Report what of the export was counted in the database; returns whether all of it is there."""
    expected, present = comparison.expected, comparison.present
    if comparison.shorter:
        print_message(
            Message(
                "{count} table that was here has fewer log entries than in the export.",
                "{count} tables that were here have fewer log entries than in the export.",
                comparison.shorter,
            )
        )
    if comparison.is_complete:
        counted = Message(
            "Counted: tables {tables}, log entries {entries}, phones {phones}, templates {setups}, groups {groups}.",
            **present._asdict(),
        )
        print_message(counted)
    else:
        wanted = {f"all_{name}": number for name, number in expected._asdict().items()}
        differs = Message(
            "The database lacks some of the export: it has tables {tables} of {all_tables}, log entries {entries} of"
            " {all_entries}, phones {phones} of {all_phones}, templates {setups} of {all_setups}, groups {groups} of"
            " {all_groups}. The same command imports what is missing.",
            **present._asdict(),
            **wanted,
        )
        print_failure("import", TransferError(differs))
    return comparison.is_complete
