"""SQLite errors as messages for people: what was not saved, and whether earlier data are safe."""

import sqlite3
from pathlib import Path

from companion.engine import Message, MessageError

# An exceeded quota, or no space for the WAL index, which SQLite reports as I/O errors.
_DISK_FULL_ERRORS = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
# What an operation reports that fails by its statement, or in Python, which has no code.
_OF_STATEMENTS = (sqlite3.SQLITE_ERROR, 0)

DISK_FULL = Message("The disk is full. Nothing was saved; make room and try again.")
OTHER_VERSION = Message(
    "The database was made by a newer version of the companion: update the companion first. Or by one from before"
    " 0.1.0: export it there, and import the file here."
)
"""What is said of a database with migrations that this version does not know."""


class StoreError(MessageError):
    """The database cannot be opened, read or written; `message` says why, and whether data were saved."""


class StoreAway(StoreError):
    """The database cannot be reached at the moment, so the same request may succeed soon."""


class StoreBusy(StoreAway):
    """The database can be reached, but has too much to do for this request."""


def is_damaged(error: sqlite3.Error) -> bool:
    """Whether SQLite reports a corrupt file."""
    return _primary(error) in _DAMAGED or "malformed" in str(error)


def is_environment_error(error: sqlite3.Error) -> bool:
    """Whether the disk or the file causes the error, rather than a bug in a statement."""
    is_of_statement = not isinstance(error, sqlite3.OperationalError) or _primary(error) in _OF_STATEMENTS
    return is_damaged(error) or not is_of_statement


def _primary(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    return code & 0xFF


def write_failed(error: sqlite3.DatabaseError) -> StoreError:
    """The error of a failed write. Its message says that nothing was saved only if that is certain."""
    if _primary(error) == sqlite3.SQLITE_FULL or "full" in str(error):
        return StoreError(DISK_FULL)
    if error.sqlite_errorcode in _DISK_FULL_ERRORS:
        return StoreError(
            "The disk takes no more: it is full, a quota is used up, or it fails. Nothing was saved; make room and"
            " try again."
        )
    if _primary(error) == sqlite3.SQLITE_IOERR:
        return StoreError(
            "The disk fails ({reason}), so it is not certain that this was saved. What was acknowledged before is"
            " on the disk, unless the disk itself has lost it. Try again.",
            reason=str(error),
        )
    return StoreError("The database could not be written ({reason}). Nothing was saved; try again.", reason=str(error))


def read_failed(error: sqlite3.DatabaseError) -> StoreError:
    """The error of a failed read."""
    return StoreError(
        "The database could not be read ({reason}). Nothing was changed; what was acknowledged before is on the"
        " disk, unless the disk itself has lost it. Try again.",
        reason=str(error),
    )


def open_failed(error: sqlite3.Error, path: str | Path) -> StoreError:
    """The error of a file that cannot be opened at the start."""
    if isinstance(error, sqlite3.OperationalError):
        if error.sqlite_errorcode in (sqlite3.SQLITE_FULL, *_DISK_FULL_ERRORS):
            return StoreError("The database {path} cannot be written: the disk is full, or it fails.", path=str(path))
        return StoreError("The database {path} cannot be written: {reason}.", path=str(path), reason=str(error))
    if is_damaged(error) and _primary(error) != sqlite3.SQLITE_NOTADB:
        return check_failed(path, str(error))
    return StoreError(
        "{path} is not a database of the companion: {reason}. If it was one, put a backup in its place.",
        path=str(path),
        reason=str(error),
    )


def check_failed(path: str | Path, reason: str) -> StoreError:
    """The error for a file that fails its integrity check; `reason` is SQLite's finding."""
    return StoreError(
        "The database {path} is damaged ({reason}). Keep a copy of it, then put a backup in its place, as"
        " docs/hosting.md says.",
        path=str(path),
        reason=reason,
    )
