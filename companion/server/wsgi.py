"""The web server: gevent's, made safe against slow clients, with one thread that writes."""

from __future__ import annotations

import gc
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import gevent
from gevent.event import AsyncResult, Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from gevent.threadpool import ThreadPool

from companion.server.addresses import Networks, household
from companion.server.admission import Admission
from companion.server.connections import Crowd, Visit
from companion.server.counters import COUNTERS
from companion.server.disconnects import HangUps
from companion.server.fair_queue import CALLER, SERVER, FairQueue
from companion.server.handler import Handler, Limits, refusal
from companion.server.rate_limits import RequestLimits
from companion.server.stream_socket import SocketLine

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

T = TypeVar("T")

_WAITING = 512  # connections that the system holds until they are accepted
_MANY_FILES = 10_000  # a phone that listens is one open file; some systems allow 256 unless asked
_OTHER_FILES = 100  # the database, templates and what else is open beside the phones
_NO_PROXIES = Networks()
_NO_LIMITS = RequestLimits(0)
_COLLECT = (2_000, 10, 1_000)  # new objects, and how many looks at each generation before one at the next
_UNREAD = 128 * 1024  # bytes of an answer that the system holds for a phone that does not take them


class WriteThread:
    """One thread through which everything is written, so that the server answers others meanwhile.

    Callers take turns, so that whoever writes once waits for one job of each other, not for all of them.
    """

    def __init__(self) -> None:
        self._pool = ThreadPool(1)
        self._jobs: FairQueue[tuple[Callable[[], Any], AsyncResult[Any]]] = FairQueue()
        self._working: gevent.Greenlet[[], None] | None = None

    def run(self, job: Callable[[], T]) -> T:
        """Give `job` to the thread, which runs it in its turn, and wait for its result or its error."""
        outcome: AsyncResult[Any] = AsyncResult()
        self._jobs.push(CALLER.get(SERVER), (job, outcome))
        if self._working is None:
            self._working = gevent.spawn(self._work)
        # gevent prints the traceback of what a job raises, though the caller handles it: so it is handed over instead.
        result, error = outcome.get()  # type: ignore[misc] # the stubs say it may be None
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def _work(self) -> None:
        while self._jobs:
            job, outcome = self._jobs.pop()
            outcome.set(self._pool.spawn(_attempt, job).get())
        self._working = None

    def close(self) -> None:
        """Let everything that was begun be written, then end the thread."""
        if self._working is not None:
            self._working.join()
        self._pool.join()
        self._pool.kill()


def _attempt(job: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    try:
        return job(), None
    except BaseException as error:
        return None, error


class Server(WSGIServer):
    """The application on a socket that is already bound; it keeps no log of requests.

    `proxies` are the networks of reverse proxies, which bring the connections of many; `requests` says how much one
    address may ask.
    """

    handler_class = Handler
    max_accept = 4  # per round of the event loop, so that a flood of connections does not delay those that are there

    def __init__(
        self,
        app: WSGIApplication,
        listener: socket.socket,
        limits: Limits,
        proxies: Networks = _NO_PROXIES,
        requests: RequestLimits = _NO_LIMITS,
    ) -> None:
        self.limits = limits
        self.admission = Admission(requests, proxies.has)
        self.crowd = Crowd(limits.connections, limits.share, proxies.has)
        self._lines: dict[SocketLine, Visit] = {}
        self._hang_ups = HangUps()
        host, port = listener.getsockname()[:2]
        # Without a name gevent asks the network for one, which may take seconds.
        names = {"SERVER_NAME": host, "SERVER_PORT": str(port), COUNTERS: self.counts}
        super().__init__(listener, app, spawn=Pool(), log=None, environ=names)

    def handle(self, sock: socket.socket, address: Any) -> None:
        """Answer the requests of one connection, unless there is no room for it."""
        own: Any = gevent.getcurrent()
        handler = self.handler_class(sock, address, self)
        handler.visit = Visit(household(address[0]), lambda: own.kill(block=False))
        if not self.crowd.enter(handler.visit):
            with suppress(OSError):
                sock.sendall(refusal("503 Service Unavailable")[1])
            return
        try:
            handler.handle()
        finally:
            if handler.line is None:
                self.crowd.gone(handler.visit)

    def keep_line(self, line: SocketLine, visit: Visit) -> None:
        """Go on with a visit that was answered as a line, which needs nobody who waits in it."""
        self._lines[line] = visit
        visit.leave = line.close
        self._hang_ups.watch(line)

    def line_ended(self, line: SocketLine) -> None:
        self._hang_ups.forget(line)
        self.crowd.gone(self._lines.pop(line))

    def counts(self) -> dict[str, int]:
        """How many connections are open, and how many of them are streams that nobody waits in."""
        return {"connections": len(self.crowd), "streams": len(self._lines)}

    def hang_up(self) -> None:
        """Close all lines."""
        for line in list(self._lines):
            line.close()

    def end(self, seconds: float) -> None:
        """Accept nothing more, give running answers so many seconds, and free all that is open."""
        self.hang_up()
        self.stop(timeout=seconds)
        self.hang_up()  # what became a stream meanwhile
        self._hang_ups.close()


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
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)  # each connection inherits it
    return listener


def serve(
    app: WSGIApplication,
    listener: socket.socket,
    *,
    limits: Limits | None = None,
    stop: Event | None = None,
    proxies: Networks = _NO_PROXIES,
    requests: RequestLimits = _NO_LIMITS,
) -> None:
    """Answer requests until SIGINT or SIGTERM comes or `stop` is set; then streams and all else are ended."""
    limits, stop = limits or Limits(), stop or Event()
    files = _allow_many_files()
    if files is not None:
        limits = replace(limits, connections=min(limits.connections, max(files - _OTHER_FILES, 1)))
    server = Server(app, listener, limits, proxies, requests)
    _collect_seldom()
    watchers = [gevent.signal_handler(number, stop.set) for number in (signal.SIGINT, signal.SIGTERM)]
    server.start()
    try:
        stop.wait()
    finally:
        server.end(limits.ending)
        server.admission.close()
        for watcher in watchers:
            watcher.cancel()


def _collect_seldom() -> None:
    """Look for cycles less often: what an act leaves behind is nearly all freed without, and a look takes longer the
    more tables are in memory."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)


def _allow_many_files() -> int | None:
    """How many files may be open from now on; None where the system does not say."""
    with suppress(ImportError, OSError, ValueError):  # not known on every system
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MANY_FILES if most == resource.RLIM_INFINITY else min(_MANY_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        return max(now, wanted) if now != resource.RLIM_INFINITY else None
    return None


def in_background(job: Callable[[], Any], seconds: float, *, at_once: bool = False) -> gevent.Greenlet[..., Any]:
    """Do something again and again beside the serving, each time after that many seconds; at once also the first."""

    def again() -> None:
        if at_once:
            job()
        while True:
            gevent.sleep(seconds)
            job()

    return gevent.spawn(again)
