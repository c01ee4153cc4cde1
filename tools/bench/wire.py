"""A proxy between a browser and a companion that counts all bytes and requests."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread


class Wire:
    """Forwards connections to `port`, and counts `requests` and bytes with headers, `down` to the phone and `up`."""

    def __init__(self, port: int, listener: socket.socket) -> None:
        self._behind, self._listener = port, listener
        self.port: int = listener.getsockname()[1]
        self.reset()

    def reset(self) -> None:
        self.down = self.up = self.requests = 0

    def carry(self) -> None:
        """Forward connections until the listener is closed."""
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                companion = socket.create_connection(("127.0.0.1", self._behind))
                Thread(target=self._pass, args=(phone, companion, self._gone_up), daemon=True).start()
                Thread(target=self._pass, args=(companion, phone, self._come_down), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, count: Callable[[bytes], None]) -> None:
        with suppress(OSError):
            while part := source.recv(65536):
                count(part)
                target.sendall(part)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _gone_up(self, part: bytes) -> None:
        self.up += len(part)
        # A browser sends a request once the one before it is answered, so each part begins a request.
        self.requests += part.startswith((b"GET ", b"POST "))

    def _come_down(self, part: bytes) -> None:
        self.down += len(part)


@contextmanager
def wired(port: int) -> Iterator[Wire]:
    """A counted line to the companion on `port`."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        wire = Wire(port, listener)
        Thread(target=wire.carry, daemon=True).start()
        yield wire
        listener.shutdown(socket.SHUT_RDWR)  # ends the wait for the next connection
