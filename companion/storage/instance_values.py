"""The values that an instance stores under names."""

from __future__ import annotations

from companion.storage.database import Transaction


def set_value(db: Transaction, name: str, value: bytes) -> None:
    """Store a value in place of any other of this name."""
    db.execute(
        "INSERT INTO instance (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name, value],
    )


def value_of(db: Transaction, name: str) -> bytes | None:
    """The value that is stored under a name; None if there is none."""
    row = db.execute("SELECT value FROM instance WHERE name = ?", [name]).fetchone()
    return None if row is None else bytes(row[0])


def remove_value(db: Transaction, name: str) -> None:
    """Remove the value of a name, if there is one."""
    db.execute("DELETE FROM instance WHERE name = ?", [name])
