"""Write to PostgreSQL: transactions that lock their session, and run again where another one makes them impossible."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import psycopg
from psycopg import errors

from companion.storage.database import Transaction
from companion.storage.postgres.append import append_event
from companion.storage.postgres.errors import is_environment_error, is_refusal, write_failed
from companion.storage.postgres.pool import Pool
from companion.storage.postgres.statements import PostgresTransaction
from companion.storage.records import Event

T = TypeVar("T")

_RETRIES = 5  # attempts at a transaction that another one made impossible
_IMPOSSIBLE = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
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
            with suppress(*_IMPOSSIBLE):
                return self._transaction(job, session)
            time.sleep(0.01 * attempt)
        return self._transaction(job, session)

    def _transaction(self, job: Callable[[Transaction], T], session: str | None) -> T:
        with _translate_errors() as saving, self._connection() as connection:
            # The lock in a statement of its own: the next one then sees what its last holder committed.
            if session is None:
                connection.execute(_LOCK_ALL)
            else:
                connection.execute(_LOCK_SESSION, [session])
            result = job(PostgresTransaction(connection))
            saving.has_begun = True
            connection.execute("COMMIT")
            return result

    def append(self, session: str, event: Event) -> bool:
        """Append an event, as `append_event` does, and commit. Raises `StoreError`."""
        with _translate_errors() as saving, self._pool.connection() as connection:
            saving.has_begun = True
            with suppress(*_IMPOSSIBLE):
                return append_event(PostgresTransaction(connection), session, event)
        return False

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


@dataclass
class _Saving:
    """Whether the commit may have begun, so that after an error it is unknown whether it was done."""

    has_begun: bool = False


@contextmanager
def _translate_errors() -> Iterator[_Saving]:
    """Raise the errors of the server and of the way to it as a `StoreError`."""
    saving = _Saving()
    try:
        yield saving
    except Exception as error:
        if not is_environment_error(error):
            raise
        raise write_failed(error, is_certain=not saving.has_begun or is_refusal(error)) from error
