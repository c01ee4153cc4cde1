"""Permissions of the database files: only the owner may read them, as they contain the key of the links."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def keep_private(database: Path) -> None:
    """Create the database file if it is missing, and remove all permissions of group and others."""
    with suppress(OSError):  # SQLite then reports why it cannot be created
        os.close(os.open(database, os.O_CREAT | os.O_RDWR, 0o600))
    for end in ("", "-wal", "-shm"):
        path = database.with_name(database.name + end)
        with suppress(OSError):  # missing, owned by somebody else, or on a file system without owners
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & ~0o077)


def identity(path: Path) -> tuple[int, int] | None:
    """The device and inode of the file at a path; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
