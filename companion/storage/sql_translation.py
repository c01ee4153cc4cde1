"""Translate the statements of the storage modules, which are SQLite's, to PostgreSQL's."""

from __future__ import annotations

import re
from functools import cache

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


def _replaced(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "quoted":
            return found[0].replace("%", "%%")
        case "position":
            return "%s"
        case "name":
            return f"%({found['name']})s"
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
