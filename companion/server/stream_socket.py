"""Answers that stay open without anybody waiting in them: a socket each, and nothing else in memory."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from gevent import monkey

# gevent's own socket keeps watchers for whoever waits at it; here nobody does.
_Socket: type[socket.socket] = monkey.get_original("socket", "socket")
_UNWANTED = 64 * 1024  # bytes that are read at once of what a phone sends though nobody listens to it


LINE = "companion.keep_open"
"""Where the server offers, in a request's environment, to keep its answer open as a line for the taker it is given."""


class Taker(Protocol):
    """Whoever an answer is kept open for: `take` gets it as a line, or `leave` is called where it came to nothing."""

    def take(self, line: SocketLine) -> None: ...

    def leave(self) -> None: ...


class SocketLine:
    """The rest of an answer, as an open socket. When it is closed, `ended` is called once, and then `on_close`."""

    __slots__ = ("_ended", "_is_chunked", "_socket", "on_close")

    def __init__(self, taken: socket.socket, *, is_chunked: bool, ended: Callable[[SocketLine], None]) -> None:
        self._socket = _Socket(taken.family, taken.type, taken.proto, taken.detach())
        self._socket.setblocking(False)
        self._is_chunked = is_chunked
        self._ended: Callable[[SocketLine], None] | None = ended
        self.on_close: Callable[[], None] | None = None

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, data: bytes) -> None:
        chunk = b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked else data
        try:
            sent = self._socket.send(chunk)
        except OSError:
            sent = 0
        if sent < len(chunk):  # gone, or so far behind that it is better off with a new connection
            self.close()

    def is_open(self) -> bool:
        """Whether the other side has not hung up, as far as one can know; what it sends is thrown away."""
        try:
            return self._socket.recv(_UNWANTED) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def end(self) -> None:
        """Close as an answer that is complete."""
        if self._is_chunked:
            with suppress(OSError):
                self._socket.send(b"0\r\n\r\n")
        self.close()

    def close(self) -> None:
        """Free the socket and tell who counts on it; only the first call does anything."""
        ended, self._ended = self._ended, None
        if ended is None:
            return
        on_close, self.on_close = self.on_close, None
        try:
            ended(self)
            if on_close is not None:
                on_close()
        finally:
            self._socket.close()
