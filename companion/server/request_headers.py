"""Reads the headers of a request, within limits, into what gevent's handler asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

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
