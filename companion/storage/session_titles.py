"""The titles of sessions whose game has a name of its own there, such as an open sheet's, to find them by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game.names import normalize_name
from companion.games import title_at_table
from companion.storage.database import Transaction
from companion.storage.seat_rows import storable

SQLITE = (
    "CREATE TABLE session_titles (session TEXT PRIMARY KEY REFERENCES sessions (id), key TEXT NOT NULL,"
    " title TEXT NOT NULL) WITHOUT ROWID"
)
POSTGRESQL = """
CREATE TABLE session_titles (
    session text COLLATE "C" PRIMARY KEY REFERENCES sessions (id), key text COLLATE "C" NOT NULL, title text NOT NULL
);
"""
INSERT = "INSERT INTO session_titles (session, key, title) VALUES (?, ?, ?)"


def title_row(session: str, game: str, setup: Mapping[str, Any]) -> tuple[str, str, str] | None:
    """Return the row of a session with this setup; None where the game has its usual title."""
    title = title_at_table(game, setup.get("options", {}))
    return None if title is None else (session, normalize_name(title), storable(title))


def store_title(db: Transaction, session: str, game: str, setup: Mapping[str, Any]) -> None:
    """Store the title that a new session gives its game, if it has one."""
    row = title_row(session, game, setup)
    if row is not None:
        db.execute(INSERT, list(row))
