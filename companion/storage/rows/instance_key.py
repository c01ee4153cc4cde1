"""The instance's secret key, from which links are derived: in the database, or imported from an older key file."""

from __future__ import annotations

import secrets
from pathlib import Path

from companion.game import Message
from companion.storage import credentials
from companion.storage.database import Database, Transaction


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


_LINKS = (
    "SELECT l.session, l.role, l.token, s.generation FROM links l JOIN sessions s ON s.id = l.session"
    " WHERE s.deleted IS NULL"
)


def key_file(database: Path) -> Path:
    """The path of an earlier version's key file, beside the database."""
    return database.with_suffix(".key")


def instance_key(database: Database) -> tuple[bytes, int]:
    """The key, and the number of tables whose shared links became invalid because their key is lost.

    Raises KeyFileError if the key file of an earlier version has no key, OSError if it cannot be read.
    """
    return database.write(lambda db: ensure_key(db, database.key_file))


def ensure_key(db: Transaction, file: Path | None) -> tuple[bytes, int]:
    """Like `instance_key`, within a transaction: the key in the database, else of the key file, else a new one."""
    key = stored_key(db)
    if key is not None:
        return key, 0
    if file is not None and file.exists():
        key = credentials.read_key(file)
    else:
        key = secrets.token_bytes(credentials.KEY_BYTES)
    store_key(db, key)
    return key, _renew_links(db, key)


def lost_links(count: int) -> Message:
    """The warning at the start that found the key missing, for `count` tables."""
    return Message(
        "The key of this database is missing or another's, so the links and QR codes shared before for {count} table"
        " open nothing; its codes still do, and its share page shows links that are new. Where you have the .key file,"
        " restore it together with its database.",
        "The key of this database is missing or another's, so the links and QR codes shared before for {count} tables"
        " open nothing; their codes still do, and their share pages show links that are new. Where you have the .key"
        " file, restore it together with its database.",
        count,
    )


def stored_key(db: Transaction) -> bytes | None:
    """The key in the database; None if there is none yet."""
    return value_of(db, "key")


def store_key(db: Transaction, key: bytes) -> None:
    """Store the key in place of any other."""
    set_value(db, "key", key)


def _renew_links(db: Transaction, key: bytes) -> int:
    """Replace links made with another key by those of this one; returns how many sessions lost theirs."""
    lost = set()
    for row in list(db.query(_LINKS)):
        token = credentials.token_hash(credentials.link_token(key, row["session"], row["role"], row["generation"]))
        if token != row["token"]:
            sql = "UPDATE links SET token = ? WHERE session = ? AND role = ?"
            db.execute(sql, [token, row["session"], row["role"]])
            lost.add(row["session"])
    return len(lost)
