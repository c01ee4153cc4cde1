"""A PostgreSQL database: connections from a pool; every write is one durable transaction.

Any number of companions on any number of machines may use it at once. A job that changes one session excludes other
jobs on that session; a job that names no session excludes all others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.conninfo import make_conninfo
from psycopg.rows import Row, dict_row, tuple_row
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.game import Message
from companion.storage.database import Database, Transaction
from companion.storage.error_messages import StoreError, database_damaged
from companion.storage.notices import Channel, Notice
from companion.storage.postgres_address import parse_address, public_name
from companion.storage.postgres_errors import is_environment_error, open_failed, read_failed, write_failed
from companion.storage.postgres_notices import PostgresNotices
from companion.storage.postgres_schema import migrate
from companion.storage.sql_translation import translate

T = TypeVar("T")
Run = Callable[[Callable[[], Any]], Any]

_CONNECTIONS = 8
_WAIT = 4.0  # seconds for a free connection
_RETRIES = 5  # attempts at a transaction that another one made impossible
# A network or server that is gone is noticed within seconds; the address of the database may say otherwise.
_TIMEOUTS = {
    "connect_timeout": "3",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
    "application_name": "companion",
}
_LOCK_SESSION = "SELECT pg_advisory_xact_lock_shared(1668246896), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_LEADER = 1668246898  # the advisory lock of the process that does the upkeep
_LOCK_ALL = "SELECT pg_advisory_xact_lock(1668246896)"

# Forward only; the caller's lock keeps others from taking a number between the two reads.
_ADVANCE = (
    "SELECT setval('phones_id_seq', max(id)) FROM phones HAVING max(id) >= (SELECT last_value FROM phones_id_seq)",
    "SELECT setval('sessions_used_seq', max(used)) FROM sessions"
    " HAVING max(used) >= (SELECT last_value FROM sessions_used_seq)",
)


class PostgresTransaction:
    """An open transaction that takes SQLite's statements; see `Transaction`."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Any = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Execute a statement; returns its cursor."""
        return _execute(self._connection.cursor(row_factory=tuple_row), sql, values)

    def query(self, sql: str, values: Any = (), /) -> Iterator[dict[str, Any]]:
        """The rows of a query as dicts."""
        return iter(_query(self._connection, sql, values))


