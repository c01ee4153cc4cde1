"""Tables as they stood: a page is made from one version, whatever other phones do while it is rendered."""

from __future__ import annotations

from dataclasses import replace

from companion.sessions.table.table import Table


def snapshot_of(table: Table) -> Table:
    """The table as it stands now, which later events do not change; the same one for all who ask at this version.

    What is counted of it on demand, the points of actions and the rows of the score pad, is stored in the table itself.
    """
    if table.is_snapshot:
        return table
    known = table.snapshot
    if known is None or known.version != table.version:
        known = table.snapshot = _copied(table)
    return known


def _copied(table: Table) -> Table:
    log, record, claims = table.log.copy(), table.record.copy(), table.claims.copy()
    return replace(table, log=log, record=record, claims=claims, snapshot=None, is_snapshot=True)
