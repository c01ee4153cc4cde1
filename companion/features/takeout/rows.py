"""Queries for an export of all data, and for an import of one."""

from typing import Any

from companion.storage.records import Rows, Transaction


def sessions_in_order(rows: Rows) -> list[dict[str, Any]]:
    """The ids of all sessions as they were opened, with their places in the orders of use and of opening."""
    sql = (
        "SELECT id, row_number() OVER (ORDER BY used, rowid) AS used, row_number() OVER (ORDER BY rowid) AS number"
        " FROM sessions WHERE deleted IS NULL ORDER BY rowid"
    )
    return rows(sql, [])


def lowest_use(db: Transaction) -> int | None:
    """The place in the order of use of the session that was not used for longest."""
    lowest: int | None = db.execute("SELECT min(used) FROM sessions").fetchone()[0]
    return lowest
