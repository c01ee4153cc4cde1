"""Connections to PostgreSQL, which fail where the server, or the way to it, has gone silent.

Where a network drops packets, or a machine stops, a connection is neither closed nor answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg_pool import ConnectionPool

T = TypeVar("T")

_CONNECTIONS = 8
_WAIT = 4.0  # seconds for a free connection
_MOST_WAITING = 200  # requests for one
_SILENCE = 6.0  # seconds without an answer after which a statement fails; longer than one waits for a lock
# A companion that is cut off within a transaction must not keep others from its session.
_SETTINGS = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '4s'"


class ServerSilent(psycopg.OperationalError):
    """The server has not answered a statement, which it may have executed."""


class WatchedConnection(psycopg.Connection[Any]):
    """A connection that closes itself where a statement is not answered, and calls `on_silence`."""

    on_silence: Callable[[], None] | None = None

    def wait(self, gen: PQGen[T], *args: Any, **options: Any) -> T:
        """Wait for a statement as `psycopg.Connection` does. Raises `ServerSilent`."""
        if options.get("timeout") is not None:  # for a notice, which need not come
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
    """A pool of connections for one address, each of which is asked whether it works before it is used."""

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
            # It tries again with growing pauses; give up early, so that the next request tries.
            reconnect_timeout=1.0,
            kwargs={"autocommit": True},
            open=True,
            name="companion",
        )

    def _configure(self, connection: WatchedConnection) -> None:
        connection.execute(_SETTINGS)
        connection.on_silence = self.drain  # those that nobody uses are as silent
