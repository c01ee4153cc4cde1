"""A consistent copy of the database while a server writes to it."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.game import Message
from companion.paths import is_address
from companion.storage.opening import check_address
from companion.storage.sqlite.copying import copy_database, read_tables
from companion.transfer.fields import TransferError
from companion.transfer.new_file import new_file


def back_up(database: Path, target: Path, *, force: bool = False) -> None:
    """Copy a database.

    Concurrent transactions are in the copy completely or not at all. Raises `TransferError`.
    """
    _check_file(database)
    if target.exists() and target.samefile(database):
        raise TransferError(Message("{path} is the database itself; choose another name.", path=str(target)))
    with new_file(target, force) as path:
        _copy(database, path)


def check_database(database: str | Path) -> None:
    """Raise `TransferError` or `StoreError` if a path or address is not that of a database of the companion."""
    if is_address(database):
        check_address(str(database))
    else:
        _check_file(Path(database))


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise TransferError(Message("There is no database at {path}; name it with --database.", path=str(path)))
    try:
        read_tables(path)
    except sqlite3.Error as error:
        raise TransferError(
            Message("{path} is not a database of the companion: {reason}.", path=str(path), reason=str(error))
        ) from None


def _copy(database: Path, path: Path) -> None:
    try:
        fault = copy_database(database, path)
    except sqlite3.Error as error:
        raise TransferError(Message("The copy could not be made: {reason}.", reason=str(error))) from None
    finally:
        for end in ("-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                Path(f"{path}{end}").unlink()
    if fault != "ok":
        raise TransferError(Message("The copy is not whole: {reason}.", reason=fault))
