"""Write to PostgreSQL: transactions that lock their session, and run again where another one makes them impossible."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.rows import Row, dict_row, tuple_row

from companion.storage.database import Transaction
from companion.storage.postgres.connections import Pool
from companion.storage.postgres.errors import is_environment_error, is_refusal, write_failed
from companion.storage.records import SCORED_KINDS, Event
from companion.storage.rows.session_rows import event_row

_PARAMETER = re.compile(r"\?|(?<!\w):([a-z]\w*)")


@cache
def translate(sql: str) -> str:
    """A statement with psycopg's signs for parameters.

    >>> translate("SELECT a FROM b WHERE c = ? AND d = :e")
    'SELECT a FROM b WHERE c = %s AND d = %(e)s'
    """
    return _PARAMETER.sub(lambda found: f"%({found[1]})s" if found[1] else "%s", sql)


class PostgresTransaction:
    """An open transaction; see `Transaction`."""

    # A sequence, so that transactions do not wait for one another.
    next_use = "nextval('sessions_used_seq')"

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Any = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Execute a statement; returns its cursor."""
        return _execute(self._connection.cursor(row_factory=tuple_row), sql, values)

    def query(self, sql: str, values: Any = (), /) -> Iterator[dict[str, Any]]:
        """The rows of a query as dicts."""
        return iter(query(self._connection, sql, values))


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


T = TypeVar("T")

_RETRIES = 5  # attempts at a transaction that another one made impossible
_IMPOSSIBLE = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
_LOCK_SESSION = "SELECT pg_advisory_xact_lock_shared(1668246896), pg_advisory_xact_lock(hashtextextended(%s, 0))"
_APPEND = "SELECT append_event(?, ?, ?, ?, ?, ?, ?, ?, ?)"
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
        with _translate_errors() as saving, self._pool.connection() as connection, connection.transaction():
            # The lock in a statement of its own: the next one then sees what its last holder committed.
            if session is None:
                connection.execute(_LOCK_ALL)
            else:
                connection.execute(_LOCK_SESSION, [session])
            result = job(PostgresTransaction(connection))
            saving.has_begun = True
            return result

    def append(self, session: str, event: Event) -> bool:
        """Append an event to a running game by one statement, which PostgreSQL commits by itself. Raises `StoreError`.

        The transaction of `session_rows.append` asks and answers four times; what this does not append is left to it.
        Returns False, and has written nothing, if the log has the act, the number is not the next one, the phone may
        not score, the game is over, or the session was deleted.
        """
        values = [*event_row(session, event).values(), event.kind not in SCORED_KINDS]
        with _translate_errors() as saving, self._pool.connection() as connection:
            saving.has_begun = True
            with suppress(*_IMPOSSIBLE):
                return bool(PostgresTransaction(connection).execute(_APPEND, values).fetchall()[0][0])
        return False


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
