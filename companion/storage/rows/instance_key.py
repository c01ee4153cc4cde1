"""The values of the instance, of which one is its secret key, from which links are derived."""

import secrets

from companion.storage import credentials
from companion.storage.database import Database, Transaction, rows_of
from companion.storage.schema import INSTANCE, insert, select

DELETED = "deleted"
"""The name of a value that is there, and changes, while traces of deleted rows may be in the file."""


def set_value(db: Transaction, name: str, value: bytes) -> None:
    """Store a value in place of any other of this name."""
    insert(db, INSTANCE, {"name": name, "value": value}, replace=["value"])


def value_of(db: Transaction, name: str) -> bytes | None:
    """The value that is stored under a name; None if there is none."""
    return next((bytes(row["value"]) for row in select(rows_of(db), INSTANCE, "value", name=name)), None)


def remove_value(db: Transaction, name: str) -> None:
    """Remove the value of a name, if there is one."""
    db.execute("DELETE FROM instance WHERE name = ?", [name])


def mark_deleted(db: Transaction) -> None:
    """Store that something was deleted, so that `Maintenance.purge` removes what is left of it in the file."""
    set_value(db, DELETED, secrets.token_bytes(8))


def instance_key(database: Database) -> bytes:
    """Return the key; a new database gets one."""
    return database.write(ensure_key)


def ensure_key(db: Transaction) -> bytes:
    """Return the key within a transaction; a new database gets one."""
    key = stored_key(db)
    if key is None:
        key = secrets.token_bytes(credentials.KEY_BYTES)
        store_key(db, key)
    return key


def stored_key(db: Transaction) -> bytes | None:
    """The key in the database; None if there is none yet."""
    return value_of(db, "key")


def store_key(db: Transaction, key: bytes) -> None:
    """Store the key in place of any other."""
    set_value(db, "key", key)
