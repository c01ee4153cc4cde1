"""Notices at once which phones have hung up, for all open lines with one epoll; none of them takes a greenlet."""

from __future__ import annotations

import logging
import select
from contextlib import suppress
from typing import Any

import gevent
from gevent import monkey

from companion.server.stream_socket import SocketLine

_log = logging.getLogger(__name__)

_READ = 1  # what a watcher of the event loop waits for
_AT_ONCE = 64  # lines that are closed before others have their turn
# Not what a phone sends: nobody reads that, so it would wake us for ever. Resets and errors are told always.
_HUNG_UP: int = getattr(select, "EPOLLRDHUP", 0)


def _epoll() -> Any:
    """An epoll of our own, which gevent hides; None on systems that have none: there the heartbeat notices."""
    try:
        return monkey.get_original("select", "epoll")()
    except AttributeError:
        return None


class HangUps:
    """Closes each watched line soon after its other side has hung up, half-closed, reset or stopped answering."""

    def __init__(self) -> None:
        self._lines: dict[int, SocketLine] = {}
        self._epoll = _epoll()
        if self._epoll is not None:
            self._waiting = gevent.spawn(self._keep_closing)

    def watch(self, line: SocketLine) -> None:
        if self._epoll is not None:
            with suppress(OSError):  # the system watches no more; then the heartbeat notices
                self._epoll.register(line.fileno(), _HUNG_UP)
                self._lines[line.fileno()] = line

    def forget(self, line: SocketLine) -> None:
        """A line is about to be closed, upon which the system forgets it too."""
        self._lines.pop(line.fileno(), None)

    def _keep_closing(self) -> None:
        hub = gevent.get_hub()
        watcher = hub.loop.io(self._epoll.fileno(), _READ, ref=False)
        while True:
            hub.wait(watcher)
            for number, _ in self._epoll.poll(0, _AT_ONCE):
                self._close(number)

    def _close(self, number: int) -> None:
        line = self._lines.get(number)
        if line is None:
            return
        try:
            line.close()
        except Exception:
            _log.exception("a line could not be closed in peace")

    def close(self) -> None:
        if self._epoll is not None:
            self._waiting.kill()
            self._epoll.close()
