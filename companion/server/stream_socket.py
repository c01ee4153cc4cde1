"""Responses that stay open as plain sockets, at which no greenlet waits: that takes a fraction of the memory."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress

import gevent
from gevent import monkey

_Socket: type[socket.socket] = monkey.get_original("socket", "socket")
_READABLE = 1  # libev's event mask


class StreamSocket:
    """The rest of a response, as an open socket. When it is closed, `ended` is called once, and then `on_close`.

    It is closed as soon as the client disconnects, half-closes, resets or stops answering. A client that sends
    something loses it too: nobody would read that.
    """

    __slots__ = ("_ended", "_is_chunked", "_socket", "_watcher", "on_close")

    def __init__(self, taken: socket.socket, *, is_chunked: bool, ended: Callable[[StreamSocket], None]) -> None:
        # Without the watchers of gevent's own sockets, at which no greenlet may wait.
        self._socket = _Socket(taken.family, taken.type, taken.proto, taken.detach())
        self._socket.setblocking(False)
        self._is_chunked = is_chunked
        self._ended: Callable[[StreamSocket], None] | None = ended
        self.on_close: Callable[[], None] | None = None
        self._watcher = gevent.get_hub().loop.io(self._socket.fileno(), _READABLE, ref=False)
        self._watcher.start(self._heard)

    def _heard(self) -> None:
        self._watcher.stop()  # otherwise it is called until the socket is closed
        gevent.spawn(self.close)

    def send(self, data: bytes) -> None:
        """Send data without waiting; close the stream if the client cannot take all of it at once."""
        chunk = b"%x\r\n%b\r\n" % (len(data), data) if self._is_chunked else data
        try:
            sent = self._socket.send(chunk)
        except OSError:
            sent = 0
        if sent < len(chunk):  # disconnected, or so far behind that a new connection serves it better
            self.close()

    def end(self) -> None:
        """Complete the response and close the stream."""
        if self._is_chunked:
            with suppress(OSError):
                self._socket.send(b"0\r\n\r\n")
        self.close()

    def close(self) -> None:
        """Close the socket and call `ended` and `on_close`; only the first call does anything."""
        ended, self._ended = self._ended, None
        if ended is None:
            return
        on_close, self.on_close = self.on_close, None
        try:
            ended(self)
            if on_close is not None:
                on_close()
        finally:
            self._watcher.close()
            self._socket.close()
