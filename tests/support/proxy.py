"""A proxy that carries bytes both ways and hangs up on one side when the other has, as those before a site do."""

from __future__ import annotations

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Listens on a port of its own, in one thread for all connections."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._waker, self._woken = socket.socketpair()
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._listener, selectors.EVENT_READ)
        self._ready.register(self._woken, selectors.EVENT_READ)

    def run(self) -> None:
        while True:
            for key, _ in self._ready.select():
                if key.fileobj is self._woken:
                    return
                if key.fileobj is self._listener:
                    self._accept()
                elif isinstance(key.fileobj, socket.socket) and key.fileobj.fileno() >= 0:
                    self._carry(key.fileobj, key.data)

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        server = socket.create_connection(("127.0.0.1", self.behind))
        self._ready.register(client, selectors.EVENT_READ, server)
        self._ready.register(server, selectors.EVENT_READ, client)

    def _carry(self, sender: socket.socket, receiver: socket.socket) -> None:
        with suppress(OSError):
            data = sender.recv(65536)
            receiver.sendall(data)
            if data:
                return
        for end in (sender, receiver):
            with suppress(KeyError, ValueError):
                self._ready.unregister(end)
            end.close()

    def end(self) -> None:
        self._waker.send(b".")

    def close(self) -> None:
        """Free all that is open, once `run` has returned."""
        for key in list(self._ready.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._ready.close()
        self._waker.close()


@contextmanager
def proxy_before(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    thread = threading.Thread(target=proxy.run, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.end()
        thread.join(10)
        proxy.close()
