"""A PostgreSQL database, which several processes may use at once: every write is one durable transaction."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, TypeVar

import psycopg
from psycopg_pool import PoolTimeout

from companion.storage.error_messages import StoreAway, StoreError
from companion.storage.postgres import connections
from companion.storage.postgres.creation import PostgresBuilder
from companion.storage.postgres.errors import ENVIRONMENT_ERRORS, open_failed, read_failed
from companion.storage.postgres.notices import PostgresNotices
from companion.storage.postgres.writer import PostgresTransaction, query, run_job
from companion.storage.records import Channel, Connection, Database, Extension, Notice, Run

T = TypeVar("T")

_log = logging.getLogger(__name__)
# `PostgresDatabase._note` logs once instead of each attempt of the pool.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)

_LEADER = 1668246898  # the advisory lock of the process that does the upkeep

# Sequences are only raised. The caller holds a lock, so that nobody takes a number between the two reads.
_ADVANCE = (
    "SELECT setval('phones_id_seq', max(id)) FROM phones HAVING max(id) >= (SELECT last_value FROM phones_id_seq)",
    "SELECT setval('sessions_used_seq', max(used)) FROM sessions"
    " HAVING max(used) >= (SELECT last_value FROM sessions_used_seq)",
)


class PostgresDatabase(Database):
    """A database at a `postgresql://` address; `run` executes a writing job so that nothing interrupts it."""

    is_remote, references = True, PostgresTransaction.references

    def __init__(self, address: str, extensions: Sequence[Extension] = (), run: Run | None = None) -> None:
        self._run = run or (lambda job: job())
        self.name, self.extensions = connections.public_name(address), extensions
        self.conninfo = connections.connection_info(address)
        """The address with timeouts, for libpq; it may contain a password."""
        self._snapshot = threading.local()
        self._channel: PostgresNotices | None = None
        self._away_since: float | None = None
        self._leading: psycopg.Connection[Any] | None = None
        try:
            with psycopg.Connection.connect(self.conninfo, autocommit=True) as connection:
                connections.check_server(connection, self.name)
                connections.check_rights(connection, self.name)
                with connection.transaction():
                    PostgresBuilder(PostgresTransaction(connection)).migrate(extensions)
        except (psycopg.Error, OSError) as error:
            raise open_failed(error, self.name) from error
        self.pool = connections.Pool(self.conninfo)

    def close(self) -> None:
        if self._channel is not None:
            self._channel.close()
        if self._leading is not None:
            self._leading.close()
        self.pool.close(timeout=2)

    def open_channel(
        self, on_notice: Callable[[Notice], None], reconnected: Callable[[], None], lost: Callable[[], None]
    ) -> Channel:
        self._channel = PostgresNotices(self.conninfo, on_notice, reconnected, lost)
        return self._channel

    def is_leader(self) -> bool:
        """Whether this process has the lock of the upkeep, now or already; it keeps that until its connection ends."""
        try:
            if self._leading is None or self._leading.broken or self._leading.closed:
                self._leading = connections.WatchedConnection.connect(self.conninfo, autocommit=True)
            # Whoever has it takes it once more.
            return any(taken for (taken,) in self._leading.execute("SELECT pg_try_advisory_lock(%s)", [_LEADER]))
        except psycopg.Error:
            return False

    def rows(self, sql: str, values: Any = ()) -> list[dict[str, Any]]:
        connection = getattr(self._snapshot, "connection", None)
        try:
            with self.pool.connection() if connection is None else nullcontext(connection) as connection:
                found = query(connection, sql, values)
        except ENVIRONMENT_ERRORS as error:
            self.trouble = trouble = read_failed(error)
            self._note(trouble)
            raise trouble from error
        self._note(None)
        return found

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        try:
            with self.pool.connection() as connection, connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                # A slow reader blocks nobody.
                connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                self._snapshot.connection = connection
                try:
                    yield
                finally:
                    del self._snapshot.connection
        except (psycopg.OperationalError, PoolTimeout) as error:
            raise read_failed(error) from error

    def write(self, job: Callable[[Connection], T], session: str | None = None) -> T:
        try:
            saved: T = self._run(lambda: run_job(self.pool, job, session))
        except StoreError as error:
            self.trouble = error
            self._note(error)
            raise
        self.trouble = None
        self._note(None)
        return saved

    def _note(self, error: StoreError | None) -> None:
        """Log once when the server is lost, and once when it is back."""
        if isinstance(error, StoreAway) and self._away_since is None:
            self._away_since = time.monotonic()
            _log.warning("The database is away.")
        elif error is None and self._away_since is not None:
            _log.warning("The database is back after %.1f seconds.", time.monotonic() - self._away_since)
            self._away_since = None

    def advance_sequences(self, db: Connection) -> None:
        for statement in _ADVANCE:
            db.execute(statement)

    def probe(self) -> None:
        """Ask the server for one row."""
        self.rows("SELECT 1 AS one")

    def waiting(self) -> int:
        return self.pool.get_stats().get("requests_waiting", 0)


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; change nothing there."""
    name = connections.public_name(address)
    try:
        with psycopg.Connection.connect(connections.connection_info(address), autocommit=True) as connection:
            connections.check_server(connection, name)
            tables = connection.execute("SELECT to_regclass('_migrations'), to_regclass('sessions')").fetchone()
    except (psycopg.Error, OSError) as error:
        raise open_failed(error, name) from error
    if tables is None or None in tables:
        raise StoreError("The database {path} has no tables of the companion; name another with --database.", path=name)
