"""The SQLite file in WAL mode: one connection writes, one reads meanwhile; every write is one durable transaction."""

import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlite_utils
from sqlite_utils.migrations import Migrations

from companion.storage import error_messages as errors, sqlite_files as files
from companion.storage.migrations import Builder
from companion.storage.records import Database, Extension, Run, Transaction
from companion.storage.schema import DatabaseTable, create_table

T = TypeVar("T")

_BUSY_TIMEOUT = 5  # seconds to wait for another process that writes
_TOGETHER = 0.005  # seconds after which a transaction takes no more jobs along
_TYPES = {"text": "TEXT", "prose": "TEXT", "integer": "INTEGER", "small": "INTEGER", "bytes": "BLOB"}
_REFUSED = "BEGIN SELECT raise(ABORT, 'the log is append-only'); END"


@dataclass(eq=False)
class _Job:
    """A job that waits to be written, and what became of it."""

    run: Callable[[Transaction], Any]
    result: Any = None
    error: BaseException | None = None


class SqliteConnection(sqlite_utils.Database, Transaction):
    """A connection to the file; see `Transaction`."""

    next_use = "(SELECT coalesce(max(used), 0) + 1 FROM sessions)"
    references = (
        'SELECT m.name AS "table", r."from" AS "column" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) r'
        """ WHERE m.type = 'table' AND r."table" = ?"""
    )

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        cursor = self.conn.execute(sql, values)  # without the savepoint that `query` wraps each in
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


class SqliteBuilder(Builder):
    """Makes and migrates the tables of a file; see `Builder`."""

    engine = "sqlite"
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    migrations = "_sqlite_migrations WHERE migration_set = 'companion'"
    remember = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', ?, datetime())"
    last_before = "words_of_tables"
    allow_changes = "DROP TRIGGER events_stay_as_they_are"
    forbid_changes = f"CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events {_REFUSED}"

    def prepare(self) -> None:
        assert isinstance(self.db, SqliteConnection)
        Migrations("companion").ensure_migrations_table(self.db)

    def create_table(self, table: DatabaseTable) -> str:
        suffix = " WITHOUT ROWID" if table.rows == "clustered" else ""
        return create_table(table, lambda column: _TYPES[column.type]) + suffix

    def append_only(self, table: DatabaseTable) -> Iterator[str]:
        name, owner = table.name, table.columns[0]
        yield f"CREATE TRIGGER {name}_stay_as_they_are BEFORE UPDATE ON {name} {_REFUSED}"
        # REPLACE deletes the old row without firing the trigger below.
        yield (
            f"CREATE TRIGGER {name}_are_not_put_over_others BEFORE INSERT ON {name} WHEN EXISTS (SELECT 1 FROM {name}"
            f" WHERE {owner.name} = NEW.{owner.name} AND (number = NEW.number OR act = NEW.act)) {_REFUSED}"
        )
        yield (
            f"CREATE TRIGGER {name}_are_not_taken_out BEFORE DELETE ON {name} WHEN EXISTS"
            f" (SELECT 1 FROM {owner.references} WHERE id = OLD.{owner.name} AND deleted IS NULL) {_REFUSED}"
        )


