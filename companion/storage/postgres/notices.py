"""Notices between the processes on one PostgreSQL database, by LISTEN and NOTIFY.

A transaction with a NOTIFY holds a lock of the whole cluster until it is on disk. So notices are sent after the commit,
on a separate connection that does not wait for the disk.
"""

import json
import logging
import os
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from companion.storage.postgres.connections import WatchedConnection
from companion.storage.records import Notice

_log = logging.getLogger(__name__)

_CHANNEL = "companion"
_PAUSE = 0.5  # seconds before a lost connection is opened again
_QUIET = 2.0  # seconds without a notice until the connection is checked
_LONGEST = 7900  # bytes; PostgreSQL takes no payload of 8000
_MOST_WAITING = 10_000
_NOTIFY = "SELECT count(pg_notify(%s, payload)) FROM unnest(%s::text[]) payload"


class PostgresNotices:
    """Sends notices, and calls `on_notice` with those of other processes; see `Database.open_channel`."""

    def __init__(
        self,
        conninfo: str,
        on_notice: Callable[[Notice], None],
        reconnected: Callable[[], None],
        lost: Callable[[], None],
    ) -> None:
        self.node = secrets.token_hex(6)
        self._conninfo, self._heard, self._reconnected, self._lost = conninfo, on_notice, reconnected, lost
        self._waiting: queue.SimpleQueue[Notice | None] = queue.SimpleQueue()
        self._unsent: list[Notice] = []
        self._is_closed = False
        self._listening: psycopg.Connection[Any] | None = None
        for work in (self._listen, self._send):
            threading.Thread(target=self._run, args=[work], daemon=True).start()

    def publish(self, notice: Notice) -> None:
        """Queue a notice; of equal ones that are sent together only the last is delivered."""
        if self._waiting.qsize() < _MOST_WAITING:  # else the database is lost; later heartbeats update the pages
            self._waiting.put(notice)

    def close(self) -> None:
        self._is_closed = True
        self._waiting.put(None)
        if self._listening is not None:
            _hang_up(self._listening)

    def _run(self, work: Callable[[], None]) -> None:
        while not self._is_closed:
            try:
                work()
            except (psycopg.Error, OSError) as error:
                if not self._is_closed:
                    _log.info("notices of other companions are away: %s", error)
                    time.sleep(_PAUSE)
            except Exception:
                _log.exception("a notice could not be handled")
                time.sleep(_PAUSE)

    def _listen(self) -> None:
        with WatchedConnection.connect(self._conninfo, autocommit=True) as connection:
            self._listening = connection
            connection.execute(f"LISTEN {_CHANNEL}")
            self._reconnected()
            try:
                while True:
                    for notify in connection.notifies(timeout=_QUIET):
                        notice = json.loads(notify.payload)
                        if notice.get("node") != self.node:
                            self._heard(notice)
                    connection.execute("SELECT 1")
            except psycopg.Error:
                self._lost()
                raise

    def _send(self) -> None:
        with WatchedConnection.connect(self._conninfo, autocommit=True) as connection:
            connection.execute("SET synchronous_commit = off")
            while self._unsent or self._next():
                self._notify(connection)

    def _notify(self, connection: psycopg.Connection[Any]) -> None:
        """Send the unsent notices; keep them if the connection turns out to be lost."""
        payloads = [json.dumps({**notice, "node": self.node}) for notice in self._unsent]
        # Of equal ones PostgreSQL delivers the first, and what came between would be heard as the last word.
        latest = [*dict.fromkeys(reversed(payloads))][::-1]
        sent = [payload for payload in latest if len(payload) < _LONGEST]
        try:
            connection.execute(_NOTIFY, [_CHANNEL, sent])
        except psycopg.OperationalError:
            raise  # the next connection sends them, perhaps again, which does no harm
        except psycopg.Error:
            self._unsent = []  # they would fail again
            raise
        self._unsent = []

    def _next(self) -> bool:
        """Wait until something is to be sent; False when closed."""
        waiting = [self._waiting.get()]
        while not self._waiting.empty():
            waiting.append(self._waiting.get())
        self._unsent = [notice for notice in waiting if notice is not None]
        return len(self._unsent) == len(waiting)


def _hang_up(connection: psycopg.Connection[Any]) -> None:
    """Shut down the socket of a connection, so that the thread that waits for it closes the connection.

    If this thread closed it, the other one would wait for a closed file, and gevent's loop would abort the process.
    """
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as same:
        same.shutdown(socket.SHUT_RDWR)
