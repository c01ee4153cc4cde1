"""What phones ask of a table, without pages: undo, redo, amend and end."""

from companion.forms.form import Whole
from companion.table.amending import amendment, end_change, undo_change
from companion.table.changes import Request


def enter(tables, session, *entries):
    """Enter whole entries as the host, without a form."""
    host = next(iter(tables.store.members(session)))
    for entry in entries:
        version = tables.table(session).version
        tables.enter(session, Request(host, f"entry-{version}", version, b""), Whole(entry))


def undo(tables, session, request, kind="undo"):
    """Undo the last action as the host, or "redo" the last undone one."""
    return tables.act(session, request, lambda table: undo_change(table, request, kind, "host", None))


def amend(tables, session, request, kind, body, role="host"):
    """Correct, remove or insert an entry."""
    return tables.act(session, request, lambda table: amendment(table, request.base_version, kind, body, role))


def end(tables, session, request):
    """End the game."""
    return tables.act(session, request, lambda table: end_change(table, request))
