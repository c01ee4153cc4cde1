"""Messages for PostgreSQL errors: what was not saved, and whether earlier data are safe."""

import logging

import psycopg
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

from companion.engine import Message
from companion.storage.error_messages import DISK_FULL, StoreAway, StoreBusy, StoreError

_log = logging.getLogger(__name__)

_TOO_MUCH = Message("The database has too much to do. Nothing was saved; try again in a moment.")
_FULL = (errors.DiskFull, errors.OutOfMemory)
_READ_ONLY = errors.ReadOnlySqlTransaction
_BUSY = (TooManyRequests, errors.LockNotAvailable)
ENVIRONMENT_ERRORS = (
    *(psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, errors.DiskFull),
    *(errors.IdleInTransactionSessionTimeout, _READ_ONLY, *_BUSY),
)
"""The errors of the server or the network; any other error is a bug in a statement."""


def write_failed(error: Exception, *, has_begun: bool) -> StoreError:
    """The error of a failed write. If the commit has begun, it may have succeeded unless the server refused it."""
    if has_begun and not isinstance(error, (*_FULL, _READ_ONLY, *_BUSY)):
        return StoreAway(
            "The database went away while this was saved, so it is not certain that it was. Try again: what was"
            " saved is not counted twice."
        )
    if isinstance(error, _BUSY):
        return StoreBusy(_TOO_MUCH)
    if isinstance(error, _FULL):
        return StoreError(DISK_FULL)
    if isinstance(error, _READ_ONLY):
        return StoreAway("The database takes no changes at the moment. Nothing was saved; try again in a moment.")
    return StoreAway("The database cannot be reached. Nothing was saved; try again in a moment.")


def read_failed(error: Exception) -> StoreError:
    """The error of a failed read. The reason is only logged, as it names the server."""
    if isinstance(error, _BUSY):
        return StoreBusy(_TOO_MUCH)
    _log.info("the database cannot be read: %s", reason_of(error))
    return StoreAway(
        "The database cannot be reached at the moment. Nothing was changed; what was acknowledged before is kept."
    )


def open_failed(error: Exception, name: str) -> StoreError:
    """The error of a database that cannot be opened at the start."""
    if isinstance(error, errors.InsufficientPrivilege):
        return StoreError(
            "The user of the database {path} may not make or change tables there ({reason}); start once with a user"
            " who may.",
            path=name, reason=reason_of(error),
        )  # fmt: skip
    return StoreError("The database {path} cannot be opened: {reason}.", path=name, reason=reason_of(error).rstrip("."))


def reason_of(error: Exception) -> str:
    """The first line of an error's text, or its type."""
    return " ".join((str(error).strip() or type(error).__name__).splitlines()[0].split())
