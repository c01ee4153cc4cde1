"""When a request starts, and whether its address or its phone has exceeded a rate limit."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.server.addresses import client_network
from companion.server.fair_queue import CALLER, Caller, RequestScheduler
from companion.server.rate_limits import RETRY_AFTER, RequestLimits

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_PHONE = re.compile(r"(?:^|;\s*)(?:__Host-)?phone=([^;\s]{1,64})")
_READS = ("GET", "HEAD", "OPTIONS")


class Admission:
    """Start requests in a fair order, count them against the limits and charge their processor time."""

    def __init__(self, limits: RequestLimits, is_proxy: Callable[[str], bool]) -> None:
        self.limits, self.is_proxy = limits, is_proxy
        self._turns = RequestScheduler()
        self.close = self._turns.close

    def begin(self, environ: WSGIEnvironment) -> RequestTurn:
        """Wait until a request may start; `end` has to follow.

        A request over its limit gets the seconds to wait in its environment, under RETRY_AFTER.
        """
        caller = caller_of(environ, self.is_proxy)
        CALLER.set(caller)
        turn = RequestTurn(self._turns, caller)
        turn.wait()
        seconds = self.limits.admit(caller, is_act=environ["REQUEST_METHOD"] not in _READS)
        if seconds:
            environ[RETRY_AFTER] = seconds
        return turn

    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._turns.waiting()

    def end(self, turn: RequestTurn) -> None:
        """Charge the processor time of a request that is over."""
        self.limits.charge(turn.caller, time.thread_time() - turn.begun)


class RequestTurn:
    """A request's turn to run; it ends when the request waits for something, such as its body."""

    def __init__(self, turns: RequestScheduler, caller: Caller) -> None:
        self._turns, self.caller = turns, caller
        self._round = -1
        self.begun = 0.0  # in processor time of the thread; reset after each wait, when others used the processor

    def wait(self) -> None:
        """Return at once within the same round of the event loop, else queue for a new turn."""
        if self._round != self._turns.round:
            self._turns.wait(self.caller)
            self._round, self.begun = self._turns.round, time.thread_time()


def caller_of(environ: WSGIEnvironment, is_proxy: Callable[[str], bool]) -> Caller:
    """The network and phone that a request comes from; X-Forwarded-For counts only from a trusted proxy."""
    address: str = environ.get("REMOTE_ADDR", "")
    forwarded: Any = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded and is_proxy(address):
        address = forwarded.rpartition(",")[2].strip()[:64]
    match = _PHONE.search(environ.get("HTTP_COOKIE", ""))
    return Caller(client_network(address), match[1] if match else "")
