"""Reads requests with limits, where gevent's own reading waits for a slow client for ever."""

from __future__ import annotations

import errno
import re
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gevent
from gevent.pywsgi import Input, OldMessage, WSGIHandler

from companion.server.stream_socket import LINE, SocketLine

if TYPE_CHECKING:
    from companion.server.admission import Turn
    from companion.server.connections import Visit
    from companion.server.stream_socket import Taker
    from companion.server.wsgi import Server

_MOST_HEADERS = 100
_LARGEST_HEAD = 32 * 1024  # bytes of all headers of a request; a browser's are two or three thousand
# What every server and proxy reads alike: a name, a colon at once, and no mark that some take for the end of a line.
_HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*\r?\n")
_MOST_DISCARDED = 1024 * 1024  # bytes of a body that nobody wanted; of a longer one the connection is closed instead
_SENTENCES = {
    "400": "That is no request that a browser sends.",
    "408": "The request did not arrive in time. Send it again.",
    "411": "A body must come with its length.",
    "414": "The address is too long. Go back and ask for less at once.",
    "431": "The request has more headers than a browser sends. Delete the cookies of this site and try again.",
    "503": "Too many are connected. Try again in a moment.",
}


@dataclass(frozen=True)
class Limits:
    """For how many seconds a client may keep the server waiting, and how many may be connected.

    `ending` are the seconds that running answers may keep the server from ending. `connections` is lowered to what
    the system allows; `share` is how many of them one address may always have.
    """

    request_line: float = 15  # also how long an idle connection is kept
    headers: float = 15
    body: float = 120
    silence: float = 60  # within a body, or while an answer is being taken
    ending: float = 0.5
    connections: int = 9_500
    share: int = 100


class Body(Input):
    """A request's body, which has to be there in time as a whole: one byte a minute is not enough."""

    __slots__ = ("end", "turn")

    def __init__(self, body: Input, seconds: float) -> None:
        super().__init__(body.rfile, body.content_length, body.socket)
        self.end = time.monotonic() + seconds
        self.turn: Turn | None = None

    @property
    def is_unread(self) -> bool:
        return self.position < (self.content_length or 0)

    def _do_read(self, length: int | None = None, use_readline: bool = False) -> bytes:
        with gevent.Timeout(max(0.0, self.end - time.monotonic()), TimeoutError("timed out")):
            read: bytes = super()._do_read(length, use_readline)  # type: ignore[misc]
        if self.turn is not None:  # else many bodies that end at the same moment would be handled in one go
            self.turn.wait()
        return read

    def _discard(self) -> None:
        if (self.content_length or 0) - self.position <= _MOST_DISCARDED:
            super()._discard()  # type: ignore[misc] # the stubs know neither


class Refused(Exception):
    """A request that is turned away before the application sees it; its argument is the status line."""


class Head:
    """The header lines of a request, as far as they can be read in one way only and are not too many bytes."""

    def __init__(self, rfile: Any) -> None:
        self.rfile, self.left = rfile, _LARGEST_HEAD

    def readline(self, most: int) -> bytes:
        line: bytes = self.rfile.readline(min(most, self.left + 1))
        self.left -= len(line)
        if self.left < 0:
            raise Refused("431 Request Header Fields Too Large")
        if line not in (b"\r\n", b"\n", b"") and not _HEADER.fullmatch(line):
            raise Refused("400 Bad Request")
        return line


