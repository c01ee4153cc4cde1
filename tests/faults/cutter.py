"""A way to the server on which answers are lost: the request gets through, the answer only in part or not at all."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Cut = Callable[[bytes], bytes]
"""What is left of an answer."""

CUTS: dict[str, Cut | None] = {
    "before it is made": None,  # the client hears nothing and asks again while the first request is being answered
    "before its first byte": lambda answer: b"",
    "in its head": lambda answer: answer[: answer.index(b"\r\n") + 9],
    "before its last byte": lambda answer: answer[:-1],
}


class Cutter:
    """Listens on a port of its own. `fates` says what becomes of the next answers; all after them come whole."""

    def __init__(self, port: int) -> None:
        self.behind = port
        self.fates: list[Cut | None] = []
        self.lost = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]

    def run(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._carry, args=[client], daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        """Requests and their answers one after the other; the connection ends with the first answer that is cut."""
        with client, socket.create_connection(("127.0.0.1", self.behind), timeout=10) as server, suppress(OSError):
            while request := message(client):
                server.sendall(request)
                if not self.fates:
                    client.sendall(message(server))
                    continue
                self.lost += 1
                self._cut(client, server, self.fates.pop(0))
                return

    def _cut(self, client: socket.socket, server: socket.socket, cut: Cut | None) -> None:
        if cut is None:
            client.shutdown(socket.SHUT_RDWR)
            message(server)
        else:
            client.sendall(cut(message(server)))


def message(sender: socket.socket) -> bytes:
    """A request or an answer, whole: its head and as much as that says is to follow."""
    read, head, body = b"", b"", 0
    while not head or len(read) < len(head) + 4 + body:
        piece = sender.recv(65536)
        if not piece:
            return read
        read += piece
        if not head and b"\r\n\r\n" in read:
            head = read.partition(b"\r\n\r\n")[0]
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            body = int(lengths[0].partition(b":")[2]) if lengths else 0
    return read


@contextmanager
def cutter_before(port: int) -> Iterator[Cutter]:
    cutter = Cutter(port)
    thread = threading.Thread(target=cutter.run, daemon=True)
    thread.start()
    try:
        yield cutter
    finally:
        # Closing alone does not wake who waits for a connection.
        cutter.listener.shutdown(socket.SHUT_RDWR)
        cutter.listener.close()
        thread.join(5)
