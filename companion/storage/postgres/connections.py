"""The connections to a PostgreSQL database: its address, the pool, and what is said where the server fails."""

import logging
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, TooManyRequests

from companion.engine import Message
from companion.storage.error_messages import DISK_FULL, StoreAway, StoreBusy, StoreError

_log = logging.getLogger(__name__)

_OLDEST, _ENCODING = 15, "UTF8"
_FORBIDDEN = """
    SELECT c.relname FROM pg_class c JOIN pg_class m USING (relnamespace)
    CROSS JOIN unnest((CASE WHEN c.oid = m.oid THEN '{SELECT}' WHEN c.relkind = 'S' THEN '{USAGE,SELECT,UPDATE}'
        ELSE '{SELECT,INSERT,UPDATE,DELETE}' END)::text[]) wanted
    WHERE m.oid = to_regclass('_migrations') AND c.relkind IN ('r', 'S')
    AND NOT CASE c.relkind WHEN 'S' THEN has_sequence_privilege(c.oid, wanted)
        ELSE has_table_privilege(c.oid, wanted) END
    ORDER BY c.relname LIMIT 1
"""
# Strict where libpq would take a part of a password for a host, port or name, and print it in an error.
_HOST = r"(?:\[[0-9A-Fa-f:.%]+\]|[^\s:@/?\[\],]*)(?::\d*)?"
_ADDRESS = re.compile(rf"postgres(?:ql)?://(?:[^:@/?]*(?::[^@/]*)?@)?{_HOST}(?:,{_HOST})*(?:/[^/@?]*)?(?:\?.*)?")
# Notice a lost network or server within seconds; the database's address can override these.
_TIMEOUTS = {
    "connect_timeout": "2",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "2",
    "tcp_user_timeout": "5000",
    "application_name": "companion",
}
T = TypeVar("T")
_CONNECTIONS = 8
_WAIT = 4.0  # seconds for a free connection
_MOST_WAITING = 200  # requests for a connection
_SILENCE = 6.0  # seconds without an answer until a statement fails; more than `lock_timeout`
# A companion that loses its network in a transaction must not block its session for others.
_SETTINGS = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '4s'"
_TOO_MUCH = Message("The database has too much to do. Nothing was saved; try again in a moment.")
_FULL = (errors.DiskFull, errors.OutOfMemory)
_READ_ONLY = errors.ReadOnlySqlTransaction
_BUSY = (TooManyRequests, errors.LockNotAvailable)
ENVIRONMENT_ERRORS = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.IdleInTransactionSessionTimeout,
    _READ_ONLY,
)
"""The errors of the server or the network; any other error is a bug in a statement."""


def check_server(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise `StoreError` if the server is too old, or the encoding of the database is not UTF-8; changes nothing."""
    version = connection.info.server_version // 10_000
    if version < _OLDEST:
        raise StoreError(
            "The database {path} is on PostgreSQL {version}; version {oldest} or newer is needed.",
            path=name, version=version, oldest=_OLDEST,
        )  # fmt: skip
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != _ENCODING:
        raise StoreError(
            "The database {path} has the encoding {encoding}; make one with the encoding {wanted}.",
            path=name, encoding=encoding, wanted=_ENCODING,
        )  # fmt: skip


def check_rights(connection: psycopg.Connection[Any], name: str) -> None:
    """Raise `StoreError` if the user may not use all tables and sequences of a database that has them."""
    for (table,) in connection.execute(_FORBIDDEN):
        raise StoreError(
            "The user of the database {path} may not read and change {table}; grant all rights on all tables and"
            " sequences.",
            path=name, table=table,
        )  # fmt: skip


def public_name(address: str) -> str:
    """The address without its password."""
    before, at, after = address.partition("://")
    user, has_user, rest = after.rpartition("@")
    return f"{before}{at}{user.partition(':')[0]}{has_user}{rest}".partition("?")[0]


def connection_info(address: str) -> str:
    """The address with timeouts, for libpq. Raises `StoreError`, whose message has no part of it."""
    try:
        if _ADDRESS.fullmatch(address):
            parts: dict[str, Any] = {**_TIMEOUTS, **conninfo_to_dict(address)}
            return make_conninfo(**parts)
    except psycopg.Error:
        pass  # its message may hold the password
    raise StoreError(
        "The address of the database is not valid. It is like postgresql://user:password@host:5432/name, with"
        " special characters written as %40 for @."
    )


class ServerSilent(psycopg.OperationalError):
    """The server has not answered a statement, which it may have executed."""


class WatchedConnection(psycopg.Connection[Any]):
    """A connection that closes itself and calls `on_silence` if a statement is not answered."""

    on_silence: Callable[[], None] | None = None

    def wait(self, gen: PQGen[T], *args: Any, **options: Any) -> T:
        """Wait for a statement as `psycopg.Connection` does. Raises `ServerSilent`."""
        if options.get("timeout") is not None:  # waiting for a notice
            return super().wait(gen, *args, **options)
        end = time.monotonic() + _SILENCE
        try:
            return super().wait(gen, *args, **{**options, "timeout": _SILENCE})
        except psycopg.OperationalError as error:
            if time.monotonic() < end:
                raise
            self.close()
            if self.on_silence is not None:
                self.on_silence()
            raise ServerSilent("the server does not answer") from error


class Pool(ConnectionPool[WatchedConnection]):
    """A pool of connections to one address; each is checked before it is used."""

    def __init__(self, conninfo: str) -> None:
        super().__init__(
            conninfo,
            connection_class=WatchedConnection,
            configure=self._configure,
            check=ConnectionPool.check_connection,
            min_size=2,
            max_size=_CONNECTIONS,
            max_waiting=_MOST_WAITING,
            timeout=_WAIT,
            # Pauses between attempts grow, so give up early and let the next request try.
            reconnect_timeout=1.0,
            kwargs={"autocommit": True},
            open=True,
            name="companion",
        )

    def _configure(self, connection: WatchedConnection) -> None:
        connection.execute(_SETTINGS)
        connection.on_silence = self.drain  # the idle connections are lost too


def write_failed(error: Exception, *, is_committing: bool) -> StoreError:
    """The error of a failed write. If the commit has begun, it may have succeeded unless the server refused it."""
    if is_committing and not isinstance(error, (*_FULL, _READ_ONLY, *_BUSY)):
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