class PostgresDatabase(Database):
    """A database at a `postgresql://` address, which may name several hosts.

    `run` executes a writing job where nothing ends it half-way; without it the caller's thread does. Raises
    `StoreError`.
    """

    def __init__(self, address: str, run: Run | None = None) -> None:
        self._run = run or (lambda job: job())
        self.name = public_name(address)
        self.conninfo = _conninfo(address)
        """The address with timeouts, as libpq takes it; it may hold a password."""
        self._snapshot = threading.local()
        self._channel: PostgresNotices | None = None
        self._leading: psycopg.Connection[Any] | None = None
        try:
            with psycopg.connect(self.conninfo, autocommit=True) as connection:
                migrate(connection)
        except (psycopg.Error, OSError) as error:
            raise open_failed(error, self.name) from error
        # After a failure the pool tries again with growing pauses; give up early, so that the next request tries.
        self.pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            self.conninfo,
            min_size=2,
            max_size=_CONNECTIONS,
            timeout=_WAIT,
            reconnect_timeout=1.0,
            kwargs={"autocommit": True},
            open=True,
            name="companion",
        )

    def close(self) -> None:
        """Close the channel and all connections."""
        if self._channel is not None:
            self._channel.close()
        if self._leading is not None:
            self._leading.close()
        self.pool.close(timeout=2)

    # other processes

    def open_channel(self, heard: Callable[[Notice], None], reconnected: Callable[[], None]) -> Channel:
        """Open the channel to the other companions on this database."""
        self._channel = PostgresNotices(self.conninfo, heard, reconnected)
        return self._channel

    def is_leader(self) -> bool:
        """Whether this process holds the lock of the upkeep, which it keeps until its connection ends."""
        try:
            if self._leading is None or self._leading.broken or self._leading.closed:
                self._leading = psycopg.connect(self.conninfo, autocommit=True)
            cursor = self._leading.execute(
                "SELECT is_mine OR pg_try_advisory_lock(%s) FROM (SELECT EXISTS ("
                " SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND objid = %s"
                " AND objsubid = 1) AS is_mine) own",
                [_LEADER, _LEADER],
            )
            return any(is_mine for (is_mine,) in cursor)
        except psycopg.Error:
            return False

    # read

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        """The rows of a query as dicts. Raises `StoreError`."""
        connection = getattr(self._snapshot, "connection", None)
        try:
            if connection is not None:
                return _query(connection, sql, values)
            return self._read(sql, values)
        except Exception as error:
            if not is_environment_error(error):
                raise
            self.trouble = read_failed(error)
            raise self.trouble from error

    def _read(self, sql: str, values: Any) -> list[dict[str, Any]]:
        """Read on any connection; once more if that one had been broken since its last use."""
        try:
            with self.pool.connection() as connection:
                return _query(connection, sql, values)
        except PoolTimeout:
            raise
        except psycopg.OperationalError:
            with self.pool.connection() as connection:
                return _query(connection, sql, values)

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """A context in which all reads of this thread see the same state, also while others write."""
        try:
            with self.pool.connection() as connection, connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                self._snapshot.connection = connection
                try:
                    yield
                finally:
                    del self._snapshot.connection
        except (psycopg.OperationalError, PoolTimeout) as error:
            raise read_failed(error) from error

    # write

    def write(self, job: Callable[[Transaction], T], session: str | None = None, *, is_short: bool = False) -> T:
        """Run `job` in a transaction and return its result once it is on disk. Raises `StoreError`.

        The job runs again if another transaction makes it impossible.
        """
        done: T = self._run(lambda: self._attempts(job, session))
        self.trouble = None
        return done

    def _attempts(self, job: Callable[[Transaction], T], session: str | None) -> T:
        for attempt in range(_RETRIES - 1):
            with suppress(errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected):
                return self._transaction(job, session)
            time.sleep(0.01 * attempt)
        return self._transaction(job, session)

    def _transaction(self, job: Callable[[Transaction], T], session: str | None) -> T:
        is_certain = True
        try:
            with self._writer() as connection:
                cursor = connection.cursor()
                # The lock in a statement of its own: the next one then sees what its last holder committed.
                if session is None:
                    cursor.execute(_LOCK_ALL)
                else:
                    cursor.execute(_LOCK_SESSION, [session])
                done = job(PostgresTransaction(connection))
                is_certain = False
                connection.execute("COMMIT")
                return done
        except Exception as error:
            if not is_environment_error(error):
                raise
            self.trouble = write_failed(error, is_certain=is_certain or isinstance(error, errors.DiskFull))
            raise self.trouble from error

    @contextmanager
    def _writer(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in a transaction, which is rolled back unless it was committed."""
        with self.pool.connection() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if not connection.broken and connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                    connection.execute("ROLLBACK")

    def advance_sequences(self, db: Transaction) -> None:
        """Let the sequences of phones and of the order of use continue after the highest numbers stored."""
        for statement in _ADVANCE:
            db.execute(statement)

    # upkeep

    def record_damage(self) -> StoreError:
        """The error for a row that is not what was stored."""
        self.damage = self.trouble = database_damaged()
        return self.damage

    def probe(self) -> None:
        """Ask the server for one row."""
        self.rows("SELECT 1 AS one")

    def waiting(self) -> int:
        """How many jobs wait for a connection."""
        return self.pool.get_stats().get("requests_waiting", 0)

    def scrub(self) -> None:
        """Nothing: deleted rows go when PostgreSQL vacuums; its log and backups may keep them longer."""

    def finish_scrubbing(self) -> None:
        """Nothing; see `scrub`."""


def _query(connection: psycopg.Connection[Any], sql: str, values: Any) -> list[dict[str, Any]]:
    return _execute(connection.cursor(row_factory=dict_row), sql, values).fetchall()


def _execute(cursor: psycopg.Cursor[Row], sql: str, values: Any) -> psycopg.Cursor[Row]:
    """Execute a statement of SQLite. Texts with NUL, which PostgreSQL cannot store, get U+FFFD in its place."""
    try:
        return cursor.execute(translate(sql), values or None)
    except psycopg.DataError:  # raised before anything is sent
        changed = _without_nul(values)
        if changed == values:
            raise
        return cursor.execute(translate(sql), changed)


def _without_nul(values: Any) -> Any:
    if isinstance(values, Mapping):
        return {name: _without_nul(value) for name, value in values.items()}
    if isinstance(values, str):
        return values.replace("\0", "\ufffd")
    return [_without_nul(value) for value in values] if isinstance(values, list | tuple) else values


def _conninfo(address: str) -> str:
    """The address with timeouts, as libpq takes it. Raises `StoreError`."""
    return make_conninfo(**{**_TIMEOUTS, **parse_address(address)})


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; changes nothing there."""
    name = public_name(address)
    try:
        with psycopg.connect(_conninfo(address), autocommit=True) as connection:
            found = connection.execute("SELECT to_regclass('_migrations'), to_regclass('sessions')").fetchone()
    except (psycopg.Error, OSError) as error:
        raise open_failed(error, name) from error
    if found is None or None in found:
        raise StoreError(
            Message("The database {path} has no tables of the companion; name another with --database.", path=name)
        )
