"""Connections between two requests: no greenlet waits in them, which would take 25 kB for each."""

from __future__ import annotations

import socket
from collections.abc import Callable

import gevent
from gevent.socket import socket as GreenSocket

from companion.server.stream_socket import plain_socket

_READ = 1  # libev's event mask for "readable"


class IdleConnection:
    """A connection that waits for its next request.

    Once that begins, or the client closes, `resume` is called with its socket. After `seconds`, or by `close`, the
    connection is closed and `ended` is called. Only one of these happens.
    """

    __slots__ = ("_ended", "_expiry", "_is_over", "_readable", "_resume", "_socket")

    def __init__(
        self,
        taken: socket.socket,
        seconds: float,
        resume: Callable[[IdleConnection, GreenSocket], None],
        ended: Callable[[IdleConnection], None],
    ) -> None:
        self._socket = plain_socket(taken)
        self._resume, self._ended, self._is_over = resume, ended, False
        loop = gevent.get_hub().loop
        self._readable = loop.io(self._socket.fileno(), _READ, ref=False)
        self._expiry = loop.timer(seconds, ref=False)
        self._readable.start(self._go_on)
        self._expiry.start(self.close)

    def _go_on(self) -> None:
        if self._stop():
            own = self._socket
            self._resume(self, GreenSocket(own.family, own.type, own.proto, own.detach()))

    def close(self) -> None:
        """Close the connection; does nothing once it goes on or is closed."""
        if self._stop():
            self._socket.close()
            self._ended(self)

    def _stop(self) -> bool:
        """Stop waiting; whether it still waited."""
        if self._is_over:
            return False
        self._is_over = True
        for watcher in (self._readable, self._expiry):
            watcher.stop()
            watcher.close()
        return True
