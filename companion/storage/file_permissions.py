"""The database's files are read by their owner only: they hold the key that links are made with."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def keep_private(database: Path) -> None:
    """Make a database that is not there yet, empty, and take what there is away from the eyes of all but its owner."""
    with suppress(OSError):  # SQLite says why it cannot be made
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
    for end in ("", "-wal", "-shm"):
        path = database.with_name(database.name + end)
        with suppress(OSError):  # not there; or another's, or on a file system that knows no owners
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & ~0o077)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
