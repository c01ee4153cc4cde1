"""The database file: opened in WAL mode, written by one connection, every write one transaction on disk."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.game import Message
from companion.schema import MIGRATIONS, unknown_migrations

_log = logging.getLogger(__name__)

T = TypeVar("T")
Run = Callable[[Callable[[], Any]], Any]

_PATIENCE = 5  # seconds to wait for another process that writes
_QUICK = 0.005  # seconds; a disk that takes longer to keep what it was given must not hold up whoever does not write
_SPARED = 0.5  # seconds for which a slow disk is then left to the thread, until it is tried again

# A quota that is used up, or no room for the index of the log: to SQLite these are I/O errors like any other.
_TAKES_NO_MORE = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)


class StoreError(Exception):
    """The database cannot be opened or written; `message` says why and that nothing was saved."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


class Disk:
    """One database, with a connection that reads and one that writes.

    `run` does a job where writing may block, in a thread of its own under gevent, and returns its result.
    """

    def __init__(self, path: str | Path, run: Run | None = None) -> None:
        self._lock = threading.Lock()
        self._run = run or self._one_at_a_time
        # Two counts, as each is changed by one thread only: what was handed over, and what of it is done.
        self._has_thread, self._handed, self._done = run is not None, 0, 0
        self._spared_until = 0.0
        with ExitStack() as opened:
            try:
                self._writer = opened.enter_context(closing(_connect(path)))
                self._migrate()
                self._reader = _connect(path)
            except sqlite3.Error as error:
                raise _refused(error, path) from error
            opened.pop_all()

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    def _one_at_a_time(self, job: Callable[[], T]) -> T:
        with self._lock:
            return job()

    def write(self, job: Callable[[Database], T], *, is_short: bool = False) -> T:
        """Write, and return when all of it is on disk; `StoreError` where it is refused, and then nothing is written.

        What is short is written at once where that holds up nobody: it takes longer to hand it to the thread.
        """
        try:
            return (
                self._at_once(job) if is_short and self._takes_lock() else self._handed_over(lambda: self._whole(job))
            )
        except sqlite3.OperationalError as error:
            raise _not_saved(error) from error

    def _takes_lock(self) -> bool:
        """Take the lock of the database where nobody else has it and the disk was not slow of late; False elsewhere."""
        if not self._has_thread or self._handed > self._done or time.monotonic() < self._spared_until:
            return False
        self._writer.conn.execute("PRAGMA busy_timeout = 0")
        try:
            self._writer.conn.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        finally:
            self._writer.conn.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000}")
        return True

    def _handed_over(self, job: Callable[[], T]) -> T:
        def counted() -> T:
            try:
                return job()
            finally:
                self._done += 1

        self._handed += 1
        return self._run(counted)  # type: ignore[no-any-return]

    def _whole(self, job: Callable[[Database], T]) -> T:
        # A plain BEGIN that reads first fails at once beside another writer; IMMEDIATE waits its turn.
        self._writer.execute("BEGIN IMMEDIATE")
        return self._finish(job)

    def _at_once(self, job: Callable[[Database], T]) -> T:
        began = time.monotonic()
        try:
            return self._finish(job)
        finally:
            ended = time.monotonic()
            if ended - began > _QUICK:
                self._spared_until = ended + _SPARED

    def _finish(self, job: Callable[[Database], T]) -> T:
        """Do the job and commit; what it did is taken back where either fails."""
        with _transaction(self._writer):
            return job(self._writer)

    def scrub(self) -> None:
        """Leave nothing of what was deleted in the files: the database is written anew, the log beside it emptied."""

        def job() -> None:
            # A row that was moved to another page may still stand on the old one; only a new file is surely free of it.
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                try:
                    self._writer.execute(statement).fetchall()
                except sqlite3.OperationalError as error:
                    _log.warning("what was deleted may not be out of the file yet: %s", error)

        self._handed_over(job)

    def _migrate(self) -> None:
        # Several processes may start at once: the lock is taken before anything is looked at.
        self._writer.execute("BEGIN IMMEDIATE")
        with _transaction(self._writer):
            if unknown_migrations(self._writer):
                raise StoreError(
                    Message("The database was made by a newer version of the companion; update the companion first.")
                )
            MIGRATIONS.apply(self._writer)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Whatever is read within stands as at one moment, also while others write."""
        self._reader.execute("BEGIN")
        try:
            yield
        finally:
            self._reader.execute("COMMIT")

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        # `Database.query` would wrap each read in a savepoint, for statements that turn out to write.
        cursor = self._reader.execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


def _connect(path: str | Path) -> Database:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=_PATIENCE)
    with ExitStack() as opened:
        opened.enter_context(closing(connection))
        db = Database(connection)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        opened.pop_all()
    return db


@contextmanager
def _transaction(db: Database) -> Iterator[None]:
    """Commit what was begun, or take it back where it fails."""
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.conn.in_transaction:
            db.execute("ROLLBACK")
        raise


def _not_saved(error: sqlite3.OperationalError) -> StoreError:
    if "full" in str(error):
        return StoreError(Message("The disk is full. Nothing was saved; make room and try again."))
    if error.sqlite_errorcode in _TAKES_NO_MORE:
        return StoreError(
            Message(
                "The disk takes no more: it is full, a quota is used up, or it fails. Nothing was saved; make room and"
                " try again."
            )
        )
    return StoreError(
        Message("The database could not be written ({reason}). Nothing was saved; try again.", reason=str(error))
    )


def _refused(error: sqlite3.Error, path: str | Path) -> StoreError:
    if isinstance(error, sqlite3.OperationalError):
        if error.sqlite_errorcode in (sqlite3.SQLITE_FULL, *_TAKES_NO_MORE):
            return StoreError(
                Message("The database {path} cannot be written: the disk is full, or it fails.", path=str(path))
            )
        return StoreError(
            Message("The database {path} cannot be written: {reason}.", path=str(path), reason=str(error))
        )
    return StoreError(
        Message("{path} is not a database of the companion: {reason}.", path=str(path), reason=str(error))
    )
