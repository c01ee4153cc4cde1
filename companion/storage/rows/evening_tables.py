"""The tables of an evening that were inserted, but never opened. Each function runs within one transaction."""

from __future__ import annotations

import json

from companion.storage.database import Transaction
from companion.storage.rows.session_rows import delete_rows


def delete_unopened(db: Transaction, evening: str) -> list[str]:
    """Delete the empty tables that no round of an evening has: it was drawn anew before all of them were stored."""
    sql = "SELECT body FROM evening_log WHERE evening = ? AND kind = 'opened'"
    opened = {session for row in db.query(sql, [evening]) for session in json.loads(row["body"])["sessions"]}
    sql = (
        "SELECT session FROM evening_sessions e WHERE evening = ?"
        " AND NOT EXISTS (SELECT 1 FROM events WHERE session = e.session)"
    )
    unopened = [row["session"] for row in db.query(sql, [evening]) if row["session"] not in opened]
    for session in unopened:
        delete_rows(db, session)
    return unopened
