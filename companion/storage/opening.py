"""Open the store of an instance on the engine that its database names."""

from __future__ import annotations

from pathlib import Path

from companion.storage.sqlite import Run, SqliteDatabase
from companion.storage.store import Store


def open_store(database: str | Path, run: Run | None = None, *, is_server: bool = False) -> Store:
    """Open the database, migrate it if needed, and return its store.

    `run` and `is_server` are those of `SqliteDatabase`. Raises `StoreError` if it cannot be opened.
    """
    return Store(SqliteDatabase(database, run, is_server=is_server))
