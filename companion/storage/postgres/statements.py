"""Execute statements on a PostgreSQL connection, with parameters as SQLite has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import psycopg
from psycopg.rows import Row, dict_row, tuple_row

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
