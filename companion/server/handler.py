"""The request handler: reads requests with time and size limits, which gevent's own handler lacks."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import gevent
from gevent.pywsgi import OldMessage, WSGIHandler

from companion.engine.pause import Slices, pausing
from companion.server import BEGAN, KEEP_OPEN
from companion.server.connections import Connection
from companion.server.request_reader import RequestBody, RequestRefused, check_framing, error_response, read_head
from companion.server.stream_socket import StreamSocket

if TYPE_CHECKING:
    from companion.server.wsgi import Server


_MAX_DISCARDED = 1024 * 1024  # bytes of an unread body; the connection is closed before a longer one is read
_PIECE = 16 * 1024


class Handler(WSGIHandler):
    """Handles one connection: reads its requests within the limits and answers them one after the other."""

    server: Server
    connection: Connection
    take: Callable[[StreamSocket | None], None] | None = None
    stream: StreamSocket | None = None
    was_used = False  # whether a request came before the one that is read
    refusal = ""  # the status of a request that is faulty

    # A phone that loses its connection is not a server error, so it is not logged.
    ignored_socket_errors = (
        *WSGIHandler.ignored_socket_errors,
        *(errno.ECONNABORTED, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN),
        "timed out",  # type: ignore[arg-type] # a socket's own timeout has this text instead of a number
    )

    def handle(self) -> None:
        """Set the socket's timeouts and answer its requests."""
        with suppress(OSError):  # closed before it was answered
            self._set_options()
            try:
                super().handle()
            finally:
                # It holds this handler (KEEP_OPEN): such a cycle stays in memory until all garbage is collected.
                self.environ = None

    def _set_options(self) -> None:
        self.socket.settimeout(self.server.limits.silence)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop a phone that vanished without closing
            silence = int(self.server.limits.silence * 1000)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, silence)

    def handle_one_request(self) -> Any:
        """Answer one request; instead of what pywsgi answers to a faulty one, say what is wrong with it."""
        outcome = super().handle_one_request()
        if not isinstance(outcome, tuple):
            return outcome
        return error_response("414 URI Too Long" if outcome[0] == "414" else self.refusal)

    def handle_one_response(self) -> None:
        """Run the application once the request may start, then mark the connection idle."""
        assert self.environ is not None and self.wsgi_input is not None
        self.environ[BEGAN] = time.perf_counter()
        with self.server.admission.admitted(self.environ) as wait, pausing(self._pause()):
            self.environ["wsgi.input"] = RequestBody(self.wsgi_input, wait, self.server.limits.body)
            super().handle_one_response()
        if self.stream is None:
            self.server.connections.mark(self.connection, is_active=False)

    def _pause(self) -> Callable[[], object]:
        """What long work calls after each step; it ends what is only read by a client that has hung up."""
        pause, own = Slices(), gevent.getcurrent() if self.command in ("GET", "HEAD") else None

        def wait() -> None:
            if pause() and own is gevent.getcurrent() and self._has_hung_up():  # not what it started for others
                raise gevent.GreenletExit

        return wait

    def _has_hung_up(self) -> bool:
        own: Any = self.socket
        try:
            return bool(own._sock.recv(1, socket.MSG_PEEK) == b"")  # which does not wait
        except BlockingIOError:
            return False
        except ConnectionError:
            return True

    def handle_error(self, t: type[BaseException] | None, v: BaseException | None, tb: Any) -> None:
        """Answer an error of the application; what a stop ended gets no answer, so that it is asked for again."""
        if isinstance(v, gevent.GreenletExit):
            self.close_connection = True
        else:
            super().handle_error(t, v, tb)

    def start_response(self, *args: Any, **options: Any) -> Any:
        """Mark the connection active and start the response."""
        self.server.connections.mark(self.connection, is_active=True)
        return super().start_response(*args, **options)

    def get_environ(self) -> dict[str, Any]:
        """The request's environment, for a GET with KEEP_OPEN."""
        environ: dict[str, Any] = super().get_environ()
        environ["wsgi.input_terminated"] = True
        if self.command == "GET" and not self._unread():
            environ[KEEP_OPEN] = self.keep_open
        return environ

    def keep_open(self, take: Callable[[StreamSocket | None], None]) -> None:
        """Keep the running response open, as a stream that `take` is given, or None if the response fails."""
        self.take = take

    def run_application(self) -> None:
        """Run the application; a body that it did not read ends the connection."""
        try:
            super().run_application()
        finally:
            if self._unread():
                self.close_connection = True  # the rest must never be parsed as the next request
                self._discard_rest()
            if self.take is not None and self.stream is None:
                self.take(None)
            self.take = None

    def _unread(self) -> int:
        """How many bytes of the body the application left unread."""
        assert self.wsgi_input is not None
        return (self.wsgi_input.content_length or 0) - self.wsgi_input.position

    def _discard_rest(self) -> None:
        """Read the rest of the body unless it is long: a client that is still sending would miss the response."""
        body: Any = self.wsgi_input
        body.send_100_continue_enabled = False
        if self._unread() <= _MAX_DISCARDED:
            with suppress(OSError), gevent.Timeout(self.server.limits.body, TimeoutError):
                while body.read(_PIECE):
                    pass
        body.content_length = body.position  # pywsgi would go on reading

    def process_result(self) -> None:
        """Send the response; one that is kept open becomes a stream after it."""
        if self.command == "HEAD" and self.status:
            self.write(b"")  # the headers of GET; a body would be parsed as the next response
            return
        if self.take is None or self.code != 200:  # an error page is sent as usual
            super().process_result()
            return
        for data in self.result or ():
            self.write(data)
        self.stream = self.server.open_stream(self.connection, self.socket, is_chunked=self.response_use_chunked)
        self.close_connection = True  # no request follows
        self.take(self.stream)

    def read_requestline(self) -> str:
        """The request line; its time begins with its first byte where a request came before."""
        if self.was_used and not self._is_asked_again():
            return ""
        self.was_used = True
        with gevent.Timeout(self.server.limits.request_line, TimeoutError):  # pywsgi closes the connection after it
            line: str = super().read_requestline()
        return line

    def _is_asked_again(self) -> bool:
        """Wait for the next request. Raises TimeoutError where none comes."""
        self.socket.settimeout(self.server.limits.idle)
        self.server.idle.add(self.connection)
        try:
            seen: bytes = self.rfile.peek(1)
        finally:
            self.server.idle.discard(self.connection)
        self.socket.settimeout(self.server.limits.silence)
        return seen != b""

    def read_request(self, raw_requestline: str) -> Any:
        """Read the headers within their time limit. Raises ValueError."""
        self.refusal = "400 Bad Request"
        try:
            with gevent.Timeout(self.server.limits.headers, TimeoutError):
                valid = super().read_request(raw_requestline)
            check_framing(self.headers)
        except Exception as error:
            if isinstance(error, RequestRefused):
                self.refusal = str(error)
            elif isinstance(error, TimeoutError):
                self.refusal = "408 Request Timeout"
            raise ValueError from error  # pywsgi would print any other error
        return valid

    def MessageClass(self, rfile: Any, *_: Any) -> Any:
        """Read the headers of a request. Raises `RequestRefused` if they are malformed or too many."""
        # Not by email's parser as pywsgi does, which is slow: headers are one line each here.
        headers = OldMessage()
        for name, value in read_head(rfile):
            headers[name] = value
        return headers

    def log_error(self, *args: Any) -> None:
        """Do nothing: a malformed request is only answered."""

    def log_request(self) -> None:
        """Do nothing: an address may have the token of a link, and pywsgi makes the line before it drops it."""
