"""A lock file beside the database, so that only one server uses it; released by the system when the process ends."""

from __future__ import annotations

import logging
import os
import stat
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from companion.game import Message
from companion.storage.error_messages import StoreError

_log = logging.getLogger(__name__)


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


try:
    import fcntl
except ImportError:  # Windows: a second server is not prevented there
    fcntl = None  # type: ignore[assignment]


class InstanceLock:
    """A context manager that holds the lock; entering raises `StoreError` if another server holds it.

    Each server caches the members of a table: with two on one file, one would admit phones that the other removed.
    `companion backup`, `export` and `import` take no lock.
    """

    def __init__(self, database: Path) -> None:
        self.database = database
        self.path = database.with_name(f"{database.name}-lock")
        self._file: int | None = None

    def __enter__(self) -> InstanceLock:
        if fcntl is not None:
            while not self._take():
                pass
        return self

    def _take(self) -> bool:
        """Take the lock; False if the server that held it removed the file meanwhile."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return True  # no file can be created here, which SQLite reports better
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise self._in_use() from None
        except OSError as error:  # a file system without locks
            _log.warning("nothing keeps a second server from %s: %s", self.database, error)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file), self.path.stat()):
                self._file = file
                return True
        os.close(file)
        return False

    def _in_use(self) -> StoreError:
        return StoreError(
            Message(
                "The database {path} is in use by another companion that is running. Stop that one first, or name"
                " another file with --database.",
                path=str(self.database),
            )
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            # Unlink before the release: a process that has just opened the file sees that and creates a new one.
            with suppress(OSError):
                self.path.unlink()
            os.close(self._file)
            self._file = None
