"""When a request starts, and whether its address or its phone has asked too much of late."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from companion.server.addresses import household
from companion.server.fair_queue import CALLER, Caller, Turns
from companion.server.rate_limits import RETRY_AFTER, RequestLimits

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_PHONE = re.compile(r"(?:^|;\s*)(?:__Host-)?phone=([^;\s]{1,64})")
_READS = ("GET", "HEAD", "OPTIONS")


class Admission:
    """Lets requests start in turn, counts them against the limits, and measures what they use."""

    def __init__(self, limits: RequestLimits, is_proxy: Callable[[str], bool]) -> None:
        self.limits, self.is_proxy = limits, is_proxy
        self._turns = Turns()
        self.close = self._turns.close

    @contextmanager
    def request(self, environ: WSGIEnvironment) -> Iterator[Turn]:
        """Wait for the turn of a request; where there were too many, its environment says for how long to wait."""
        caller = caller_of(environ, self.is_proxy)
        CALLER.set(caller)
        turn = Turn(self._turns, caller)
        turn.wait()
        seconds = self.limits.admit(caller, is_act=environ["REQUEST_METHOD"] not in _READS)
        if seconds:
            environ[RETRY_AFTER] = seconds
        try:
            yield turn
        finally:
            self.limits.charge(caller, time.thread_time() - turn.begun)


class Turn:
    """The turn of a request, which is over once the server waited for something, such as for its body."""

    def __init__(self, turns: Turns, caller: Caller) -> None:
        self._turns, self._caller = turns, caller
        self._round = -1
        self.begun = 0.0  # in processor time, which others use while this request waits for its turn

    def wait(self) -> None:
        """Go on at once where nothing else was done since, else in turn."""
        if self._round != self._turns.round:
            self._turns.wait(self._caller)
            self._round, self.begun = self._turns.round, time.thread_time()


def caller_of(environ: WSGIEnvironment, is_proxy: Callable[[str], bool]) -> Caller:
    """The address that a request comes from, by the word of a proxy that is believed, and the phone."""
    address: str = environ.get("REMOTE_ADDR", "")
    forwarded: Any = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded and is_proxy(address):
        address = forwarded.rpartition(",")[2].strip()[:64]
    found = _PHONE.search(environ.get("HTTP_COOKIE", ""))
    return Caller(household(address), found[1] if found else "")
