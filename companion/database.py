"""The database file: opened in WAL mode, written by one connection, every write one transaction on disk."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.game import Message
from companion.schema import MIGRATIONS, unknown_migrations

_log = logging.getLogger(__name__)

T = TypeVar("T")
Start = Callable[[Callable[[], Any]], Callable[[], Any]]

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

    `start` begins a job where writing may block (a thread of its own under gevent) and returns what waits for its
    result.
    """

    def __init__(self, path: str | Path, start: Start | None = None) -> None:
        self._lock = threading.Lock()
        self._start = start or self._one_at_a_time
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

    def _one_at_a_time(self, job: Callable[[], T]) -> Callable[[], T]:
        def done() -> T:
            with self._lock:
                return job()

        return done

    def write(self, job: Callable[[Database], T]) -> T:
        return self.begin(job)()

    def begin(self, job: Callable[[Database], T]) -> Callable[[], T]:
        """Begin to write; what is returned waits until all of it is on disk. `StoreError` then where it is refused."""

        def whole() -> T:
            with _immediately(self._writer):
                return job(self._writer)

        begun = self._start(whole)

        def written() -> T:
            try:
                return begun()  # type: ignore[no-any-return]
            except sqlite3.OperationalError as error:
                raise _not_saved(error) from error

        return written

    def scrub(self) -> None:
        """Leave nothing of what was deleted in the files: the database is written anew, the log beside it emptied."""

        def job() -> None:
            # A row that was moved to another page may still stand on the old one; only a new file is surely free of it.
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                try:
                    self._writer.execute(statement).fetchall()
                except sqlite3.OperationalError as error:
                    _log.warning("what was deleted may not be out of the file yet: %s", error)

        self._start(job)()

    def _migrate(self) -> None:
        # Several processes may start at once: the lock is taken before anything is looked at.
        with _immediately(self._writer):
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
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
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
def _immediately(db: Database) -> Iterator[None]:
    # A plain BEGIN that reads first fails at once beside another writer; IMMEDIATE waits its turn.
    db.execute("BEGIN IMMEDIATE")
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
