"""Reads a request within limits of size and time: its headers into what gevent's handler asks for, and its body."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gevent.pywsgi import Input

if TYPE_CHECKING:
    from companion.server.admission import RequestTurn
import io
import math
import socket
import time

from companion.metrics import REFUSED

_MAX_DISCARDED = 1024 * 1024  # bytes of an unread body; if it is longer, the connection is closed instead


class RequestBody(Input):
    """A request's body; after each part of it the request waits for its turn."""

    __slots__ = ("turn",)

    def __init__(self, body: Input) -> None:
        super().__init__(body.rfile, body.content_length, body.socket)
        self.turn: RequestTurn | None = None

    @property
    def is_unread(self) -> bool:
        """Whether the application left a part of the body unread."""
        return self.position < (self.content_length or 0)

    def _do_read(self, length: int | None = None, use_readline: bool = False) -> bytes:
        read: bytes = super()._do_read(length, use_readline)  # type: ignore[misc]
        if self.turn is not None:  # otherwise many bodies that end at the same moment would run in one round
            self.turn.wait()
        return read

    def _discard(self) -> None:
        if (self.content_length or 0) - self.position <= _MAX_DISCARDED:
            super()._discard()  # type: ignore[misc] # the stubs know neither


_SHORTEST = 0.001  # seconds; a timeout of 0 would mean not to wait at all


class TimedReader(io.RawIOBase):
    """The raw stream of a connection: it waits until its deadline, at most `silence` seconds at a time.

    Only a read that needs the socket looks at the clock: most requests arrive as a whole, and are buffered by the first
    one.
    """

    def __init__(self, sock: socket.socket, silence: float) -> None:
        self._socket, self._silence = sock, silence
        self._stream = sock.makefile("rb", buffering=0)
        self._deadline = math.inf

    def allow(self, seconds: float) -> None:
        """Limit the next read to so many seconds in all."""
        self._deadline = time.monotonic() + seconds

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override] # a buffer of any kind
        """Read what is there, waiting for the first byte. Raises TimeoutError."""
        left = self._deadline - time.monotonic()
        self._socket.settimeout(min(self._silence, max(left, _SHORTEST)))
        try:
            return self._stream.readinto(buffer)
        finally:
            self._socket.settimeout(self._silence)  # for what is sent

    def close(self) -> None:
        """Close the stream; the connection is closed with its socket."""
        self._stream.close()
        super().close()


_MAX_HEADERS = 100
_MAX_HEAD_SIZE = 32 * 1024  # bytes of all headers of a request; a browser sends two or three thousand
# Only what all servers and proxies parse alike, against request smuggling: a name, a colon directly after it, and no
# character that some parsers take for the end of a line.
_HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*\r?\n")


class RequestRefused(Exception):
    """A request is refused before the application sees it; the argument is the status line."""


class RequestHeaders:
    """Headers by name, whatever its case; a name may come several times.

    It has what `gevent.pywsgi` uses of the e-mail parser's message, which compares each name with all others.
    """

    status = ""

    def __init__(self) -> None:
        self._values: dict[str, list[str]] = {}

    def add(self, name: str, value: str) -> None:
        """Add a header."""
        self._values.setdefault(name.lower(), []).append(value)

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the first value of a header."""
        values = self._values.get(name.lower())
        return values[0] if values else default

    getheader = get

    def get_all(self, name: str) -> list[str]:
        """Return all values of a header."""
        return self._values.get(name.lower(), [])

    @property
    def typeheader(self) -> str | None:
        """The type of the body."""
        return self.get("content-type")

    def environ(self) -> Iterator[tuple[str, str]]:
        """Yield key and value of the environment's entries; names with `_` are left out, as they could be mistaken."""
        for name, values in self._values.items():
            if "_" not in name and name not in ("content-type", "content-length"):
                key = f"HTTP_{name.replace('-', '_').upper()}"
                for value in values:
                    yield key, value.strip()

    def __delitem__(self, name: str) -> None:
        """Remove a header. Raises KeyError."""
        del self._values[name.lower()]


def read_headers(rfile: Any) -> RequestHeaders:
    """Read the headers of a request. Raises `RequestRefused` if they are malformed or too many."""
    headers, remaining = RequestHeaders(), _MAX_HEAD_SIZE
    for _ in range(_MAX_HEADERS + 1):
        line: bytes = rfile.readline(remaining + 1)
        remaining -= len(line)
        if remaining < 0:
            raise RequestRefused("431 Request Header Fields Too Large")
        if line in (b"\r\n", b"\n", b""):
            return headers
        if not _HEADER.fullmatch(line):
            raise RequestRefused("400 Bad Request")
        name, _, value = line.decode("latin-1").partition(":")
        headers.add(name, value.lstrip(" \t").rstrip("\r\n"))
    raise RequestRefused("400 Bad Request")


_SENTENCES = {
    "400": "That is no request that a browser sends.",
    "408": "The request did not arrive in time. Send it again.",
    "411": "A body must come with its length.",
    "414": "The address is too long. Go back and ask for less at once.",
    "431": "The request has more headers than a browser sends. Delete the cookies of this site and try again.",
    "503": "Too many are connected. Try again in a moment.",
}


def error_response(status: str) -> tuple[str, bytes]:
    """The response to a request that the application never sees: status code and all bytes to send."""
    REFUSED.labels("full" if status[:3] == "503" else "malformed").inc()
    text = f"{_SENTENCES[status[:3]]}\n"
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
    return status[:3], (head + text).encode()