class Handler(WSGIHandler):
    """One connection: its requests are read within the limits and answered one after the other."""

    server: Server
    visit: Visit
    body: Body
    taker: Taker | None = None
    line: SocketLine | None = None

    # A phone that leaves the room is no fault of the server, so it is not reported.
    ignored_socket_errors = (
        *WSGIHandler.ignored_socket_errors,
        *(errno.ECONNABORTED, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN),
        "timed out",  # type: ignore[arg-type] # what a socket's own time limit says in place of a number
    )

    def handle(self) -> None:
        with suppress(OSError):  # gone before it was answered
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # a phone that left without a word is not written to for long
                silence = int(self.server.limits.silence * 1000)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, silence)
            self.socket.settimeout(self.server.limits.silence)
            super().handle()

    def handle_one_request(self) -> Any:
        done = super().handle_one_request()
        # pywsgi says this itself, without a word to the reader.
        return refusal("414 URI Too Long") if isinstance(done, tuple) and done[0] == "414" else done

    def handle_one_response(self) -> None:
        assert self.environ is not None
        with self.server.admission.request(self.environ) as self.body.turn:
            super().handle_one_response()
        if self.body.is_unread:  # the rest of a body must never be taken for the next request
            self.close_connection = True
        if self.line is None:
            self.server.crowd.turn(self.visit, is_answered=False)

    def start_response(self, *args: Any, **options: Any) -> Any:
        self.server.crowd.turn(self.visit, is_answered=True)
        return super().start_response(*args, **options)

    def get_environ(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environ()
        assert self.wsgi_input is not None
        self.body = Body(self.wsgi_input, self.server.limits.body)
        self.wsgi_input = environ["wsgi.input"] = self.body
        environ["wsgi.input_terminated"] = True
        if self.command == "GET" and not self.body.is_unread:
            environ[LINE] = self.keep_open
        return environ

    def keep_open(self, taker: Taker) -> None:
        """Make a line of the running answer once what it holds is sent, and give it to `taker`; else that leaves."""
        self.taker = taker

    def run_application(self) -> None:
        try:
            super().run_application()
        finally:
            taker, self.taker = self.taker, None
            if taker is not None and self.line is None:
                taker.leave()

    def process_result(self) -> None:
        if self.command == "HEAD" and self.status:
            self.write(b"")  # the head that GET would have; anything more would be taken for the next answer
            return
        if self.taker is None or self.code != 200:  # what failed on its way is an answer like any other
            super().process_result()
            return
        for data in self.result or ():
            self.write(data)
        self.line = SocketLine(self.socket, is_chunked=self.response_use_chunked, ended=self.server.line_ended)
        self.server.keep_line(self.line, self.visit)
        self.close_connection = True
        self.taker.take(self.line)

    def read_requestline(self) -> str:
        with gevent.Timeout(self.server.limits.request_line, TimeoutError()):  # pywsgi then hangs up
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        with gevent.Timeout(self.server.limits.headers, Refused("408 Request Timeout")):
            valid = super().read_request(raw_requestline)
        if "Transfer-Encoding" in self.headers:  # its length is not known, so no limit could be kept
            raise Refused("411 Length Required")
        lengths = self.headers.get_all("Content-Length", [])
        # A proxy may go by another one of two lengths, or read "+5" or "0_5" otherwise: what follows is then a request.
        if len(lengths) > 1 or not all(length.isascii() and length.isdigit() for length in lengths):
            raise Refused("400 Bad Request")
        return valid

    def MessageClass(self, *args: Any) -> Any:
        """The headers of a request, as far as they can be read in one way only and are not too many."""
        head, message = Head(self.rfile), OldMessage()
        # Each line is known to be a name and a value, for which the parser of e-mails, which pywsgi takes, is slow.
        for _ in range(_MOST_HEADERS + 1):
            line = head.readline(_LARGEST_HEAD + 1).decode("latin-1")
            name, colon, value = line.partition(":")
            if not colon:
                return message
            message.set_raw(name, value.lstrip(" \t").rstrip("\r\n"))
        raise Refused("400 Bad Request")

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        # pywsgi would report each malformed request; here it is answered and forgotten.
        return refusal(str(ex) if isinstance(ex, Refused) else "400 Bad Request")


def refusal(status: str) -> tuple[str, bytes]:
    """The answer to a request that the application never sees: the status and all that is sent."""
    text = f"{_SENTENCES[status[:3]]}\n"
    head = f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {len(text)}\r\n\r\n"
    return status[:3], (head + text).encode()
