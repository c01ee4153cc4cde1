"""Execute SQLite's statements on a PostgreSQL connection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import psycopg
from psycopg.rows import Row, dict_row, tuple_row

# Quoted text; a parameter by position or by name; the few phrases of SQLite that are used. Casts (::) stay.
_TOKEN = re.compile(
    r"(?P<quoted>'[^']*')"
    r"|(?P<position>\?)"
    r"|(?<![:\w]):(?P<name>[a-z_]+)"
    r"|(?P<percent>%)"
    r"|(?P<index>\s+INDEXED BY \w+)"
    r"|(?P<cross>\bCROSS JOIN\b)(?=\s+\w+(?:\s+\w+)?(?:\s+INDEXED BY \w+)?\s+ON\b)"
    r"|(?P<instr>\binstr)(?=\()"
    r"|(?P<use>coalesce\(max\(used\), 0\) \+ 1 FROM sessions)"
)


@cache
def translate(sql: str) -> str:
    """A statement with psycopg's parameters, and without SQLite's hints to its planner.

    >>> translate("SELECT '?', a FROM b CROSS JOIN c INDEXED BY d ON c.e = ? AND f = :g")
    "SELECT '?', a FROM b JOIN c ON c.e = %s AND f = %(g)s"
    """
    return _TOKEN.sub(_replaced, sql)


def _replaced(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "quoted":
            return match[0].replace("%", "%%")
        case "position":
            return "%s"
        case "name":
            return f"%({match['name']})s"
        case "percent":
            return "%%"
        case "cross":
            return "JOIN"
        case "instr":
            return "strpos"
        case "use":  # a sequence, so that transactions do not wait for one another
            return "nextval('sessions_used_seq')"
        case _:
            return ""


class PostgresTransaction:
    """An open transaction that takes SQLite's statements; see `Transaction`."""

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
