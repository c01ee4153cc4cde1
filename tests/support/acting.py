"""What phones ask of a table, without pages: undo, redo, amend and end."""

from typing import Any

from companion.table.amending import amendment_of, end_change, undo_change
from companion.table.changes import Request
from companion.table.service import Tables
from companion.table.table import Table


def undo(tables: Tables, session: str, request: Request, kind: str = "undo") -> Table:
    """Undo the last action as the host, or "redo" the last undone one."""
    return tables.act(session, request, lambda table: undo_change(table, request, kind, "host", None))


def amend(tables: Tables, session: str, request: Request, kind: str, body: Any, role: str = "host") -> Table:
    """Correct, remove or insert an entry."""
    return tables.act(session, request, lambda table: amendment_of(table, request, kind, body, role))


def end(tables: Tables, session: str, request: Request) -> Table:
    """End the game."""
    return tables.act(session, request, lambda table: end_change(table, request))
