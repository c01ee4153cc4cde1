"""Write to PostgreSQL: transactions that lock their session, and run again where another one makes them impossible."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool

from companion.storage.database import Transaction
from companion.storage.postgres_errors import is_environment_error, write_failed
from companion.storage.postgres_statements import PostgresTransaction

T = TypeVar("T")
Pool = ConnectionPool[psycopg.Connection[Any]]

_RETRIES = 5  # attempts at a transaction that another one made impossible
_LOCK_SESSION = "SELECT pg_advisory_xact_lock_shared(1668246896), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_LOCK_ALL = "SELECT pg_advisory_xact_lock(1668246896)"


class PostgresWriter:
    """Runs each job in one durable transaction.

    A job that changes one session excludes other jobs on that session; a job that names no session excludes all others.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def run(self, job: Callable[[Transaction], T], session: str | None) -> T:
        """Run a job and commit; once more if another transaction makes it impossible. Raises `StoreError`."""
        for attempt in range(_RETRIES - 1):
            with suppress(errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected):
                return self._transaction(job, session)
            time.sleep(0.01 * attempt)
        return self._transaction(job, session)

    def _transaction(self, job: Callable[[Transaction], T], session: str | None) -> T:
        is_certain = True
        try:
            with self._connection() as connection:
                # The lock in a statement of its own: the next one then sees what its last holder committed.
                if session is None:
                    connection.execute(_LOCK_ALL)
                else:
                    connection.execute(_LOCK_SESSION, [session])
                done = job(PostgresTransaction(connection))
                is_certain = False
                connection.execute("COMMIT")
                return done
        except Exception as error:
            if not is_environment_error(error):
                raise
            raise write_failed(error, is_certain=is_certain or isinstance(error, errors.DiskFull)) from error

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection in a transaction, which is rolled back unless it was committed."""
        with self._pool.connection() as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                if not connection.broken and connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                    connection.execute("ROLLBACK")
