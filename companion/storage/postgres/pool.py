"""Connections to PostgreSQL that do not wait for a server that has gone silent, or for a way to it that is cut off.

Where a network drops packets, or a machine stops, a connection is neither closed nor answered. A statement then fails
after some seconds. Until it or another host answers again, one request at a time tries it, and all others fail at once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg_pool import ConnectionPool, PoolTimeout, TooManyRequests

from companion.storage.postgres.hosts import HostConnection

T = TypeVar("T")

_log = logging.getLogger(__name__)

_CONNECTIONS = 8
_WAIT = 4.0  # seconds for a free connection
_TRIAL = 1.5  # seconds for a connection while the server is silent
_SILENCE = 2.0  # seconds without an answer after which it is asked on another connection whether the server is there
_PATIENCE = 3.0  # seconds for which a connection is tried again
_PAUSE = 0.2  # seconds between two attempts
_AGAIN = 0.5  # seconds after which this is asked again
_LONGEST = 20.0  # seconds without an answer after which a statement fails though the server is there
_LATELY = 2.0  # seconds for which an answer shows that the server is there
_ANSWER = 2  # seconds for a new connection that shows it
# A companion that is cut off within a transaction must not keep others from its session.
_SETTINGS = "SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '4s'"

# The pool warns of each attempt to connect; see `WatchedPool._note`.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class ServerSilent(psycopg.OperationalError):
    """The server has not answered a statement, which it may have executed."""


class WatchedConnection(HostConnection):
    """A connection that closes itself where a statement is not answered."""

    is_server_there: Callable[[], bool] | None = None
    """Asked after some seconds without an answer; without it the server counts as away then."""
    was_silent = False

    def wait(self, gen: PQGen[T], *args: Any, **options: Any) -> T:
        """Wait for a statement as `psycopg.Connection` does. Raises `ServerSilent`."""
        if options.get("timeout") is not None:  # for a notice, which need not come
            return super().wait(gen, *args, **options)
        try:
            return super().wait(self._watched(gen), *args, **options)
        except ServerSilent:
            self.was_silent = True
            self.close()
            raise

    def _watched(self, statement: PQGen[T]) -> PQGen[T]:
        ready: Any = None
        received = sent = time.monotonic()
        try:
            while True:
                ready = yield statement.send(ready)
                now = time.monotonic()
                if ready:
                    received = sent = now
                elif now - sent > _SILENCE:
                    if now - received > _LONGEST or self.is_server_there is None or not self.is_server_there():
                        raise ServerSilent("the server does not answer")
                    sent = time.monotonic() + _AGAIN - _SILENCE
        except StopIteration as end:
            result: T = end.value
            return result


class _PatientConnection(WatchedConnection):
    """A connection of the pool, whose own pauses between attempts are longer than a server takes to start."""

    @classmethod
    def connect(cls, conninfo: str = "", **options: Any) -> Self:
        """Connect as `HostConnection` does; where the server refuses, again and again for some seconds."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return super().connect(conninfo, **options)
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(_PAUSE)


class WatchedPool(ConnectionPool[WatchedConnection]):
    """A pool of connections for one address. A request for one waits only while the server answers others."""

    def __init__(self, conninfo: str) -> None:
        self._address = conninfo
        self._answered = dict[str, float]()  # when each host did
        self._given_up = set[str]()  # hosts that did not answer a statement
        self._is_silent = self._is_tried = False
        self._away_since: float | None = None
        # After a failure the pool tries again with growing pauses; give up early, so that the next request tries.
        super().__init__(
            conninfo,
            connection_class=_PatientConnection,
            configure=_configure,
            min_size=2,
            max_size=_CONNECTIONS,
            timeout=_WAIT,
            reconnect_timeout=1.0,
            kwargs={"autocommit": True},
            open=True,
            name="companion",
        )

    def getconn(self, timeout: float | None = None) -> WatchedConnection:
        """A connection that was not closed from the other side.

        Raises `PoolTimeout` if the server is away, `TooManyRequests` if all connections are in use for too long.
        """
        if self._is_silent:
            if self._is_tried:
                raise PoolTimeout("the server does not answer")
            self._is_tried, timeout = True, _TRIAL
        try:
            connection = self._open_connection(timeout or _WAIT)
        except BaseException as error:
            self._is_tried = False
            if not isinstance(error, PoolTimeout):
                raise
            if self._has_answered():
                raise TooManyRequests("all connections are in use") from error
            self._note_silence()
            raise
        connection.is_server_there = partial(self._is_there, connection.address)
        return connection

    def _open_connection(self, timeout: float) -> WatchedConnection:
        end = time.monotonic() + timeout
        while True:
            connection = super().getconn(end - time.monotonic())
            if _is_open(connection):
                return connection
            connection.close()
            self._note(is_away=True)
            super().putconn(connection)

    def putconn(self, conn: WatchedConnection) -> None:
        """Put a connection back; its state shows whether the server is reachable."""
        if conn.was_silent and not self._answers(conn.address):
            self._give_up(conn.address)
        elif conn.closed:
            self._note(is_away=True)
        else:
            self._answered[conn.address], self._is_silent = time.monotonic(), False
            self._given_up.discard(conn.address)
            self._note(is_away=False)
        self._is_tried = False
        super().putconn(conn)

    def _answers(self, address: str) -> bool:
        return time.monotonic() - self._answered.get(address, -_LATELY) < _LATELY

    def _has_answered(self) -> bool:
        return any(map(self._answers, self._answered))

    def _is_there(self, address: str) -> bool:
        """Whether a host has answered lately, or does so on a new connection before another host takes that."""
        if self._answers(address):
            return True
        try:
            with HostConnection.connect(self._address, connect_timeout=_ANSWER) as connection:
                self._answered[connection.address] = time.monotonic()
                return connection.address == address
        except (psycopg.Error, OSError):
            return False

    def _give_up(self, address: str) -> None:
        """Use no connection to a silent host any more; another one may answer."""
        if not self._has_answered():
            self._note_silence()
        elif address not in self._given_up:
            self.drain()
        self._given_up.add(address)

    def _note_silence(self) -> None:
        self._note(is_away=True)
        if not self._is_silent:
            self._is_silent = True
            self.drain()  # the connections that nobody uses are as silent

    def _note(self, *, is_away: bool) -> None:
        """Log once that the server is away, and once that it is back."""
        if is_away and self._away_since is None:
            self._away_since = time.monotonic()
            _log.warning("The database is away.")
        elif not is_away and self._away_since is not None:
            _log.warning("The database is back after %.1f seconds.", time.monotonic() - self._away_since)
            self._away_since = None


def _configure(connection: WatchedConnection) -> None:
    connection.execute(_SETTINGS)


def _is_open(connection: WatchedConnection) -> bool:
    """Whether nothing shows that the other side has closed the connection; asks nothing of the server."""
    try:
        for _ in range(2):  # the first may find what the server said before it closed
            connection.pgconn.consume_input()
    except psycopg.OperationalError:
        return False
    return not connection.broken
