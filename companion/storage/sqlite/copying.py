"""Copy a database file while others write to it. Functions raise `sqlite3.Error`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def read_tables(path: Path) -> None:
    """Read a row of a file; an error if it is not a database of the companion."""
    with closing(_opened(path)) as database:
        database.execute("SELECT 1 FROM sessions, events, phones LIMIT 1")


def copy_database(database: Path, path: Path) -> str:
    """Copy a database to an empty file; returns "ok" or what is wrong with the copy."""
    with closing(_opened(database)) as source, closing(sqlite3.connect(path, isolation_level=None)) as copy:
        source.backup(copy)
        # A single file, without a log that could be left behind.
        copy.execute("PRAGMA journal_mode = DELETE")
        return str(copy.execute("PRAGMA integrity_check").fetchone()[0])


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=5)
