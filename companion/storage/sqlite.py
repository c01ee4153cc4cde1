"""The database file: opened in WAL mode, written by one connection, every write one transaction on disk."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from companion.game import Message
from companion.storage import file_permissions, integrity
from companion.storage.error_messages import (
    StoreError,
    damaged,
    is_damaged,
    is_outside,
    moved,
    not_opened,
    not_read,
    not_saved,
)
from companion.storage.instance_lock import InstanceLock
from companion.storage.migrations import MIGRATIONS, unknown_migrations
from companion.storage.secure_delete import Scrubber

__all__ = ["Disk", "Run", "StoreError"]

T = TypeVar("T")
Run = Callable[[Callable[[], Any]], Any]

_PATIENCE = 5  # seconds to wait for another process that writes
_QUICK = 0.005  # seconds; a disk that takes longer to keep what it was given must not hold up whoever does not write
_SPARED = 0.5  # seconds for which a slow disk is then left to the thread, until it is tried again


class Disk:
    """One database, with a connection that reads and one that writes.

    `run` does a job where writing may block, in a thread of its own under gevent, and returns its result. Where
    `is_server`, no other server may use the file, and it is checked before anything is written to it.
    """

    def __init__(self, path: str | Path, run: Run | None = None, *, is_server: bool = False) -> None:
        self.path = Path(path).resolve()
        self._lock = threading.Lock()
        self._run = run or self._one_at_a_time
        # Two counts, as each is changed by one thread only: what was handed over, and what of it is done.
        self._has_thread, self._handed, self._done = run is not None, 0, 0
        self._spared_until = 0.0
        self.trouble: StoreError | None = None
        """Why the disk refused last, None where it did what was asked."""
        self.damage: StoreError | None = None
        """What stays true until a backup is restored: the file holds something else than was written."""
        with ExitStack() as opened:
            opened.enter_context(InstanceLock(self.path) if is_server else nullcontext())
            try:
                self._open(opened, is_server=is_server)
            except sqlite3.Error as error:
                raise not_opened(error, path) from error
            self._opened = opened.pop_all()

    def _open(self, opened: ExitStack, *, is_server: bool) -> None:
        file_permissions.keep_private(self.path)
        if is_server:
            integrity.check_log(self.path)
        self._writer = opened.enter_context(closing(_connect(self.path)))
        self.is_checked = is_server and integrity.check_if_small(self.path, self._writer.conn)
        """Whether the file was looked through at the start; a large one is left to the caller."""
        self._migrate()
        self._reader = opened.enter_context(closing(_connect(self.path)))
        self._scrubber = Scrubber(self.path, self._writer.conn, self._handed_over)
        self._identity = file_permissions.identity(self.path)

    def close(self) -> None:
        self._opened.close()
        self._scrubber.close()  # last: closing any handle of a file gives up all locks of this process on it

    def _one_at_a_time(self, job: Callable[[], T]) -> T:
        with self._lock:
            return job()

    def write(self, job: Callable[[Database], T], *, is_short: bool = False) -> T:
        """Write, and return when all of it is on disk; `StoreError` where it is refused, and then nothing is written.

        What is short is written at once where that holds up nobody: it takes longer to hand it to the thread.
        """
        with self._told(not_saved):
            self._refuse_if_moved()
            done = (
                self._at_once(job) if is_short and self._takes_lock() else self._handed_over(lambda: self._whole(job))
            )
        self.trouble = None
        return done

    @contextmanager
    def _told(self, tell: Callable[[sqlite3.DatabaseError], StoreError]) -> Iterator[None]:
        """Tell what SQLite or the disk refuses as a `StoreError`, and remember it."""
        try:
            yield
        except StoreError as error:
            self.trouble = error
            raise
        except sqlite3.DatabaseError as error:
            if not is_outside(error) and not (tell is not_saved and isinstance(error, sqlite3.OperationalError)):
                raise
            if is_damaged(error):
                raise self.found_damage() from error
            self.trouble = tell(error)
            raise self.trouble from error

    def found_damage(self) -> StoreError:
        """Remember that the file is damaged; returns what to raise."""
        self.damage = self.trouble = damaged()
        return self.damage

    def _refuse_if_moved(self) -> None:
        # SQLite would go on writing to a file that no name leads to any more.
        if file_permissions.identity(self.path) != self._identity:
            raise moved(self.path)

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
        """Leave nothing of what was deleted in the files; others write in between. See `Scrubber`."""
        self._scrubber.scrub()

    def scrub_again(self) -> None:
        """Scrub where that was put off because somebody read all the time."""
        if not self._scrubber.is_clean:
            self._scrubber.scrub()

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
        with self._told(not_read):
            self._reader.execute("BEGIN")
        try:
            yield
        finally:
            self._reader.conn.rollback()

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        """The rows that a query gives; `StoreError` where the disk or the file refuses."""
        # `Database.query` would wrap each read in a savepoint, for statements that turn out to write.
        with self._told(not_read):
            cursor = self._reader.conn.execute(sql, values)
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
        db.execute("PRAGMA temp_store = MEMORY")  # else rows that a statement changes may be copied to a file in /tmp
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
