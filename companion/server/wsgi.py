"""The web server: gevent's WSGI server with limits for slow clients."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from wsgiref.types import WSGIApplication

import gevent
from gevent.event import Event
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer

from companion.engine.pause import pausing
from companion.server import COUNTERS
from companion.server.addresses import Networks, client_network
from companion.server.admission import Admission
from companion.server.connections import Connection, Connections, Limits
from companion.server.handler import Handler
from companion.server.loop_delay import LoopDelay
from companion.server.rate_limits import RequestLimits
from companion.server.request_reader import error_response
from companion.server.stream_socket import StreamSocket

_LIMITS = Limits()
_BACKLOG = 512  # connections that the system queues until they are accepted
_WANTED_FILES = 10_000  # each stream is an open file; the default limit of some systems is 256
_OTHER_FILES = 100  # the database, templates and other files beside the connections
_SEND_BUFFER = 128 * 1024  # bytes of a response that the system buffers for a slow phone


class Server(WSGIServer):
    """Serves the application; `proxies` are the networks of trusted proxies, `requests` the rate limits per address."""

    handler_class = Handler
    max_accept = 4  # per round of the event loop, so that a flood of new connections does not delay the open ones

    def __init__(
        self, app: WSGIApplication, listener: socket.socket, limits: Limits, proxies: Networks, requests: RequestLimits
    ) -> None:
        self.limits = limits
        self.admission = Admission(requests, proxies.has)
        self.connections = Connections(limits.connections, limits.share, proxies.has)
        self._streams: dict[StreamSocket, Connection] = {}
        self.idle: set[Connection] = set()  # that wait for their next request
        host, port = listener.getsockname()[:2]
        # Without SERVER_NAME gevent looks it up by DNS, which may take seconds.
        names: dict[str, Any] = {"SERVER_NAME": host, "SERVER_PORT": str(port), COUNTERS: self.counts}
        super().__init__(listener, app, spawn=Pool(), log=None, environ=names)

    def handle(self, sock: socket.socket, address: Any) -> None:
        """Answer the requests of one connection; 503 if the server is full."""
        greenlet: Any = gevent.getcurrent()
        connection = Connection(client_network(address[0]), lambda: greenlet.kill(block=False))
        if not self.connections.add(connection):
            with suppress(OSError):
                sock.sendall(error_response("503 Service Unavailable")[1])
            return
        handler = self.handler_class(sock, address, self)
        handler.connection = connection
        try:
            handler.handle()
        finally:
            if handler.stream is None:
                self.connections.remove(connection)

    def open_stream(self, connection: Connection, sock: socket.socket, *, is_chunked: bool) -> StreamSocket:
        """Make a stream of a connection's socket, which counts as this connection until it is closed."""
        stream = StreamSocket(sock, is_chunked=is_chunked, ended=self._stream_ended)
        self._streams[stream] = connection
        connection.close = stream.close
        return stream

    def _stream_ended(self, stream: StreamSocket) -> None:
        self.connections.remove(self._streams.pop(stream))

    def counts(self) -> dict[str, int]:
        """The numbers of open connections, of streams among them, and of requests that wait for their turn."""
        waiting = len(self.admission.turns)
        return {"connections": len(self.connections), "streams": len(self._streams), "waiting": waiting}

    def close_waiting(self) -> None:
        """Close all streams and idle connections."""
        for stream in list(self._streams):
            stream.close()
        for idle in list(self.idle):
            idle.close()

    def shut_down(self, seconds: float) -> None:
        """Stop accepting, wait up to `seconds` for running responses, and close everything."""
        self.close_waiting()
        self.stop(timeout=seconds)
        self.close_waiting()  # those opened meanwhile


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, at `::` to IPv4 too. Raises OSError, or UnicodeError for an invalid host name."""
    host.encode("idna")  # gevent would print a traceback for a name that cannot be encoded; this only raises
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, address = min(addresses, key=lambda entry: entry[0] != socket.AF_INET)
    both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server(address, family=family, backlog=_BACKLOG, dualstack_ipv6=both)
    listener.setblocking(False)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)  # each connection inherits it
    return listener


def serve(
    app: WSGIApplication,
    listener: socket.socket,
    stop: Event,
    proxies: Networks,
    requests: RequestLimits,
    limits: Limits = _LIMITS,
) -> None:
    """Serve until SIGINT, SIGTERM or `stop`; then close all streams and connections."""
    files = _allow_many_files()
    if files is not None:
        limits = replace(limits, connections=min(limits.connections, max(files - _OTHER_FILES, 1)))
    server = Server(app, listener, limits, proxies, requests)
    watchers = [gevent.signal_handler(number, stop.set) for number in (signal.SIGINT, signal.SIGTERM)]
    server.start()
    loop_delay = LoopDelay()
    try:
        stop.wait()
    finally:
        server.shut_down(limits.ending)
        loop_delay.stop()
        server.admission.close()
        for watcher in watchers:
            watcher.cancel()


def _allow_many_files() -> int | None:
    """Raise the limit of open files and return it; None if it is unknown or unlimited."""
    with suppress(ImportError, OSError, ValueError):  # not available on every system
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _WANTED_FILES if most == resource.RLIM_INFINITY else min(_WANTED_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        return max(now, wanted) if now != resource.RLIM_INFINITY else None
    return None


def run_periodically(job: Callable[[], Any], seconds: float) -> gevent.Greenlet[..., Any]:
    """Run `job` in a greenlet, again and again with a pause of `seconds`."""

    def loop() -> None:
        with pausing():
            while True:
                job()
                gevent.sleep(seconds)

    return gevent.spawn(loop)