class SqliteDatabase(Database):
    """One database file, with a reading and a writing connection.

    `run` executes a writing job and returns its result, under gevent in a thread of its own. With `is_server` the file
    is locked against other servers and checked before the first write. Raises `StoreError`.
    """

    references = SqliteConnection.references

    def __init__(
        self, path: str | Path, extensions: Sequence[Extension] = (), run: Run | None = None, *, is_server: bool = False
    ) -> None:
        self.path = Path(path).resolve()
        self.name, self.extensions = str(self.path), extensions
        self._run, self._lock = run or self._run_locked, threading.Lock()
        self._waiting: OrderedDict[_Job, None] = OrderedDict()
        with ExitStack() as stack:
            stack.enter_context(files.instance_lock(self.path) if is_server else nullcontext())
            try:
                self._open(stack, is_server=is_server)
            except sqlite3.Error as error:
                raise errors.open_failed(error, path) from error
            self._resources = stack.pop_all()

    def _open(self, stack: ExitStack, *, is_server: bool) -> None:
        files.keep_private(self.path)
        files.check_only_name(self.path)
        if is_server:
            files.check_log(self.path)
        self._writer = _connect(self.path, stack)
        self._writer.extensions = self.extensions
        self.is_checked = is_server and files.check_if_small(self.path)
        # Several processes may start at once, so take the lock before reading the schema.
        with _transaction(self._writer):
            SqliteBuilder(self._writer).migrate()
        self._reader = _connect(self.path, stack)
        self._identity = _file_identity(self.path)

    def close(self) -> None:
        self._resources.close()

    def write(self, job: Callable[[Transaction], T], session: str | None = None) -> T:
        own = _Job(job)
        with self._translated(errors.write_failed):
            # SQLite would keep writing to a file that has no path any more.
            if _file_identity(self.path) != self._identity:
                raise errors.StoreError(
                    "The database is not at {path} any more: it was moved, deleted or replaced while the companion"
                    " runs. Nothing was saved; put it back, or start the companion again.",
                    path=self.name,
                )
            self._waiting[own] = None
            self._run(lambda: self._write_with_others(own))
            if own.error is not None:
                raise own.error
        self.trouble = None
        return own.result  # type: ignore[no-any-return]

    def _write_with_others(self, own: _Job) -> None:
        """Run a job in a transaction, with others that wait: all of them wait for the disk once."""
        if own not in self._waiting:  # another took it along
            return
        del self._waiting[own]
        jobs, until = [own], time.monotonic() + _TOGETHER
        try:
            with _transaction(self._writer):
                own.result = own.run(self._writer)
                while self._waiting and time.monotonic() < until:
                    other, _ = self._waiting.popitem(last=False)
                    jobs.append(other)
                    self._take_along(other)
        except BaseException as error:
            for each in jobs:
                each.error = each.error or error

    def _take_along(self, job: _Job) -> None:
        """Run a job within the transaction of another; only its own writes are undone where it fails."""
        self._writer.execute("SAVEPOINT along")
        try:
            job.result = job.run(self._writer)
        except Exception as error:
            if not self._writer.conn.in_transaction:  # a full disk ends it
                raise
            self._writer.execute("ROLLBACK TO along")
            job.error = error
        self._writer.execute("RELEASE along")

    def _run_locked(self, job: Callable[[], T]) -> T:
        with self._lock:
            return job()

    def find_fault(self) -> errors.StoreError | None:
        return files.find_fault(self.path)

    def waiting(self) -> int:
        return len(self._waiting)

    def purge(self) -> bool:
        """Write the file anew without what is left of deleted rows; False if others read it meanwhile.

        Others wait for it to write: 0.4 s with a file of 100 MB. It needs the room of the file twice.
        """

        def purge() -> bool:
            self._writer.execute("VACUUM")
            is_busy, *_ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return not is_busy

        with self._translated(errors.write_failed):
            return bool(self._run(purge))

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._translated(errors.read_failed):
            self._reader.execute("BEGIN")
        try:
            yield
        finally:
            self._reader.conn.rollback()

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        with self._translated(errors.read_failed):
            return self._reader.rows(sql, values)

    @contextmanager
    def _translated(self, error_for: Callable[[sqlite3.DatabaseError], errors.StoreError]) -> Iterator[None]:
        """A context that raises SQLite's errors as the `StoreError` of `error_for`, and remembers it."""
        try:
            yield
        except errors.StoreError as error:
            self.trouble = error
            raise
        except sqlite3.DatabaseError as error:
            # Whether the file or the disk is at fault, or what was being written, and not the code.
            is_of_writing = error_for is errors.write_failed and isinstance(error, sqlite3.OperationalError)
            if not (is_of_writing or errors.is_environment_error(error)):
                raise
            if errors.is_damaged(error):
                raise self.record_damage() from error
            self.trouble = failure = error_for(error)
            raise failure from error


@contextmanager
def _transaction(db: SqliteConnection) -> Iterator[None]:
    """A context whose writes are committed, or rolled back where the block or the commit fails."""
    # A plain BEGIN that reads first would fail at once beside another writer; IMMEDIATE waits.
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    finally:
        if db.conn.in_transaction:
            db.execute("ROLLBACK")


def _connect(path: Path, stack: ExitStack) -> SqliteConnection:
    """A connection to the file, which is closed with the stack."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=_BUSY_TIMEOUT)
    stack.enter_context(closing(connection))
    db = SqliteConnection(connection)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA secure_delete = ON")
    db.execute("PRAGMA temp_store = MEMORY")  # otherwise rows may be copied to a file in /tmp
    return db


def _file_identity(path: Path) -> tuple[int, int] | None:
    """The device and inode of the file at a path; None if there is none."""
    with suppress(OSError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None
