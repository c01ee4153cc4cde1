"""When a request starts, whether its address or its phone has exceeded a rate limit, and what it uses itself."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from wsgiref.types import WSGIEnvironment

import gevent
import greenlet
from gevent.hub import Waiter

from companion.server import RETRY_AFTER
from companion.server.addresses import client_network
from companion.server.fair_queue import CALLER, Caller, FairQueue
from companion.server.rate_limits import Kind, RequestLimits

_PHONE = re.compile(r"(?:^|;\s*)(?:__Host-)?phone(?:\+[^=;]*)?=([^;\s]{1,64})")
_SOON = 1  # seconds
_READS = ("GET", "HEAD", "OPTIONS")
# Files with a digest in their address, which a browser keeps: a page asks for six on a first visit, and for none later.
_FILES = re.compile(r"/static/|/games/|/companion\.js$")


class Admission:
    """Start requests in a fair order, count them against the limits and charge their processor time."""

    def __init__(self, limits: RequestLimits, is_proxy: Callable[[str], bool]) -> None:
        self.limits, self.is_proxy = limits, is_proxy
        self.turns, self._meter = RequestScheduler(), ProcessorMeter()

    @contextmanager
    def admitted(self, environ: WSGIEnvironment) -> Iterator[Callable[[], None]]:
        """A context of a request, entered once it may start; its value is a function that waits for another turn.

        Of a caller over a limit, RETRY_AFTER of `environ` is the seconds to wait. A caller is charged the processor
        time of its request, not that of others meanwhile.
        """
        caller = caller_of(environ, self.is_proxy)
        CALLER.set(caller)
        wait = self.turns.turns_of(caller)
        ended = self.limits.begin(caller)
        try:
            wait()
            if seconds := _SOON if ended is None else self.limits.admit(caller, kind_of(environ)):
                environ[RETRY_AFTER] = seconds
            self._meter.begin()
            try:
                yield wait
            finally:
                self.limits.charge(caller, self._meter.end())
        finally:
            if ended is not None:
                ended()

    def close(self) -> None:
        """Schedule and measure nothing any more."""
        self.turns.close()
        self._meter.close()


class RequestScheduler:
    """Start at most one request of each address per round of the event loop, and at most one that had to wait.

    A request runs until it waits for something, so sockets are read only between two requests. With this limit each
    round reads all sockets first. Sleeping would not achieve that: gevent runs up to 50 ready greenlets before it
    polls the sockets again.
    """

    def __init__(self) -> None:
        loop = gevent.get_hub().loop
        self._idle: Any = loop.idle()  # keeps the loop from blocking on sockets while requests wait here
        self._check = loop.check(ref=False)  # called once a round, after the sockets were polled
        self._check.start(self._next_round)
        self._started: set[str] = set()
        self._waiting: FairQueue[tuple[str, Waiter[None]]] = FairQueue()
        self.round = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def turns_of(self, caller: Caller) -> Callable[[], None]:
        """What a request of this caller calls before it runs, and again when it has waited, such as for its body."""
        begun = -1

        def wait() -> None:
            nonlocal begun
            if begun != self.round:
                self.wait(caller)
                begun = self.round

        return wait

    def wait(self, caller: Caller) -> None:
        """Block until a request of this caller may run."""
        if caller.address not in self._started and not self._waiting.has(caller.address):
            self._started.add(caller.address)
            return
        waiter: Waiter[None] = Waiter()
        self._waiting.push(caller, (caller.address, waiter))
        if not self._idle.active:
            self._idle.start(lambda: None)
        waiter.get()

    def close(self) -> None:
        """Stop scheduling."""
        self._idle.stop()
        self._check.stop()

    def _next_round(self) -> None:
        self.round += 1
        self._started.clear()
        if self._waiting:
            address, waiter = self._waiting.pop()
            self._started.add(address)
            waiter.switch(None)  # of a connection that was closed meanwhile: nobody waits at it
        elif self._idle.active:
            self._idle.stop()


class ProcessorMeter:
    """Counts the processor time of measured greenlets in this thread; whoever traced their switches before goes on."""

    def __init__(self) -> None:
        # The time used, less the thread's time when the greenlet began to run, as long as it runs.
        self._used: dict[greenlet.greenlet, float] = {}
        self._traced_before = greenlet.settrace(self._switched)

    def begin(self) -> None:
        """Measure the current greenlet from here on."""
        self._used[greenlet.getcurrent()] = -time.thread_time()

    def end(self) -> float:
        """The seconds that the current greenlet has used since `begin`; it is not measured any more."""
        return self._used.pop(greenlet.getcurrent()) + time.thread_time()

    def close(self) -> None:
        """Measure nothing any more."""
        greenlet.settrace(self._traced_before)

    def _switched(self, event: Any, switch: Any) -> None:
        ran, runs = switch
        if ran in self._used:
            self._used[ran] += time.thread_time()
        if runs in self._used:
            self._used[runs] -= time.thread_time()
        if self._traced_before is not None:
            self._traced_before(event, switch)


def kind_of(environ: WSGIEnvironment) -> Kind:
    """What a request counts as."""
    if environ["REQUEST_METHOD"] not in _READS:
        return "act"
    is_file = _FILES.search(environ["PATH_INFO"]) and environ["QUERY_STRING"].startswith("v=")
    return "file" if is_file else "page"


def caller_of(environ: WSGIEnvironment, is_proxy: Callable[[str], bool]) -> Caller:
    """The network and phone that a request comes from; X-Forwarded-For counts only from a trusted proxy."""
    address: str = environ.get("REMOTE_ADDR", "")
    forwarded: Any = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded and is_proxy(address):
        address = forwarded.rpartition(",")[2].strip()[:64]
    match = _PHONE.search(environ.get("HTTP_COOKIE", ""))
    return Caller(client_network(address), match[1] if match else "")
