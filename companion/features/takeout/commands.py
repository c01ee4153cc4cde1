"""companion export and import: all data of an instance, which may be running."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from companion.commands.data import FORCE, FileError, check_database, new_file
from companion.commands.output import (
    is_terminal,
    print_error,
    print_failure,
    print_message,
    progress_bar,
    standard_output,
)
from companion.commands.serving.options import add_database
from companion.commands.start import Terminated
from companion.engine import Message
from companion.features import extensions
from companion.features.takeout.export_lines import lines
from companion.features.takeout.importing import Export, ImportReport, import_data
from companion.paths import is_address
from companion.storage.error_messages import StoreError
from companion.storage.rows.instance_key import ensure_key
from companion.storage.store import open_store


def add_export(subparsers: Any) -> None:
    """Add the command `export`."""
    about = Message("All tables with their logs, phones and links as lines of JSON.")
    parser = subparsers.add_parser("export", description=about)
    where = Message("where to (default: standard output)")
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help=where)
    parser.add_argument("--force", action="store_true", help=FORCE)
    add_database(parser)
    parser.set_defaults(func=run_export)


def run_export(options: argparse.Namespace) -> int:
    """Write the export; the exit status."""
    try:
        check_database(options.database)
        is_wanted = options.file != "-" or not is_terminal(sys.stdout)  # else the lines would overwrite the bar
        with (
            closing(open_store(options.database, extensions())) as store,
            _output(options.file, options.force) as output,
            progress_bar(Message("exported tables"), is_wanted=is_wanted) as progress,
        ):
            key = store.write(ensure_key)
            output.writelines(line.encode("ascii") + b"\n" for line in lines(store, key, progress))
    except (FileError, StoreError, OSError) as error:
        return print_failure("export", error)
    return 0


@contextmanager
def _output(name: str, force: bool) -> Iterator[BinaryIO]:
    if name == "-":
        with standard_output() as output:
            yield output
    else:
        with new_file(Path(name), force) as path, open(path, "wb") as file:
            yield file


def add_import(subparsers: Any) -> None:
    """Add the command `import`."""
    parser = subparsers.add_parser("import", description=Message("Add the tables of an export that are not here yet."))
    parser.add_argument("file", metavar="FILE", help=Message("what companion export wrote, - for standard input"))
    add_database(parser)
    parser.set_defaults(func=run_import)


def run_import(options: argparse.Namespace) -> int:
    """Import a file and report what was done; the exit status."""
    try:
        with _opened(options.file) as file:
            with progress_bar(Message("checked tables")) as progress:
                export = Export(file, progress)
            report = _import(export, options.database)
    except (FileError, StoreError, OSError) as error:
        return print_failure("import", error)
    _print_report(export, report)
    return 0 if _print_counts(report) else 2


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """Open the file; if it is not seekable, a temporary copy."""
    if name == "-" and sys.stdin is None:
        raise FileError("standard input cannot be read: it is closed")
    with open(sys.stdin.fileno() if name == "-" else name, "rb", closefd=name != "-") as file:
        if name != "-" and file.seekable():
            yield file
            return
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(file, copy)
            copy.seek(0)
            yield copy


def _import(export: Export, database: str) -> ImportReport:
    if not is_address(database):
        if Path(database).exists():
            check_database(database)
        else:
            Path(database).parent.mkdir(exist_ok=True)
    with closing(open_store(database, extensions())) as store:
        try:
            with progress_bar(Message("imported tables")) as progress:
                return import_data(store, export, progress)
        except (StoreError, Terminated):
            print_error(Message("What was imported stays; the same command imports the rest."))
            raise


def _print_report(export: Export, report: ImportReport) -> None:
    print_message(Message("{count} table imported.", "{count} tables imported.", report.added))
    if left := len(export.places) - report.added:
        print_message(Message("{count} is here already and stays.", "{count} are here already and stay.", left))
    for row, fault in export.refused:
        about: dict[str, Any] = {"session": row.id, "game": row.game, "day": row.made[:10], "fault": fault}
        print_error(Message("Left out: {session} ({game}, {day}): {fault}.", **about))
    for left_out in export.left_out:
        print_error(left_out)
    if report.renewed:
        renewed = Message("This instance has a key of its own, so the links of these tables are new; their codes stay.")
        print_message(renewed)
    if report.replaced:
        print_message(Message("The key of the export is used from now on; start the companion again if it runs."))


def _print_counts(report: ImportReport) -> bool:
    """Print how much of the export the database has; return whether that is all."""
    if report.shorter:
        print_message(
            Message(
                "{count} table that was here has fewer log entries than in the export.",
                "{count} tables that were here have fewer log entries than in the export.",
                report.shorter,
            )
        )
    present: dict[str, Any] = {name: number for name, (number, _) in report.counts.items()}
    if report.is_complete:
        print_message(Message(
            "Counted: tables {tables}, log entries {entries}, phones {phones}, templates {setups}, groups {groups}.",
            **present,
        ))  # fmt: skip
    else:
        wanted: dict[str, Any] = {f"all_{name}": number for name, (_, number) in report.counts.items()}
        differs = Message(
            "The database lacks some of the export: it has tables {tables} of {all_tables}, log entries {entries} of"
            " {all_entries}, phones {phones} of {all_phones}, templates {setups} of {all_setups}, groups {groups} of"
            " {all_groups}. The same command imports what is missing.",
            **present,
            **wanted,
        )
        print_failure("import", differs)
    return report.is_complete
