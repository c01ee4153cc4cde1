"""Requests with anything in them, as bytes, and whether what comes back is one whole answer."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote_from_bytes

RARE = ("HEAD", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE")
NASTY = (
    b"", b"0", b"-1", b"9" * 30, b"1e9", b"1.5", b"NaN", b"true", b"null", b"on", b"yes", b"x" * 300, b"[" * 900,
    *(text.encode() for text in ("王小明", "👩‍👩‍👧", "\u202eabc", "٣²", "\u2028")),
    b"\xff", b"\xff\xfe\x80", b"\xed\xa0\x80", b"\xc0\xaf", b"\x00", b"\x01\x7f", b"a\tb", b" ", b"+", b"%", b"%FF",
    b"%00", b"%%%", b"%zz", b"&&==;;", b"..", b"../../etc/passwd", b"//evil.example", b"<script>alert(1)</script>",
    b"'\"><b>", b"{{7*7}}", b"%s%n{0}", b"' OR 1=1 --", b'{"a":' * 200, b"R3.B5..X9", b"0.0.0", b"1.1", b"S/1", b"luz",
    b"5211", b"table", b"enter",
)  # fmt: skip
HEADERS = (
    "Cookie", "Origin", "Referer", "Accept-Language", "Accept-Encoding", "Accept", "HX-Request", "HX-Current-URL",
    "HX-Target", "Last-Event-ID", "If-None-Match", "If-Modified-Since", "If-Match", "Range", "X-Forwarded-For",
    "X-Forwarded-Proto", "X-Forwarded-Host", "Authorization", "Sec-Fetch-Site", "Content-Encoding", "User-Agent",
    "X-HTTP-Method-Override", "Forwarded", "Cache-Control", "Date", "Max-Forwards", "Via",
)  # fmt: skip
KINDS = ("application/x-www-form-urlencoded",) * 4 + (
    "multipart/form-data; boundary=cut", "multipart/form-data", "application/json", "text/plain", "\xff", "",
)  # fmt: skip
_ANY = bytes(sorted(set(range(256)) - set(b"\r\n\0")))  # what a header may hold at all, and more than it should


@dataclass(frozen=True)
class Reply:
    status: int
    head: bytes
    body: bytes


class Broken(Exception):
    """No whole answer came; the argument says what came."""


class Fuzzer:
    """Makes requests at random, the same for the same seed: to `paths`, with `names` of fields, for `cookies`."""

    def __init__(
        self, seed: int, host: str, paths: Sequence[str], names: Sequence[str], cookies: Sequence[str]
    ) -> None:
        self.chance = random.Random(seed)
        self.host, self.paths, self.names, self.cookies = host, paths, names, cookies

    def request(self) -> tuple[str, bytes]:
        """A method and the bytes of the request, which is well-formed HTTP/1.1 with anything in it."""
        chance = self.chance
        method = chance.choice(("GET", "GET", "GET", "POST", "POST", chance.choice(RARE)))
        target = self._path() + (b"?" + self._query(chance.choice((0.3, 1))) if chance.random() < 0.6 else b"")
        body, kind = self._body() if method not in ("GET", "HEAD", "TRACE") else (b"", "")
        lines = [b"%b %b HTTP/1.1" % (method.encode(), target[:7000]), b"Host: " + self.host.encode()]
        lines += [f"Cookie: {chance.choice(self.cookies)}".encode()] if chance.random() < 0.8 else []
        lines += [f"Origin: http://{self.host}".encode()] if chance.random() < 0.8 else []
        lines += [b"HX-Request: true"] if chance.random() < 0.3 else []
        lines += [name.encode() + b": " + self._header_value() for name in chance.sample(HEADERS, chance.randrange(3))]
        if body or method == "POST":
            lines += [b"Content-Length: %d" % len(body), b"Content-Type: " + kind.encode("latin-1")]
        return method, b"\r\n".join([*lines, b"", body])

    def _path(self) -> bytes:
        """An address of the site, one part of it perhaps replaced by anything."""
        parts = self.chance.choice(self.paths).encode().split(b"/")
        if self.chance.random() < 0.35:
            parts[self.chance.randrange(1, len(parts))] = self._quoted(self._value())
        return b"/" + b"/".join(parts).lstrip(b"/")

    def _quoted(self, value: bytes) -> bytes:
        """Percent-encoded, or as bytes where these end no request line."""
        if self.chance.random() < 0.6:
            return quote_from_bytes(value, safe="").encode()
        return bytes(byte for byte in value if byte > 32 and byte not in b"?#")

    def _value(self) -> bytes:
        if self.chance.random() < 0.8:
            return self.chance.choice(NASTY)
        return self.chance.randbytes(self.chance.randrange(1, 12))

    def _header_value(self) -> bytes:
        value = self._value() if self.chance.random() < 0.8 else b"phone=" + self._value()
        return bytes(byte for byte in value if byte in _ANY)

    def _query(self, share: float) -> bytes:
        return b"&".join(self._field() for _ in range(int(1 + self.chance.random() * 8 * share)))

    def _field(self) -> bytes:
        name = self.chance.choice(self.names).encode() if self.chance.random() < 0.8 else self._value()
        return self._quoted(name) + b"=" + self._quoted(self._value())

    def _body(self) -> tuple[bytes, str]:
        kind = self.chance.choice(KINDS)
        if kind.startswith("multipart"):
            return self._parts(), kind
        if kind == "application/json":
            return json.dumps({self.chance.choice(self.names): repr(self._value())}).encode(), kind
        return (self._query(1), kind) if self.chance.random() < 0.9 else (self._value(), kind)

    def _parts(self) -> bytes:
        made = b""
        for _ in range(self.chance.randrange(5)):
            name = self.chance.choice((self.chance.choice(self.names).encode(), self._value()))
            file = b'; filename="' + self._value() + b'"' if self.chance.random() < 0.3 else b""
            made += (
                b'--cut\r\nContent-Disposition: form-data; name="'
                + name
                + b'"'
                + file
                + b"\r\n\r\n"
                + self._value()
                + b"\r\n"
            )
        return made + (b"--cut--\r\n" if self.chance.random() < 0.8 else b"")


class Wire:
    """One connection that is kept as long as the server keeps it."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source
        self._client: socket.socket | None = None

    def send(self, method: str, request: bytes) -> Reply:
        """Send a request and read its answer; raises `Broken` where that is not whole, or more than one."""
        if self._client is None:
            self._client = socket.create_connection(("127.0.0.1", self.port), 20, (self.source, 0))
            self._file = self._client.makefile("rb")
        try:
            self._client.sendall(request)
            return self._read(method)
        except OSError as error:
            self.close()
            raise Broken(repr(error)) from error

    def _read(self, method: str) -> Reply:
        line = self._file.readline()
        if not line.startswith(b"HTTP/1.1 "):
            self.close()
            raise Broken(line[:200])
        head = b"".join(iter(lambda: self._file.readline().strip(b"\r\n") + b"\n", b"\n")).lower()
        status = int(line.split()[1])
        body = b"" if method == "HEAD" or status in (204, 304) else self._read_body(head)
        if b"connection: close" in head or b"event-stream" in head:
            self.close()
        return Reply(status, head, body)

    def _read_body(self, head: bytes) -> bytes:
        if b"event-stream" in head:  # a stream is open now, and never ends by itself
            return b""
        length = _header(head, b"content-length")
        if length is not None:
            return self._file.read(int(length))
        made = b""
        while size := int(self._file.readline(), 16):
            made += self._file.read(size)
            self._file.readline()
        self._file.readline()
        return made

    def close(self) -> None:
        if self._client is not None:
            self._file.close()
            self._client.close()
            self._client = None


def _header(head: bytes, name: bytes) -> bytes | None:
    found: Iterator[bytes] = (line[len(name) + 1 :] for line in head.split(b"\n") if line.startswith(name + b":"))
    return next(found, None)
