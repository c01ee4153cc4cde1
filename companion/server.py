"""The web server: gevent's, made safe against slow clients, with one thread that writes."""

from __future__ import annotations

import errno
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.threadpool import ThreadPool

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

T = TypeVar("T")

_WAITING = 512  # connections that the system holds until they are accepted
_MANY_FILES = 10_000  # a phone that listens is one open file; some systems allow 256 unless asked


@dataclass(frozen=True)
class Limits:
    """For how many seconds a client may keep the server waiting, and running answers may keep it from ending."""

    request_line: float = 15  # also how long an idle connection is kept
    headers: float = 15
    silence: float = 60  # within a body, or while an answer is being taken
    ending: float = 0.5


class WriteThread:
    """One thread through which everything is written, so that the server answers others meanwhile."""

    def __init__(self) -> None:
        self._pool = ThreadPool(1)

    def run(self, job: Callable[[], T]) -> T:
        """What `job` returns, or raises, run in the thread when its turn comes."""
        # gevent prints the traceback of what a job raises, though the caller handles it: so it is handed over instead.
        result, error = self._pool.apply(_attempt, (job,))
        if error is not None:
            raise error
        return result  # type: ignore[return-value]

    def close(self) -> None:
        """Let everything that was begun be written, then end the thread."""
        self._pool.join()
        self._pool.kill()


def _attempt(job: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return job(), None
    except BaseException as error:
        return None, error


class _Refused(Exception):
    """A request that is turned away before the application sees it; its argument is the status line."""


class Handler(WSGIHandler):
    """Reads requests with limits: pywsgi itself waits for a slow client for ever."""

    server: Server

    # A phone that leaves the room is no fault of the server, so it is not reported.
    ignored_socket_errors = (
        *WSGIHandler.ignored_socket_errors,
        *(errno.ECONNABORTED, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN),
        "timed out",  # type: ignore[arg-type] # what a socket's own time limit says in place of a number
    )

    def handle(self) -> None:
        with suppress(OSError):  # gone before it was answered
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.socket.settimeout(self.server.limits.silence)
            super().handle()

    def read_requestline(self) -> str:
        with gevent.Timeout(self.server.limits.request_line, TimeoutError()):  # pywsgi then hangs up
            return super().read_requestline()

    def read_request(self, raw_requestline: str) -> Any:
        with gevent.Timeout(self.server.limits.headers, _Refused("408 Request Timeout")):
            valid = super().read_request(raw_requestline)
        if "Transfer-Encoding" in self.headers:  # its length is not known, so no limit could be kept
            raise _Refused("411 Length Required")
        return valid

    def _handle_client_error(self, ex: Exception) -> tuple[str, bytes]:
        # pywsgi would report each malformed request; here it is answered and forgotten.
        status = str(ex) if isinstance(ex, _Refused) else "400 Bad Request"
        return status[:3], f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".encode()


class Server(WSGIServer):
    """The application on a socket that is already bound; it keeps no log of requests."""

    handler_class = Handler

    def __init__(self, app: WSGIApplication, listener: socket.socket, limits: Limits) -> None:
        self.limits = limits
        host, port = listener.getsockname()[:2]
        # Without a name gevent asks the network for one, which may take seconds.
        names = {"SERVER_NAME": host, "SERVER_PORT": str(port)}
        super().__init__(listener, app, spawn=Pool(), log=None, environ=names)


def listen(host: str, port: int) -> socket.socket:
    """A socket that accepts connections on the address; `::` takes those over IPv4 as well.

    Raises OSError, or UnicodeError for what cannot be a host's name.
    """
    host.encode("idna")  # gevent prints a traceback about a name that cannot be encoded; this only raises
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
    both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server(address, family=family, backlog=_WAITING, dualstack_ipv6=both)
    listener.setblocking(False)
    return listener


def serve(
    app: WSGIApplication, listener: socket.socket, *, limits: Limits | None = None, stop: Event | None = None
) -> None:
    """Answer requests until SIGINT or SIGTERM comes or `stop` is set; then streams and all else are ended."""
    limits, stop = limits or Limits(), stop or Event()
    _allow_many_files()
    server = Server(app, listener, limits)
    watchers = [gevent.signal_handler(number, stop.set) for number in (signal.SIGINT, signal.SIGTERM)]
    server.start()
    try:
        stop.wait()
    finally:
        server.stop(timeout=limits.ending)
        for watcher in watchers:
            watcher.cancel()


def _allow_many_files() -> None:
    with suppress(ImportError, OSError, ValueError):  # not known on every system
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MANY_FILES if most == resource.RLIM_INFINITY else min(_MANY_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def in_background(job: Callable[[], Any], seconds: float) -> None:
    """Do something again and again beside the serving, each time after that many seconds."""

    def again() -> None:
        while True:
            gevent.sleep(seconds)
            job()

    gevent.spawn(again)
