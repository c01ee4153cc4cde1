"""The instance's secret key, from which its links are made: kept in the database, taken over from a file beside it."""

from __future__ import annotations

import secrets
from pathlib import Path

from sqlite_utils import Database

from companion.game import Message
from companion.storage import credentials
from companion.storage.sqlite import Disk

_LINKS = (
    "SELECT l.session, l.role, l.token, s.generation FROM links l JOIN sessions s ON s.id = l.session"
    " WHERE s.deleted IS NULL"
)


def key_file(database: Path) -> Path:
    """Where earlier versions kept the key: beside the database."""
    return database.with_suffix(".key")


def instance_key(disk: Disk, database: Path) -> tuple[bytes, int]:
    """The key, and how many tables lost the links that were shared before, as their key is lost.

    Raises KeyFileError where a file of an earlier version holds no key, OSError where it cannot be read.
    """
    return disk.write(lambda db: settle_key(db, database))


def settle_key(db: Database, database: Path) -> tuple[bytes, int]:
    """The same within a transaction: the key in the database; else that of the file beside it; else a new one."""
    key = stored_key(db)
    if key is not None:
        return key, 0
    path = key_file(database)
    key = credentials.read_key(path) if path.exists() else secrets.token_bytes(credentials.KEY_BYTES)
    store_key(db, key)
    return key, _renew_links(db, key)


def lost_links(count: int) -> Message:
    """Said once, at the start that finds the key missing."""
    return Message(
        "The key of this database is missing or another's, so the links and QR codes shared before for {count} table"
        " open nothing; its codes still do, and its share page shows links that are new. Where you have the .key file,"
        " restore it together with its database.",
        "The key of this database is missing or another's, so the links and QR codes shared before for {count} tables"
        " open nothing; their codes still do, and their share pages show links that are new. Where you have the .key"
        " file, restore it together with its database.",
        count,
    )


def stored_key(db: Database) -> bytes | None:
    """The key in the database; None where it has none yet."""
    row = db.execute("SELECT value FROM instance WHERE name = 'key'").fetchone()
    return None if row is None else bytes(row[0])


def store_key(db: Database, key: bytes) -> None:
    db.execute("INSERT OR REPLACE INTO instance (name, value) VALUES ('key', ?)", [key])


def _renew_links(db: Database, key: bytes) -> int:
    """Let the links that this key makes open their tables, where another key made those of before."""
    lost = set()
    for row in list(db.query(_LINKS)):
        token = credentials.token_hash(credentials.link_token(key, row["session"], row["role"], row["generation"]))
        if token != row["token"]:
            sql = "UPDATE links SET token = ? WHERE session = ? AND role = ?"
            db.execute(sql, [token, row["session"], row["role"]])
            lost.add(row["session"])
    return len(lost)
