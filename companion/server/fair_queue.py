"""Take turns: address by address, and at each address client by client, so that no one delays all others."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import gevent
from gevent.hub import Waiter

T = TypeVar("T")


class Caller(NamedTuple):
    """Where a request comes from: an address as `household` gives it, and a phone's cookie, "" where there is none."""

    address: str
    phone: str


SERVER = Caller("", "")
"""The server itself, which writes too."""

CALLER: ContextVar[Caller] = ContextVar("CALLER")
"""The caller whose request this greenlet answers; not set where it answers none."""


class FairQueue(Generic[T]):
    """A queue in which addresses take turns, and so do the phones of an address.

    >>> queue = FairQueue()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.push(Caller(item[0], ""), item)
    >>> [queue.pop() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def has(self, address: str) -> bool:
        return address in self._addresses

    def push(self, caller: Caller, item: T) -> None:
        phones = self._addresses.setdefault(caller.address, OrderedDict())
        phones.setdefault(caller.phone, deque()).append(item)
        self._length += 1

    def pop(self) -> T:
        """The next item of the next phone of the next address; both go to the end of their queues."""
        address, phones = self._addresses.popitem(last=False)
        phone, items = phones.popitem(last=False)
        item = items.popleft()
        if items:
            phones[phone] = items
        if phones:
            self._addresses[address] = phones
        self._length -= 1
        return item


@dataclass(eq=False)
class _Waiting:
    address: str
    waiter: Waiter[None] = field(default_factory=Waiter)
    is_gone: bool = False


class Turns:
    """Start at most one request of each address per round of the event loop, and at most one that had to wait.

    A request runs until it waits for something, so others can be read only between two of them. Here each round reads
    all sockets first. Sleeping instead would not help: gevent runs up to 50 ready greenlets before it looks at the
    sockets again.
    """

    def __init__(self) -> None:
        loop = gevent.get_hub().loop
        self._idle: Any = loop.idle()  # keeps the loop from waiting for sockets while requests wait here
        self._check = loop.check(ref=False)  # called once a round, after the sockets were looked at
        self._check.start(self._next_round)
        self._started: set[str] = set()
        self._waiting: FairQueue[_Waiting] = FairQueue()
        self.round = 0

    def wait(self, caller: Caller) -> None:
        """Return when it is the turn of a request."""
        if caller.address not in self._started and not self._waiting.has(caller.address):
            self._started.add(caller.address)
            return
        waiting = _Waiting(caller.address)
        self._waiting.push(caller, waiting)
        if not self._idle.active:
            self._idle.start(_do_nothing)
        try:
            waiting.waiter.get()
        except BaseException:
            waiting.is_gone = True  # the connection was closed meanwhile
            raise

    def close(self) -> None:
        self._idle.stop()
        self._check.stop()

    def _next_round(self) -> None:
        self.round += 1
        self._started.clear()
        while self._waiting:
            waiting = self._waiting.pop()
            if not waiting.is_gone:
                self._started.add(waiting.address)
                waiting.waiter.switch(None)
                return
        if self._idle.active:
            self._idle.stop()


def _do_nothing() -> None:
    pass
