"""Disconnected phones are detected at once: one epoll for all streams."""

from __future__ import annotations

import logging
import select
from contextlib import suppress
from typing import Any

import gevent
from gevent import monkey

from companion.server.stream_socket import StreamSocket

_READ = 1  # libev's event mask for "readable"


_log = logging.getLogger(__name__)

_BATCH = 64  # streams to close before other greenlets may run
# Not EPOLLIN: nobody reads what phones send, so it would stay set. Resets and errors are always reported.
_DISCONNECTED: int = getattr(select, "EPOLLRDHUP", 0)


def _epoll() -> Any:
    """A real epoll, which gevent's patching hides; None on systems without it, where heartbeats find dead streams."""
    try:
        return monkey.get_original("select", "epoll")()
    except AttributeError:
        return None


class DisconnectWatcher:
    """Close each watched stream soon after its client disconnects, half-closes, resets or stops answering."""

    def __init__(self) -> None:
        self._streams: dict[int, StreamSocket] = {}
        self._epoll = _epoll()
        if self._epoll is not None:
            self._waiting = gevent.spawn(self._keep_closing)

    def watch(self, stream: StreamSocket) -> None:
        """Close this stream when its client disconnects."""
        if self._epoll is not None:
            with suppress(OSError):  # the system's limit on watches; the heartbeat finds the rest
                self._epoll.register(stream.fileno(), _DISCONNECTED)
                self._streams[stream.fileno()] = stream

    def forget(self, stream: StreamSocket) -> None:
        """Stop watching a stream that is about to be closed; closing removes it from the epoll."""
        self._streams.pop(stream.fileno(), None)

    def _keep_closing(self) -> None:
        hub = gevent.get_hub()
        watcher = hub.loop.io(self._epoll.fileno(), _READ, ref=False)
        while True:
            hub.wait(watcher)
            for number, _ in self._epoll.poll(0, _BATCH):
                self._close(number)

    def _close(self, number: int) -> None:
        stream = self._streams.get(number)
        if stream is None:
            return
        try:
            stream.close()
        except Exception:
            _log.exception("a stream could not be closed")

    def close(self) -> None:
        """Stop watching all streams."""
        if self._epoll is not None:
            self._waiting.kill()
            self._epoll.close()
