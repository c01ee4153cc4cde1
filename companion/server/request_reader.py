"""Reads a request within limits of size and time: its headers and its body."""

import io
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import gevent
from gevent.pywsgi import Input

from companion.metrics import REFUSED

_MAX_HEADERS = 100
_MAX_HEAD_SIZE = 32 * 1024  # bytes of all headers of a request; a browser sends two or three thousand
# Only what all servers and proxies parse alike, against request smuggling: a name, a colon directly after it, and no
# character that some parsers take for the end of a line.
_HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*\r?\n")
_SENTENCES = {
    "400": "That is no request that a browser sends.",
    "408": "The request did not arrive in time. Send it again.",
    "411": "A body must come with its length.",
    "414": "The address is too long. Go back and ask for less at once.",
    "431": "The request has more headers than a browser sends. Delete the cookies of this site and try again.",
    "503": "Too many are connected. Try again in a moment.",
}


class RequestBody(io.RawIOBase):
    """A request's body, which has to arrive within so many seconds; after each part the request waits for its turn."""

    def __init__(self, body: Input, wait: Callable[[], None], seconds: float) -> None:
        self._body, self._wait, self._deadline = body, wait, time.monotonic() + seconds

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override] # a buffer of any kind
        """Read what fits. Raises OSError where the client sends less than it said, or too slowly."""
        with gevent.Timeout(max(self._deadline - time.monotonic(), 0), TimeoutError):
            part = self._body.read(len(buffer))
        self._wait()  # otherwise many bodies that end at the same moment would run in one round
        buffer[: len(part)] = part
        return len(part)


class RequestRefused(ValueError):
    """A request is refused before the application sees it; the argument is the status line."""


def read_head(rfile: Any) -> Iterator[tuple[str, str]]:
    """Read the headers of a request, name and value. Raises `RequestRefused` if they are malformed or too many."""
    remaining = _MAX_HEAD_SIZE
    for _ in range(_MAX_HEADERS + 1):
        line: bytes = rfile.readline(remaining + 1)
        remaining -= len(line)
        if remaining < 0:
            raise RequestRefused("431 Request Header Fields Too Large")
        if line in (b"\r\n", b"\n", b""):
            return
        if not _HEADER.fullmatch(line):
            raise RequestRefused("400 Bad Request")
        name, _, value = line.decode("latin-1").partition(":")
        yield name, value.lstrip(" \t").rstrip("\r\n")
    raise RequestRefused("400 Bad Request")


def check_framing(headers: Any) -> None:
    """Check that a request tells in one way how long its body is. Raises `RequestRefused`."""
    if headers.get("Transfer-Encoding") is not None:  # of unknown length, so its size cannot be limited
        raise RequestRefused("411 Length Required")
    lengths: list[str] = headers.get_all("Content-Length") or []
    # Against request smuggling: a proxy may use the other one of two lengths, or parse "+5" or "0_5" differently.
    if len(lengths) > 1 or not all(length.isascii() and length.isdigit() for length in lengths):
        raise RequestRefused("400 Bad Request")


def error_response(status: str) -> tuple[str, bytes]:
    """The response to a request that the application never sees: status code and all bytes to send."""
    REFUSED.labels("full" if status[:3] == "503" else "malformed").inc()
    text = f"{_SENTENCES[status[:3]]}\n"
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
    return status[:3], (head + text).encode()
