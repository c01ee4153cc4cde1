"""A copy of the database, made whole while a server goes on writing to it, with the key beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.game import Message
from companion.portable.fields import PortableError
from companion.portable.files import new_file


def key_of(database: Path) -> Path:
    """Where the key of an instance lies: beside its database."""
    return database.with_suffix(".key")


def back_up(database: Path, target: Path, *, force: bool = False) -> bool:
    """Copy a database and its key; returns whether there was a key. `PortableError` where that cannot be done.

    What is written meanwhile is in the copy whole or not at all.
    """
    if target == key_of(target):
        raise PortableError(Message("{path} is where the key would lie; choose another name.", path=str(target)))
    check_database(database)
    if target.exists() and target.samefile(database):
        raise PortableError(Message("{path} is the database itself; choose another name.", path=str(target)))
    key = key_of(database)
    has_key = key.exists()
    if has_key and key_of(target).exists() and not force:
        raise PortableError(
            Message("{path} is there already; choose another name, or add --force.", path=str(key_of(target)))
        )
    with new_file(target, force) as path:
        _copy(database, path)
    if has_key:
        with new_file(key_of(target), force) as path:
            path.write_bytes(key.read_bytes())
    return has_key


def check_database(path: Path) -> None:
    """Refuse what is not a database of the companion."""
    if not path.is_file():
        raise PortableError(Message("There is no database at {path}; name it with --database.", path=str(path)))
    try:
        with closing(_opened(path)) as database:
            database.execute("SELECT 1 FROM sessions, events, phones LIMIT 1")
    except sqlite3.Error as error:
        raise PortableError(
            Message("{path} is not a database of the companion: {reason}.", path=str(path), reason=str(error))
        ) from None


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=5)


def _copy(database: Path, path: Path) -> None:
    try:
        with closing(_opened(database)) as source, closing(sqlite3.connect(path, isolation_level=None)) as copy:
            source.backup(copy)
            # One file, without a log beside it that could be left behind.
            copy.execute("PRAGMA journal_mode = DELETE")
            fault = copy.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        raise PortableError(Message("The copy could not be made: {reason}.", reason=str(error))) from None
    finally:
        for end in ("-wal", "-shm", "-journal"):
            with suppress(FileNotFoundError):
                Path(f"{path}{end}").unlink()
    if fault != "ok":
        raise PortableError(Message("The copy is not whole: {reason}.", reason=str(fault)))
