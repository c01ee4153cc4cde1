"""Access to tables by role. Table and role are read once per request and cached in `flask.g`."""

from __future__ import annotations

from flask import abort, g

from companion.sessions.table.table import Table
from companion.sessions.table.table_snapshots import snapshot_of
from companion.sessions.table.visible_table import VisibleTable
from companion.views.http.identity import phone, role_at
from companion.views.http.instance import sessions


def visible_table_for(session: str) -> VisibleTable:
    """Return the table as the requesting phone may see it; abort with 404 if it has not joined."""
    role = current_role(session)
    table = stored_table(session)
    return VisibleTable(table, table.viewpoint(phone(), role))


def stored_table(session: str) -> Table:
    """Return the whole table with its hidden totals, for acts and exports; never render pages from it."""
    return find_table(session) or abort(404)


def find_table(session: str) -> Table | None:
    """Return the whole table, or None if there is no such session."""
    kept: Table | None = g.get("table")
    if kept is not None and kept.id == session:
        return kept
    read = sessions().table(session)
    return None if read is None else cache_table(read)


def cache_table(table: Table) -> Table:
    """Cache a table for the rest of the request, as it stands; returns that."""
    kept: Table = snapshot_of(table)
    g.table = kept
    return kept


def clear_cached_table() -> None:
    """Clear the cached table, because other phones may have changed it."""
    g.pop("table", None)


def current_role(session: str) -> str:
    """Return the role of the requesting phone; abort with 404 if it has not joined."""
    known: tuple[str, str] = g.get("role_at", ("", ""))
    if known[0] == session:
        return known[1]
    role = role_at(session) or abort(404)
    g.role_at = session, role
    return role


def require_scorer(session: str) -> str:
    """Return the role of a phone that may enter points; abort with 404 if it has not joined, 403 for a viewer."""
    role = current_role(session)
    return abort(403) if role == "viewer" else role


def require_host(session: str) -> VisibleTable:
    """Return the table for its host; abort with 403 for other roles, 404 if the phone has not joined."""
    if current_role(session) != "host":
        abort(403)
    return visible_table_for(session)
