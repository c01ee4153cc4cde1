"""companion backup: a consistent copy of the database while a server writes to it."""

import argparse
import sqlite3
from pathlib import Path
from typing import Any

from companion.commands.data import FORCE, FileError, check_database, new_file
from companion.commands.output import print_failure, print_message
from companion.commands.serving.options import add_database
from companion.engine import Message
from companion.paths import is_address
from companion.storage.error_messages import StoreError
from companion.storage.sqlite_files import copy_database

_NO_FILE = Message("only a database in a file is copied; use pg_dump for PostgreSQL, or companion export.")


def add_backup(subparsers: Any) -> None:
    """Add the command `backup`."""
    parser = subparsers.add_parser("backup", description=Message("Copy the database, also while the companion runs."))
    parser.add_argument("file", metavar="FILE", type=Path, help=Message("the copy"))
    parser.add_argument("--force", action="store_true", help=FORCE)
    add_database(parser)
    parser.set_defaults(func=run_backup)


def run_backup(options: argparse.Namespace) -> int:
    """Copy the database; the exit status."""
    if is_address(options.database):
        return print_failure("backup", _NO_FILE)
    try:
        back_up(Path(options.database), options.file, force=options.force)
    except (FileError, StoreError) as error:
        return print_failure("backup", error)
    done = Message("Copied to {path}. Whoever holds the copy can open every table in it.", path=str(options.file))
    print_message(done)
    return 0


def back_up(database: Path, target: Path, *, force: bool = False) -> None:
    """Copy a database, with each concurrent transaction wholly or not at all. Raises `FileError`."""
    check_database(database)
    if target.exists() and target.samefile(database):
        raise FileError("{path} is the database itself; choose another name.", path=str(target))
    with new_file(target, force) as path:
        try:
            fault = copy_database(database, path)
        except sqlite3.Error as error:
            raise FileError("The copy could not be made: {reason}.", reason=str(error)) from None
        finally:
            for end in ("-wal", "-shm", "-journal"):
                Path(f"{path}{end}").unlink(missing_ok=True)
        if fault != "ok":
            raise FileError("The copy is not whole: {reason}.", reason=fault)
