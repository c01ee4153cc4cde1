"""The values of the instance, of which one is its secret key, from which links are derived."""

import secrets

from companion.storage import credentials, schema
from companion.storage.records import Rows, Transaction
from companion.storage.schema import INSTANCE, delete, insert

KEY = "key"
DELETED = "deleted"
"""The name of a value that is there, and changes, while traces of deleted rows may be in the file."""


def set_value(db: Transaction, name: str, value: bytes) -> None:
    """Store a value in place of any other of this name."""
    insert(db, INSTANCE, {"name": name, "value": value}, replace=["value"])


def value_of(rows: Rows, name: str) -> bytes | None:
    """The value that is stored under a name; None if there is none."""
    stored = schema.value(rows, INSTANCE, "value", name=name)
    return None if stored is None else bytes(stored)


def remove_value(db: Transaction, name: str) -> None:
    """Remove the value of a name, if there is one."""
    delete(db, INSTANCE, name=name)


def mark_deleted(db: Transaction) -> None:
    """Store that something was deleted, so that `Maintenance.purge` removes what is left of it in the file."""
    set_value(db, DELETED, secrets.token_bytes(8))


def ensure_key(db: Transaction) -> bytes:
    """The key; a new database gets one."""
    key = value_of(db.rows, KEY)
    if key is None:
        key = secrets.token_bytes(credentials.KEY_BYTES)
        set_value(db, KEY, key)
    return key
