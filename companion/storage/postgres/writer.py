"""Write to PostgreSQL: transactions that lock their session, and are retried after a conflict."""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.rows import Row, dict_row, tuple_row

from companion.storage.postgres.connections import Pool
from companion.storage.postgres.errors import ENVIRONMENT_ERRORS, write_failed
from companion.storage.records import Connection

_PARAMETER = re.compile(r"\?|(?<!\w):([a-z]\w*)")
T = TypeVar("T")

_ATTEMPTS = 5  # at a transaction that conflicts with others
_CONFLICTS = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
_LOCK_SESSION = "SELECT pg_advisory_xact_lock_shared(1668246896), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_LOCK_ALL = "SELECT pg_advisory_xact_lock(1668246896)"


@cache
def translate(sql: str) -> str:
    """A statement with psycopg's parameter markers.

    >>> translate("SELECT a FROM b WHERE c = ? AND d = :e")
    'SELECT a FROM b WHERE c = %s AND d = %(e)s'
    """
    return _PARAMETER.sub(lambda found: f"%({found[1]})s" if found[1] else "%s", sql)


class PostgresTransaction:
    """An open transaction; see `Connection`."""

    # A sequence, so that transactions do not wait for one another.
    next_use = "nextval('sessions_used_seq')"
    references = (
        'SELECT CAST(CAST(r.conrelid AS regclass) AS text) AS "table", a.attname AS "column" FROM pg_constraint r'
        " JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = r.conkey[1] WHERE r.confrelid = to_regclass(?)"
    )

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Any = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        return _execute(self._connection.cursor(row_factory=tuple_row), sql, values)

    def rows(self, sql: str, values: Any = (), /) -> list[dict[str, Any]]:
        return query(self._connection, sql, values)


def query(connection: psycopg.Connection[Any], sql: str, values: Any) -> list[dict[str, Any]]:
    """The rows of a query as dicts."""
    return _execute(connection.cursor(row_factory=dict_row), sql, values).fetchall()


def _execute(cursor: psycopg.Cursor[Row], sql: str, values: Any) -> psycopg.Cursor[Row]:
    """Execute a statement. Texts with NUL, which PostgreSQL cannot store, get U+FFFD in its place."""
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


def run_job(pool: Pool, job: Callable[[Connection], T], session: str | None) -> T:
    """Run a job in a durable transaction, again after a conflict. Raises `StoreError`."""
    for attempt in range(_ATTEMPTS - 1):
        with suppress(*_CONFLICTS):
            return _transaction(pool, job, session)
        time.sleep(0.01 * attempt)
    return _transaction(pool, job, session)


def _transaction(pool: Pool, job: Callable[[Connection], T], session: str | None) -> T:
    has_begun = False  # the commit: after an error it may or may not have succeeded
    try:
        with pool.connection() as connection, connection.transaction():
            # A separate statement, so that the next one sees what the last holder of the lock committed.
            if session is None:
                connection.execute(_LOCK_ALL)
            else:
                connection.execute(_LOCK_SESSION, [session])
            result = job(PostgresTransaction(connection))
            has_begun = True
            return result
    except ENVIRONMENT_ERRORS as error:
        raise write_failed(error, has_begun=has_begun) from error
