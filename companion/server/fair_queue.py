"""Fair scheduling: round robin over addresses, and over the phones of each, so that none delays all others."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextvars import ContextVar
from typing import Any, Generic, NamedTuple, TypeVar

import gevent
from gevent.hub import Waiter

T = TypeVar("T")


class Caller(NamedTuple):
    """The origin of a request: a network as `client_network` gives it, and the phone's cookie or ""."""

    address: str
    phone: str


SERVER = Caller("", "")
"""The caller of writes that the server itself makes."""

CALLER: ContextVar[Caller] = ContextVar("CALLER")
"""The caller whose request this greenlet handles; not set outside a request."""


class FairQueue(Generic[T]):
    """A queue with round robin over addresses, and over the phones of each address.

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
        """Whether an item of this address is queued."""
        return address in self._addresses

    def push(self, caller: Caller, item: T) -> None:
        """Queue an item for a caller."""
        phones = self._addresses.setdefault(caller.address, OrderedDict())
        phones.setdefault(caller.phone, deque()).append(item)
        self._length += 1

    def pop(self) -> T:
        """Remove and return the next item; its address and its phone go to the end of their queues."""
        address, phones = self._addresses.popitem(last=False)
        phone, items = phones.popitem(last=False)
        item = items.popleft()
        if items:
            phones[phone] = items
        if phones:
            self._addresses[address] = phones
        self._length -= 1
        return item


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
