"""Which phone asks for which table, in which role: the table and the role are read once a request and handed on."""

from __future__ import annotations

from flask import abort, g

from companion.sessions.table import Table
from companion.sessions.visible_table import VisibleTable
from companion.views.guard import phone, sessions


def visible_table_for(session: str) -> VisibleTable:
    """The table as the asking phone may see it; 404 for a phone that has not joined."""
    role = current_role(session)
    table = stored_table(session)
    return VisibleTable(table, table.viewpoint(phone(), role))


def stored_table(session: str) -> Table:
    """The table with all that it hides, for acts and for whole files; no page is made from it."""
    return find_table(session) or abort(404)


def find_table(session: str) -> Table | None:
    """The same; None where there is no such session."""
    kept: Table | None = g.get("table")
    if kept is not None and kept.id == session:
        return kept
    read = sessions().table(session)
    return None if read is None else cache_table(read)


def cache_table(table: Table) -> Table:
    """Keep a table that was read, or acted on, for the rest of the request."""
    g.table = table
    return table


def clear_cached_table() -> None:
    """Forget the table that was read in this request, since others may have acted on it."""
    g.pop("table", None)


def current_role(session: str) -> str:
    """The role of the asking phone; 404 for one that has not joined."""
    known: tuple[str, str] = g.get("role_at", ("", ""))
    if known[0] == session:
        return known[1]
    number = phone()
    role = (None if number is None else sessions().store.role(session, number)) or abort(404)
    g.role_at = session, role
    return role


def require_scorer(session: str) -> str:
    """The role of a phone that may enter; 404 for one that has not joined, 403 for a viewer."""
    role = current_role(session)
    return abort(403) if role == "viewer" else role


def require_host(session: str) -> VisibleTable:
    """The table for its host; 403 for everybody else."""
    if current_role(session) != "host":
        abort(403)
    return visible_table_for(session)
