"""What SQLite refuses, as a sentence: what was not saved, and what is known of what was saved before."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.game import Message, MessageError

# A quota that is used up, or no room for the index of the log: to SQLite these are I/O errors like any other.
_TAKES_NO_MORE = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
# What the disk or the file is to blame for; anything else in a read is a mistake of ours.
_OUTSIDE = (
    *_DAMAGED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS, sqlite3.SQLITE_NOMEM,
)  # fmt: skip


class StoreError(MessageError):
    """The database cannot be opened, read or written; `message` says why and what that means for what was entered."""


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether the file is not what SQLite wrote."""
    return _primary(error) in _DAMAGED or "malformed" in str(error)


def is_outside(error: sqlite3.Error) -> bool:
    """Whether the disk or the file is to blame, not a statement of ours."""
    return _primary(error) in _OUTSIDE or is_damaged(error)


def _primary(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    return code & 0xFF


def not_saved(error: sqlite3.DatabaseError) -> StoreError:
    """Why a write failed. That nothing was saved is said only where it is certain."""
    if _primary(error) == sqlite3.SQLITE_FULL or "full" in str(error):
        return StoreError(Message("The disk is full. Nothing was saved; make room and try again."))
    if error.sqlite_errorcode in _TAKES_NO_MORE:
        return StoreError(
            Message(
                "The disk takes no more: it is full, a quota is used up, or it fails. Nothing was saved; make room and"
                " try again."
            )
        )
    if _primary(error) == sqlite3.SQLITE_IOERR:
        return StoreError(
            Message(
                "The disk fails ({reason}), so it is not certain that this was saved. What was acknowledged before is"
                " on the disk, unless the disk itself has lost it. Try again.",
                reason=str(error),
            )
        )
    return StoreError(
        Message("The database could not be written ({reason}). Nothing was saved; try again.", reason=str(error))
    )


def not_read(error: sqlite3.DatabaseError) -> StoreError:
    """Why a read failed."""
    return StoreError(
        Message(
            "The database could not be read ({reason}). Nothing was changed; what was acknowledged before is on the"
            " disk, unless the disk itself has lost it. Try again.",
            reason=str(error),
        )
    )


def damaged() -> StoreError:
    """The file holds something else than what was written to it."""
    return StoreError(
        Message(
            "The database is damaged, so this was neither read nor saved. Whoever keeps this companion has to stop it"
            " and restore a backup."
        )
    )


def moved(path: Path) -> StoreError:
    """The file that is open is not the one at its path any more, so what is written to it would be lost."""
    return StoreError(
        Message(
            "The database is not at {path} any more: it was moved, deleted or replaced while the companion runs."
            " Nothing was saved; put it back, or start the companion again.",
            path=str(path),
        )
    )


def not_opened(error: sqlite3.Error, path: str | Path) -> StoreError:
    """Why the companion cannot start with this file."""
    if isinstance(error, sqlite3.OperationalError):
        if error.sqlite_errorcode in (sqlite3.SQLITE_FULL, *_TAKES_NO_MORE):
            return StoreError(
                Message("The database {path} cannot be written: the disk is full, or it fails.", path=str(path))
            )
        return StoreError(
            Message("The database {path} cannot be written: {reason}.", path=str(path), reason=str(error))
        )
    if is_damaged(error) and _primary(error) != sqlite3.SQLITE_NOTADB:
        return corrupt(path, str(error))
    return StoreError(
        Message(
            "{path} is not a database of the companion: {reason}. If it was one, put a backup in its place.",
            path=str(path),
            reason=str(error),
        )
    )


def corrupt(path: str | Path, reason: str) -> StoreError:
    """What the check at the start found."""
    return StoreError(
        Message(
            "The database {path} is damaged ({reason}). Keep a copy of it, then put a backup in its place, as"
            " docs/hosting.md says.",
            path=str(path),
            reason=reason,
        )
    )
