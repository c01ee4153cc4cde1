"""Phones on raw sockets that open streams, and end them in every way that phones, proxies and networks do."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection

from tests.faults.clients import Client

_NO_LINGER = struct.pack("ii", 1, 0)  # closing sends a reset
PAGES = ("table", "enter", "entry?number=1", "needs")
# What streams leave nothing of.
COUNTED = ("connections", "streams", "listeners", "audiences", "sessions_heard", "threads", "open_files")


def counters(port: int) -> dict[str, int]:
    """What the server says it has in use; the connection that asks is not counted."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/internal/counters")
        answer = connection.getresponse()
        assert answer.status == 200
        counts: dict[str, int] = json.loads(answer.read())
    finally:
        connection.close()
    return counts | {"connections": counts["connections"] - 1, "open_files": counts["open_files"] - 1}


def settled(port: int, start: dict[str, int], seconds: float = 60) -> dict[str, int]:
    """The counters once all is as at the start, or after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        now = counters(port)
        if all(now[name] <= start[name] for name in COUNTED):
            break
        time.sleep(0.1)
    return now


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def ask(client: socket.socket, phone: Client, path: str, method: str = "GET", more: str = "") -> None:
    host = f"127.0.0.1:{phone.port}"
    client.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {phone.cookie}\r\n{more}\r\n".encode())


def opened(phone: Client, session: str, page: str = "table", port: int | None = None) -> socket.socket:
    """A stream whose first event has come; closed where it was refused."""
    client = connected(port or phone.port)
    ask(client, phone, f"/t/{session}/live/{page}")
    read = b""
    while b"\n\n" not in read:
        piece = client.recv(4096)
        if not piece or (read + piece).startswith(b"HTTP/1.1 503 "):
            client.close()
            break
        read += piece
    return client


def wait_for_end(client: socket.socket) -> None:
    """Read until the server hangs up."""
    with client, suppress(ConnectionError):
        while client.recv(65536):
            pass


Way = Callable[[Client, str, str, int], None]
"""A phone opens a stream of a page of a session, by a port, and ends it."""


def closed(phone: Client, session: str, page: str, port: int) -> None:
    opened(phone, session, page, port).close()


def closed_at_once(phone: Client, session: str, page: str, port: int) -> None:
    """A tap on a link as soon as the page is there: the answer is not waited for."""
    with connected(port) as client:
        ask(client, phone, f"/t/{session}/live/{page}")


def reset(phone: Client, session: str, page: str, port: int) -> None:
    with opened(phone, session, page, port) as client, suppress(OSError):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


def reset_at_once(phone: Client, session: str, page: str, port: int) -> None:
    with connected(port) as client:
        ask(client, phone, f"/t/{session}/live/{page}")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


def half_closed(phone: Client, session: str, page: str, port: int) -> None:
    client = opened(phone, session, page, port)
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        wait_for_end(client)


def half_closed_after_more(phone: Client, session: str, page: str, port: int) -> None:
    """What was sent after the request hides the end from whoever only peeks."""
    client = opened(phone, session, page, port)
    with suppress(OSError):
        client.sendall(b"GET / HTTP/1.1\r\n")
        client.shutdown(socket.SHUT_WR)
        wait_for_end(client)


def half_asked(phone: Client, session: str, page: str, port: int) -> None:
    with connected(port) as client:
        client.sendall(f"GET /t/{session}/live/{page} HTTP/1.1\r\nHost: 127".encode())


def head_then_page(phone: Client, session: str, page: str, port: int) -> None:
    """A link preview: the head of a stream, then another request on the same connection."""
    with connected(port) as client, client.makefile("rb") as file:
        ask(client, phone, f"/t/{session}/live/{page}", "HEAD")
        ask(client, phone, "/healthz", more="Connection: close\r\n")
        text = file.read()
    head, _, rest = text.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ") and b"text/event-stream" in head, head
    assert rest.startswith(b"HTTP/1.1 200 ") and rest.endswith(b"ok\n"), rest


def with_body(phone: Client, session: str, page: str, port: int) -> None:
    """A request with a body gets a stream in which somebody waits."""
    with connected(port) as client:
        ask(client, phone, f"/t/{session}/live/{page}", more="Content-Length: 2\r\n")
        client.sendall(b"..")
        assert client.recv(4096)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


def next_page(phone: Client, session: str, page: str, port: int) -> None:
    """A phone that goes from page to page: the next one is open before the last one is closed."""
    last = opened(phone, session, page, port)
    for other in PAGES[:2]:
        following = opened(phone, session, other, port)
        last.close()
        last = following
    last.close()


WAYS: tuple[Way, ...] = (
    closed, closed_at_once, reset, reset_at_once, half_closed, half_closed_after_more, half_asked, head_then_page,
    next_page,
)  # fmt: skip
STREAMS = {next_page: 3}
"""How many streams a way opens, where it is more than one."""
