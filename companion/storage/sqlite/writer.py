"""The transactions of the SQLite file's writing connection: short ones inline, others in the thread that writes."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import sqlite_utils

from companion.storage.database import Transaction

_ROWS = 300  # changed since the last checkpoint; an entry changes two, in about six pages
_MOST_PAGES = 10_000  # of the log, after which a commit makes the checkpoint itself


class SqliteConnection(sqlite_utils.Database):
    """A connection to the file; see `Transaction`."""

    next_use = "(SELECT coalesce(max(used), 0) + 1 FROM sessions)"


class Checkpoints:
    """Moves committed pages from the log into the database file.

    SQLite does that in the commit that makes the log too long, which then takes tens of milliseconds. Here a connection
    of its own moves most pages while others commit. Then `run`, the thread that writes, moves those added meanwhile, so
    that the next write starts the log anew.
    """

    def __init__(
        self, writer: sqlite3.Connection, background: sqlite3.Connection, run: Callable[[Callable[[], Any]], Any]
    ) -> None:
        self._writer, self._background, self._run = writer, background, run
        self._moved = writer.total_changes
        writer.execute(f"PRAGMA wal_autocheckpoint = {_MOST_PAGES}")

    def run_due(self, in_thread: Callable[[Callable[[], Any]], Any]) -> None:
        """Make a checkpoint if enough was written; `in_thread` runs a job beside the thread that writes.

        A failure loses nothing: the log stays as it is, and the next write reports a fault of the disk.
        """
        if self._writer.total_changes - self._moved < _ROWS:
            return
        self._moved = self._writer.total_changes
        with suppress(sqlite3.Error):
            in_thread(partial(_checkpoint, self._background))
            self._run(partial(_checkpoint, self._writer))


def _checkpoint(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()


T = TypeVar("T")
Run = Callable[[Callable[[], Any]], Any]

BUSY_TIMEOUT = 5  # seconds to wait for another process that writes
_FAST = 0.005  # seconds; a disk whose commits take longer on average must not block the event loop
_RECENT = 8  # commits in that average: any disk is late once in a while, and the thread costs each write more
_SLOW_PERIOD = 0.5  # seconds in which all writes go to the thread once the disk was slow


class SqliteWriter:
    """Runs jobs in durable transactions of one connection, one after the other.

    `run` executes a job and returns its result, under gevent in a thread of its own; without it each caller does.
    """

    def __init__(self, db: SqliteConnection, run: Run | None) -> None:
        self._db, self._has_thread = db, run is not None
        self._lock = threading.Lock()
        self._run = run or self._run_locked
        # Jobs given to the thread and jobs done: two counters, as each is changed by one thread only.
        self._submitted = self._finished = 0
        self._average = 0.0  # seconds of the latest transactions that ran inline
        self._slow_until = 0.0
        self._is_waiting = True  # as the connection was opened

    def write(self, job: Callable[[Transaction], T], *, is_short: bool) -> T:
        """Run `job` in a transaction and return its result once it is on disk; an error leaves nothing written.

        Short jobs run inline if the disk is fast and nobody else writes.
        """
        if is_short and self._try_lock():
            return self._run_inline(job)
        return self.run_in_thread(lambda: self._run_transaction(job))

    def run_in_thread(self, job: Callable[[], T], *, is_waiting: bool = True) -> T:
        """Run a job that uses the connection, or needs it unused, after those in the thread; returns its result.

        Unless `is_waiting`, its statements fail at once where another process writes.
        """

        def counted() -> T:
            try:
                self._set_waiting(is_waiting)
                return job()
            finally:
                self._finished += 1

        self._submitted += 1
        return self._run(counted)  # type: ignore[no-any-return]

    def waiting(self) -> int:
        """How many jobs wait for the thread, or run there."""
        return self._submitted - self._finished

    def is_idle(self) -> bool:
        """Whether the caller may read by this connection: no thread writes, and nothing is uncommitted."""
        return self._has_thread and not self.waiting() and not self._db.conn.in_transaction

    def _run_locked(self, job: Callable[[], T]) -> T:
        with self._lock:
            return job()

    def _is_disk_fast(self) -> bool:
        return self._has_thread and time.monotonic() >= self._slow_until

    def _try_lock(self) -> bool:
        """Begin a transaction inline; False if the disk was slow, the thread is busy or another process writes."""
        if self._is_disk_fast() and self.waiting():
            # Under load there is always a next job for the thread, which costs more than to write inline. So this waits
            # for those that are queued, with a job that is not counted as one of them.
            self._run(_do_nothing)
        if not self._is_disk_fast() or self.waiting():
            return False
        self._set_waiting(False)
        try:
            self._db.conn.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        return True

    def _set_waiting(self, is_waiting: bool) -> None:
        """Whether the connection waits for another process that writes; most writes are like the one before."""
        if is_waiting is not self._is_waiting:
            self._db.conn.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT * 1000 if is_waiting else 0}")
            self._is_waiting = is_waiting

    def _run_inline(self, job: Callable[[Transaction], T]) -> T:
        began = time.monotonic()
        try:
            return self._finish(job)
        finally:
            self._measure(began, time.monotonic())

    def _measure(self, began: float, ended: float) -> None:
        self._average += (ended - began - self._average) / _RECENT
        if self._average > _FAST:
            self._slow_until, self._average = ended + _SLOW_PERIOD, 0.0

    def _run_transaction(self, job: Callable[[Transaction], T]) -> T:
        # A plain BEGIN that reads first would fail at once beside another writer; IMMEDIATE waits.
        self._db.execute("BEGIN IMMEDIATE")
        return self._finish(job)

    def _finish(self, job: Callable[[Transaction], T]) -> T:
        with Commit(self._db):
            return job(self._db)


class Commit:
    """A context that commits the open transaction, or rolls it back if the block or the commit fails."""

    __slots__ = ("_db",)

    def __init__(self, db: SqliteConnection) -> None:
        self._db = db

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            if error is None:
                self._db.execute("COMMIT")
        finally:
            if self._db.conn.in_transaction:
                self._db.execute("ROLLBACK")


def _do_nothing() -> None:
    pass
