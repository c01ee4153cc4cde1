"""The values that an instance stores under names."""

from __future__ import annotations

from companion.storage.database import Transaction


def set_value(db: Transaction, name: str, value: bytes) -> None:
    """Store a value in place of any other of this name."""
    db.execute(
        "INSERT INTO instance (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )
